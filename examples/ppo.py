"""Teach a network Karuba by playing against itself: PPO in torch, on a batch of tables.

    pip install 'templetop[cuda]' torch
    python examples/ppo.py --seconds 480 --out training          on a GPU, about eight minutes
    python examples/ppo.py --seconds 300 --tables 256 --width 32 --blocks 2       on a CPU, to try

In the first part of the time the network learns what the bot `greedy` would do, and where that
leads. Then it plays both seats, or one against greedy, and learns from the points each seat gains.
Everything stays on the device: the tables, what is seen of them, the network. What has been learned
is saved as it goes: the latest network, the best so far (`best.npz`, which the bot `neural` plays
by), and how it went (`curve.json`).
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import log_softmax

sys.path.insert(0, str(Path(__file__).parents[1]))

import templetop as tt
from templetop.engine.observing import first_of
from templetop.games.karuba.rules.island import BEACHES, SPACES, TEMPLES
from templetop.games.karuba.rules.moves import DISCARD, PLACE, walk
from templetop.games.karuba.rules.pieces import ADVENTURERS

KARUBA = tt.take("karuba")
OUR_GAIN, THEIR_GAIN = 0.2, -0.1  # what a point is worth
LAMBDA, CLIP = 0.98, 0.2
TOO_FAR = 0.02  # how far, on average, a lesson may carry the network from what it was


# ── Which number goes where ──────────────────────────────────────────────────────────────────────


def layout() -> dict[str, np.ndarray[Any, Any]]:
    """For every space, and for the network as a whole, which numbers it sees; and where moves go.

    Numbers: what is observed, then the mask, then a 0. Moves: five for each space (lay the tile
    there, walk one of four there), then those that belong to no space.
    """
    start = {plane.name: first_of(KARUBA.planes, plane.name) for plane in KARUBA.planes}
    mask, nothing = KARUBA.observation, KARUBA.observation + KARUBA.moves.count
    spaces: list[list[int]] = [[] for _ in range(SPACES)]
    own_moves = [[space, *(walk(n, space) for n in range(ADVENTURERS))] for space in range(SPACES)]
    for space, seen in enumerate(spaces):
        for turn in ("seat 0 from here: ", "seat 1 from here: "):
            tiles = start[turn + "paths to north, east, south and west; a crystal, gold lying"]
            stands = start[turn + "where each adventurer stands: a space, the temple, the beach"]
            seen += [tiles + 6 * space + n for n in range(6)]
            seen += [stands + 32 * n + space for n in range(ADVENTURERS)]
        for plane, edge, row in (
            ("beach numbers", "W", BEACHES), ("beach numbers", "S", BEACHES),
            ("temple numbers", "N", TEMPLES), ("temple numbers", "E", TEMPLES),
        ):  # fmt: skip
            here = [n for n, (_, side, at) in enumerate(row) if (side, at) == (edge, space)]
            first = start[plane] + here[0] if here else nothing
            seen += [first + len(row) * n if here else nothing for n in range(ADVENTURERS)]
        seen += [mask + move for move in own_moves[space]]
    in_spaces = {number for seen in spaces for number in seen}
    present = start["beach numbers"] // 2  # of four islands, two are there
    whole = [n for n in range(nothing) if not present <= n < start["beach numbers"]]
    whole = [n for n in whole if n not in in_spaces]
    others = [DISCARD, *(walk(n, SPACES) for n in range(ADVENTURERS))]
    others += range(PLACE, KARUBA.moves.count)
    moves = np.zeros(KARUBA.moves.count, np.int64)
    for place, move in enumerate([*np.concatenate(own_moves), *others]):
        moves[move] = place
    return {"spaces": np.array(spaces), "whole": np.array(whole), "moves": moves}


# ── The network ──────────────────────────────────────────────────────────────────────────────────


class Block(nn.Module):
    """Spaces talk to each other, then each thinks for itself."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.before_talk, self.before_thought = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ask, self.tell = nn.Linear(SPACES, 2 * SPACES), nn.Linear(2 * SPACES, SPACES)
        self.widen, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, spaces: Tensor) -> Tensor:
        talk = self.ask(self.before_talk(spaces).transpose(1, 2)).relu()
        spaces = spaces + self.tell(talk).transpose(1, 2)
        return spaces + self.narrow(self.widen(self.before_thought(spaces)).relu())


class Network(nn.Module):
    """What is seen, and what may be done, to how good each move looks, and what is to come."""

    def __init__(self, width: int, blocks: int) -> None:
        super().__init__()
        for name, numbers in layout().items():
            self.register_buffer(name, torch.from_numpy(numbers))
        self.enter = nn.Linear(self.spaces.shape[1], width)
        self.enter_whole = nn.Linear(len(self.whole), width)
        self.place = nn.Parameter(torch.randn(SPACES, width) * 0.1)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.leave = nn.LayerNorm(width)
        self.gather = nn.Linear(width, width)
        self.on_spaces = nn.Linear(width, 1 + ADVENTURERS)
        self.on_whole = nn.Linear(width, int(self.moves.max()) + 1 - SPACES * (1 + ADVENTURERS))
        self.value = nn.Linear(width, 1)

    def forward(self, numbers: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        seen = torch.cat([numbers, mask.to(numbers.dtype), torch.zeros_like(numbers[:, :1])], 1)
        whole = self.enter_whole(seen[:, self.whole]).unsqueeze(1)
        spaces = self.enter(seen[:, self.spaces]) + whole + self.place.to(whole.dtype)
        for block in self.blocks:
            spaces = block(spaces)
        with torch.autocast(seen.device.type, enabled=False):  # what comes out is to be exact
            spaces = self.leave(spaces.float())
            whole = self.gather(spaces.mean(1)).relu()
            moves = torch.cat([self.on_spaces(spaces).flatten(1), self.on_whole(whole)], 1)
            looks = moves[:, self.moves].masked_fill(~mask, -1e9)
            return looks, self.value(whole).squeeze(1)


# ── Playing and learning ─────────────────────────────────────────────────────────────────────────


class Pupil:
    """A network, the tables it plays at, and the time it has."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.begin = given, time.monotonic()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(given.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.network = Network(given.width, given.blocks).to(self.device)
        # What is compiled is more than twice as fast on a GPU; on a CPU it would need a C compiler.
        self.fast = torch.compile(self.network) if self.device == "cuda" else self.network
        self.optimiser = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.batch = tt.Batch(
            KARUBA, given.tables, self.device, seats=2, seed=given.seed, rewards="points", say=print
        )
        self.curve: list[dict[str, float]] = []
        self.decisions, self.iterations = 0, 0

    @property
    def spent(self) -> float:
        """The share of the time that is over."""
        return (time.monotonic() - self.begin) / self.given.seconds

    def think(self, network: Any, numbers: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            looks, value = network(numbers, mask)
        return looks, value

    @torch.no_grad()
    def play(self, imitates: bool) -> dict[str, Tensor]:
        """So many decisions at every table; all that is needed to learn from them."""
        batch, steps = self.batch, []
        rows = torch.arange(batch.size, device=self.device)
        half = rows < batch.size // 2
        for _ in range(self.given.steps):
            numbers = torch.from_dlpack(batch.observe()).to(torch.float16)
            mask = torch.from_dlpack(batch.mask()).clone()
            seat = torch.from_dlpack(batch.asked).clone()
            looks, value = self.think(self.fast, numbers.float(), mask)
            noise = torch.rand_like(looks).clamp_min(1e-9).log().neg().log().neg()
            move = (looks + noise).argmax(1)  # drawn: a better look makes it likelier
            greedy = torch.from_dlpack(batch.choose("greedy")).clone()
            # Half the tables show where greedy itself gets; later it has one seat at each of them.
            is_greedy = half if imitates else half & (seat == rows % 2)
            lesson = greedy if imitates else move
            batch.step(torch.where(is_greedy, greedy, move))
            chance = log_softmax(looks, 1).gather(1, lesson[:, None])[:, 0]
            gains, over = torch.from_dlpack(batch.rewards), torch.from_dlpack(batch.over)
            worth = OUR_GAIN * gains + THEIR_GAIN * gains.flip(1)
            own = torch.full_like(over, True) if imitates else ~is_greedy
            step = (numbers, mask, seat, lesson, chance, value, worth.clone(), over.clone(), own)
            steps.append(step)
        self.decisions += self.given.steps * batch.size
        names = ("numbers", "mask", "seat", "move", "chance", "value", "worth", "over", "own")
        played = {name: torch.stack(column) for name, column in zip(names, zip(*steps))}
        played["advantage"], played["counts"] = self.advantages(played)
        return played

    def advantages(self, played: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """How much better than expected each decision was, seat by seat, from the last one back.

        A seat's next decision comes some steps later. A decision counts only if that is known.
        """
        rows = torch.arange(self.batch.size, device=self.device)
        gain, coming, better = (torch.zeros_like(played["worth"][0]) for _ in range(3))
        known = torch.zeros_like(gain, dtype=torch.bool)
        advantage, counts = torch.zeros_like(played["value"]), torch.zeros_like(played["over"])
        for t in reversed(range(len(advantage))):
            seat, over = played["seat"][t], played["over"][t][:, None]
            gain, coming, better = (x.masked_fill(over, 0) for x in (gain, coming, better))
            known = known | over
            gain = gain + played["worth"][t]
            surprise = gain[rows, seat] + coming[rows, seat] - played["value"][t]
            counts[t] = known[rows, seat]
            advantage[t] = (surprise + LAMBDA * better[rows, seat]) * counts[t]
            gain[rows, seat], coming[rows, seat] = 0.0, played["value"][t]
            better[rows, seat], known[rows, seat] = advantage[t], True
        return advantage, counts

    def learn(self, played: dict[str, Tensor], imitates: bool) -> dict[str, float]:
        """Some steps of the optimiser, from all that was played, in parts."""
        left = 1 - self.spent / self.given.imitate if imitates else 1 - self.spent
        rate = (1.5e-3 if imitates else 4e-4) * max(0.1, left)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        chosen = (played["counts"] & played["own"]).flatten().nonzero()[:, 0]
        flat = {name: tensor.flatten(0, 1) for name, tensor in played.items()}
        flat["target"] = flat["advantage"] + flat["value"]
        spread = flat["advantage"][chosen].std() + 1e-6
        middle = flat["advantage"][chosen].mean()
        told: list[Tensor] = []
        for _ in range(1 if imitates else self.given.epochs):
            order = chosen[torch.randperm(len(chosen), device=self.device)]
            parts = max(1, len(order) // self.given.part)  # all of one size: compiled once
            for part in order[: parts * self.given.part].split(self.given.part):
                numbers, mask = flat["numbers"][part].float(), flat["mask"][part]
                looks, value = self.think(self.fast, numbers, mask)
                chances = log_softmax(looks, 1)
                chance = chances.gather(1, flat["move"][part][:, None])[:, 0]
                entropy = -(chances.exp() * chances).sum(1).mean()
                off = (value - flat["target"][part]).square().mean()
                told.append(torch.stack([chance.mean(), entropy, off]).detach())
                if imitates:
                    loss = -chance.mean() + 0.5 * off
                else:
                    ratio = (chance - flat["chance"][part]).exp()
                    better = (flat["advantage"][part] - middle) / spread
                    gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
                    if (flat["chance"][part] - chance).mean() > TOO_FAR:
                        break
                    loss = -gain.mean() + 0.5 * off - self.given.entropy * entropy
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimiser.step()
        chance, entropy, off = torch.stack(told).mean(0).tolist()
        return {"chance": chance, "entropy": entropy, "off": off}

    @torch.no_grad()
    def against(self, rival: str, tables: int) -> float:
        """The share of games that it wins, drawn ones half: from both seats, with its best move."""
        batch = tt.Batch(KARUBA, tables, self.device, seats=2, seed=self.given.seed + 1)
        own = torch.arange(tables, device=self.device) % 2
        result = torch.full((tables,), torch.nan, device=self.device)
        while result.isnan().any():
            numbers, mask = torch.from_dlpack(batch.observe()), torch.from_dlpack(batch.mask())
            best = self.think(self.network, numbers, mask)[0].argmax(1)
            theirs = torch.from_dlpack(batch.choose(rival))
            batch.step(torch.where(torch.from_dlpack(batch.asked) == own, best, theirs))
            ended = torch.from_dlpack(batch.over) & result.isnan()
            mine = torch.from_dlpack(batch.rewards).gather(1, own[:, None])[:, 0]
            result = torch.where(ended, (mine + 1) / 2, result)
        return float(result.mean())

    def report(self, told: dict[str, float], tables: int) -> None:
        """How it stands: printed, and saved with the network."""
        seconds = time.monotonic() - self.begin
        row = {"seconds": round(seconds, 1), "decisions": self.decisions, **told}
        row |= {rival: self.against(rival, tables) for rival in ("greedy", "random")}
        self.curve.append(row)
        print(json.dumps(row), flush=True)
        state = self.network.state_dict()
        kinds = {n: np.float16 if t.is_floating_point() else np.int16 for n, t in state.items()}
        small = {name: state[name].cpu().numpy().astype(kind) for name, kind in kinds.items()}
        np.savez_compressed(self.given.out / "network.npz", **small)
        if row["greedy"] >= max(earlier["greedy"] for earlier in self.curve):
            np.savez_compressed(self.given.out / "best.npz", **small)
        (self.given.out / "curve.json").write_text(json.dumps(self.curve, indent=1) + "\n")

    def train(self) -> None:
        """Until the time is over; a report now and then, and one at the end."""
        next_report, told = 0.0, dict[str, float]()
        while self.spent < 1:
            imitates = self.spent < self.given.imitate
            told = self.learn(self.play(imitates), imitates)
            self.iterations += 1
            if self.spent >= next_report:
                self.report(told, self.given.tables // 4)
                next_report += 1 / self.given.reports
        self.report(told, self.given.tables)


NUMBERS = {
    "seconds": 480, "tables": 8192, "steps": 32, "part": 16384, "epochs": 2, "width": 96,
    "blocks": 4, "seed": 1, "reports": 16,
}  # fmt: skip


def main() -> None:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--out", type=Path, default=Path("training"), help="a folder")
    for name, value in NUMBERS.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--imitate", type=float, default=0.4, help="for this share of the time")
    parser.add_argument("--entropy", type=float, default=0.03, help="what doubt is worth")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    Pupil(given).train()


if __name__ == "__main__":
    main()
