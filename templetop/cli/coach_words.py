"""What the coach has to say, on a screen of 80 columns."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from templetop.cli.fitting import Fitting
from templetop.cli.replay import heading
from templetop.coach.scales import Estimate
from templetop.coach.verdict import Account, Coached, Verdict
from templetop.engine.canvas import cut_apart
from templetop.engine.ending import verdict
from templetop.engine.game import Measure
from templetop.engine.match import Match
from templetop.engine.seats import CHANCE
from templetop.engine.words import counted, listed

BARS = "▁▂▃▄▅▆▇█"
CURVE = 56  # columns
NAME = 14
MISJUDGED = "what the bot misjudges"
LISTED = 10


def in_words(coached: Coached, match: Match) -> Iterator[RenderableType]:
    """The result, the curve, where to look first, what cost most, and luck and skill."""
    yield Text(heading(match), "bold")
    yield verdict(match.state, match.seats)
    if not coached.verdicts:
        yield "\nNobody had a choice to make, so there is nothing to coach."
        return
    yield from the_curve(coached, match)
    yield from the_moments(coached, match)
    yield from the_costliest(coached, match)
    yield from luck_and_skill(coached, match)


def title(words: str) -> Text:
    return Text(f"\n{words}", "bold")


# ── The curve ────────────────────────────────────────────────────────────────────────────────────


def the_curve(coached: Coached, match: Match) -> Iterator[RenderableType]:
    """How it went up and down for each seat, from its first decision to its last."""
    by_points = coached.unit == "points"
    what = f"Expected {measure_of(match).many}" if by_points else "Outlook, from 0% to 100%,"
    yield title(f"{what} before each decision")
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    names = cut_apart(coached.seats, NAME)
    for seat in coached.coached:
        if verdicts := coached.of(seat):
            heights = [one.expected.mean if by_points else one.outlook for one in verdicts]
            ends = [
                f"{end:.1f}" if by_points else f"{end:.0%}" for end in (heights[0], heights[-1])
            ]
            bars = curve(between(heights) if by_points else heights)
            table.add_row(names[seat], Text(bars, "cyan"), " → ".join(ends))
    yield table


def between(heights: Sequence[float]) -> list[float]:
    """The lowest becomes 0 and the highest 1."""
    low, high = min(heights), max(heights)
    return [(height - low) / (high - low) if high > low else 0.5 for height in heights]


def curve(outlook: Sequence[float]) -> str:
    """One bar for each decision; a long match has several decisions to a bar."""
    columns = min(CURVE, len(outlook))
    edges = [n * len(outlook) // columns for n in range(columns + 1)]
    means = [sum(outlook[first:last]) / (last - first) for first, last in pairwise(edges)]
    return "".join(BARS[min(len(BARS) - 1, max(0, int(mean * len(BARS))))] for mean in means)


# ── Where to look ────────────────────────────────────────────────────────────────────────────────


def the_moments(coached: Coached, match: Match) -> Iterator[RenderableType]:
    moments = coached.moments
    if not moments:
        yield title("No decision was clearly worse than another.")
        return
    yield title("Look at these first")
    for one in moments:
        yield indented(f"Move {one.number}: {coached.seats[one.seat]} {one.made.words}.", 1)
        for line in moment_lines(one, coached, match):
            yield indented(line, 2)


def indented(line: str, steps: int) -> Padding:
    return Padding(Text(line), (0, 0, 0, 2 * steps), expand=False)


def moment_lines(one: Verdict, coached: Coached, match: Match) -> Iterator[str]:
    """What was better, and why."""
    often = "Usually better" if one.mixed else "Better"
    yield f"{often}: {one.better.words} ({one.better.code})."
    doubt = "" if one.is_sure else " This may be chance."
    yield f"Lost: {losses(one, coached, match)}.{doubt}"
    yield f"Why: {because(one, coached, match)}"
    if one.better_line:
        yield f"After the better move, perhaps: {' '.join(one.better_line)}"
    if one.made_line and one.made_line != one.better_line:
        yield f"After the move played, perhaps: {' '.join(one.made_line)}"


def because(one: Verdict, coached: Coached, match: Match) -> str:
    best, made = one.expected.mean, one.after
    if coached.unit == "chances":
        better, worse = f"an outlook of {best:.0%}", f"{made:.0%}"
    elif coached.unit == "points":
        better, worse = f"{best:.1f} {measure_of(match).many}", f"{made:.1f}"
    else:
        better, worse = (lead(ahead, measure_of(match).many) for ahead in (best, made))
    return f"the search expects {better} after it, and {worse} after the move played."


def lead(ahead: float, many: str) -> str:
    if round(abs(ahead), 1) == 0:
        return "nobody ahead"
    return f"{abs(ahead):.1f} {many} {'ahead' if ahead > 0 else 'behind'}"


def losses(one: Verdict, coached: Coached, match: Match) -> str:
    chances = f"{share(one.lost)} of the outlook"
    if coached.unit == "chances":
        return chances
    lost = f"{points(one.cost)} {measure_of(match).many}"
    return lost if coached.unit == "points" else f"{lost}, {chances}"


def points(found: Estimate) -> str:
    return f"{found.mean:.1f} ± {found.margin:.1f}"


def share(found: Estimate) -> str:
    return f"{100 * found.mean:.0f} ± {100 * found.margin:.0f}%"


def measure_of(match: Match) -> Measure:
    assert match.game.measure is not None
    return match.game.measure


def the_costliest(coached: Coached, match: Match) -> Iterator[RenderableType]:
    """A row for each; which of them are certain is shown by the interval."""
    costliest = [one for one in coached.costliest if one.is_worth_a_look][:LISTED]
    if not costliest:
        return
    yield title("The costliest decisions")
    units = {"lead": [points_lost, outlook_lost], "points": [points_lost]}
    columns = units.get(coached.unit, [outlook_lost])
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("move", justify="right", no_wrap=True)
    for heading_of_column in ("who", "played", "better"):
        table.add_column(heading_of_column)
    for column in columns:
        name = "outlook" if column is outlook_lost else measure_of(match).many
        table.add_column(name, justify="right", no_wrap=True)
    names = cut_apart(coached.seats, NAME)
    for one in costliest:
        cells = (names[one.seat], one.made.words, one.better.words)
        table.add_row(str(one.number), *cells, *(column(one) for column in columns))
    yield Fitting(table)
    yield Text(effort(coached), "dim")


def points_lost(one: Verdict) -> str:
    return points(-one.cost)


def outlook_lost(one: Verdict) -> str:
    return share(-one.lost)


def effort(coached: Coached) -> str:
    weighed = counted(len(coached.verdicts), "decision")
    games = counted(sum(one.games for one in coached.verdicts), "simulated game")
    deep = sum(one.deep for one in coached.verdicts)
    deeply = f", {deep} of them more deeply" if deep else ""
    return f"{weighed} weighed in {games}{deeply}. ± marks 95% intervals."


# ── Luck and skill ───────────────────────────────────────────────────────────────────────────────


def luck_and_skill(coached: Coached, match: Match) -> Iterator[RenderableType]:
    if not coached.over:
        yield "\nThe match is not over, so luck and skill cannot be told apart yet."
        return
    yield title(f"Luck and skill, {in_what(coached, match)}")
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("")
    show = share if coached.unit == "chances" else points
    has_rivals = len(coached.coached) > 1
    others = ["others' moves"] if has_rivals else []
    for column in ("expected", "own moves", *others, rest(coached, match), "result"):
        table.add_column(column, justify="right", no_wrap=True)
    names = cut_apart(coached.seats, NAME)
    for one in coached.accounts:
        cells = [one.start, one.own, *([one.others] if has_rivals else []), one.chance]
        result = f"{one.result:.0%}" if coached.unit == "chances" else f"{one.result:g}"
        table.add_row(names[one.seat], *map(show, cells), result)
    yield Fitting(table)
    for one in coached.accounts:
        yield summary(one, coached, match)
    yield Text(small_print(coached, match), "dim")


def rest(coached: Coached, match: Match) -> str:
    """What everything comes from that no decision explains."""
    if len(coached.coached) < len(match.seats):
        return "chance and others" if has_chance(match) else "others"
    return "chance" if has_chance(match) else "the rest"


def has_chance(match: Match) -> bool:
    return any(seat == CHANCE for seat, _ in match.moves)


def in_what(coached: Coached, match: Match) -> str:
    if coached.unit == "chances":
        return "in the outlook from 0% to 100%"
    many = measure_of(match).many
    return f"in {many}" if coached.unit == "points" else f"in {many} ahead of the best rival"


def summary(one: Account, coached: Coached, match: Match) -> str:
    """Which of the two was it? Only what is larger than its interval is claimed."""
    unexplained = rest(coached, match)
    sources = [(unexplained, one.chance)] if unexplained != "the rest" else []
    sources += [("own moves", one.own)]
    clear = [
        f"{source} {told(found, coached)}"
        for source, found in sources
        if abs(found.mean) > found.margin
    ]
    unclear = f"neither {unexplained} nor own moves made a clear difference"
    nothing = unclear if sources[1:] else "own moves made no clear difference"
    return f"{coached.seats[one.seat]}: {listed(clear) if clear else nothing}."


def told(found: Estimate, coached: Coached) -> str:
    amount = f"{abs(found.mean):.0%}" if coached.unit == "chances" else f"{abs(found.mean):.1f}"
    return f"{'gave' if found.mean > 0 else 'cost'} {amount}"


def small_print(coached: Coached, match: Match) -> str:
    """What the rest is made of."""
    parts = ["the deal", "hidden information"] if has_chance(match) else []
    parts += ["the seats that were not coached"] if len(coached.coached) < len(match.seats) else []
    name = rest(coached, match).capitalize()
    verb = "are" if name.endswith("others") else "is"
    return f"{name} {verb} what no weighed decision explains: {listed([*parts, MISJUDGED])}."
