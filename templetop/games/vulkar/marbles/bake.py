"""`python -m templetop.games.vulkar.marbles.bake`: the ground anew, when the island has changed."""

from templetop.games.vulkar.marbles.baked import FILE, bake

if __name__ == "__main__":
    bake()
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
