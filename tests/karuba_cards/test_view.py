"""What a seat may see beyond the cards: the ways that score."""

from templetop.games.karuba_cards.view import colour_view

from .drawn import COLOURS, SPACE_NAMES, invented, with_island


def ways(island: str, blocking: str = "stops") -> dict[str, str]:
    """The way of each colour that scores on an island of any faces."""
    state = with_island(invented(island), blocking)
    views = [colour_view(state, 0, colour) for colour in range(len(COLOURS))]
    return {
        view.colour: " ".join(SPACE_NAMES[space] for space in view.path)
        for view in views
        if view.is_home
    }


def test_4_2_the_way_leads_from_the_adventurer_to_its_temple() -> None:
    assert ways("┌b ─ ─ ╴B") == {"blue": "a1 b1 c1 d1"}


def test_4_2_who_does_not_come_home_has_no_way() -> None:
    assert ways("┌b ─ │ ╴B") == {}


def test_4_3_it_is_the_shortest() -> None:
    way = """
        ┌b ┬ ╴B
        └● ┘ .
    """
    assert ways(way) == {"blue": "a1 b1 c1"}


def test_4_5_of_equals_it_is_the_one_with_the_most_treasure() -> None:
    ring = """
        ┌b ─  ┐
        │  .  │
        └● ─  ┤B
    """
    assert ways(ring) == {"blue": "a1 a2 a3 b3 c3"}
    assert ways(ring.replace("●", "").replace("─  ┐", "─◆ ┐")) == {"blue": "a1 b1 c1 c2 c3"}


def test_4_8_with_detours_it_goes_round_who_blocks() -> None:
    blocked = """
        ┬b ┬o ╴B
        └  ┴  ┘
    """
    assert ways(blocked) == {}
    assert ways(blocked.replace("╴B", "┐B"), "detour") == {"blue": "a1 a2 b2 c2 c1"}
