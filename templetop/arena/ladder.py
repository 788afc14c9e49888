"""A picture of the ladder: where everybody stands, and how sure that is."""

from collections.abc import Iterator
from html import escape
from math import ceil, floor, log10

from templetop.arena.standings import Standing, Standings
from templetop.arena.words import t
from templetop.intervals import Interval

WIDTH = 720
TOP = 64
STEP = 34  # from one bot to the next
BELOW = 48
NAMES = 210  # where the axis begins
FIGURES = 84  # right of the axis
LETTERS = 22  # of a name
TICKS = 8  # at most so many

STYLE = """
    .ground { fill: #fff }
    text { font: 14px system-ui, sans-serif; fill: #24292f }
    .title { font-size: 17px; font-weight: 600 }
    .fine { font-size: 12px; fill: #656d76 }
    .grid { stroke: #d8dee4 }
    .bar { stroke: #54aeff; stroke-width: 8 }
    .dot { fill: #0550ae }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 }
      text { fill: #e6edf3 }
      .fine { fill: #9198a1 }
      .grid { stroke: #30363d }
      .bar { stroke: #1f6feb }
      .dot { fill: #cae8ff }
    }
"""


def ladder(title: str, standings: Standings) -> str:
    """The picture as SVG; it is light or dark as the page around it."""
    rated = [one for one in standings.bots if one.rating is not None]
    axis = Axis(rated)
    height = TOP + STEP * len(rated) + BELOW
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img" aria-label="{escape(title)}">',
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text class="title" x="20" y="32">{escape(title)}</text>',
        *axis.drawn(height - BELOW),
        *(line for n, one in enumerate(rated) for line in rung(one, n, axis)),
        f'<text class="fine" x="{axis.middle}" y="{height - 10}" text-anchor="middle">'
        f"{escape(t('rating (Elo) with 95% interval'))}</text>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class Axis:
    """Ratings from left to right."""

    def __init__(self, bots: list[Standing]) -> None:
        low = min(interval_of(one).low for one in bots)
        high = max(interval_of(one).high for one in bots)
        self.step = round_step(max(high - low, 1.0) / TICKS)
        self.low = self.step * floor(low / self.step)
        self.high = max(self.step * ceil(high / self.step), self.low + self.step)
        self.middle = (NAMES + WIDTH - FIGURES) / 2

    def x(self, rating: float) -> float:
        share = (rating - self.low) / (self.high - self.low)
        return round(NAMES + share * (WIDTH - FIGURES - NAMES), 1)

    def drawn(self, bottom: float) -> Iterator[str]:
        for n in range(round((self.high - self.low) / self.step) + 1):
            rating = self.low + n * self.step
            x = self.x(rating)
            yield f'<path class="grid" d="M{x} {TOP - 14}V{bottom}"/>'
            yield (
                f'<text class="fine" x="{x}" y="{bottom + 18}" text-anchor="middle">'
                f"{signed(rating)}</text>"
            )


def round_step(least: float) -> int:
    """1, 2 or 5 with noughts, not less than this."""
    power = 10 ** floor(log10(max(least, 1)))
    return int(next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least))


def rung(one: Standing, number: int, axis: Axis) -> Iterator[str]:
    """A bot: its name, its interval as a bar, its rating as a dot and a number."""
    y = TOP + STEP * number + 10
    low, high = map(axis.x, interval_of(one))
    rating = one.rating or 0.0
    name = one.bot if len(one.bot) <= LETTERS else f"{one.bot[: LETTERS - 1]}…"
    yield f'<text x="20" y="{y + 5}">{number + 1}  {escape(name)}</text>'
    yield f'<path class="bar" d="M{low} {y}H{high}"/>'
    yield f'<circle class="dot" cx="{axis.x(rating)}" cy="{y}" r="5"/>'
    yield f'<text x="{WIDTH - 20}" y="{y + 5}" text-anchor="end">{signed(rating)}</text>'


def interval_of(one: Standing) -> Interval:
    """Without an interval, the rating alone. Only those who are rated stand on a ladder."""
    rating = one.rating or 0.0
    return one.rating_interval or Interval(rating, rating)


def signed(rating: float) -> str:
    """As it is written, with a real minus."""
    return str(round(rating)).replace("-", "−")
