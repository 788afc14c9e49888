"""What the coach has to say, on a screen of 80 columns."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from templetop.cli.fitting import Fitting
from templetop.cli.replay import heading
from templetop.cli.words import t, tn
from templetop.coach.scales import Estimate
from templetop.coach.verdict import Account, Choice, Coached, Verdict
from templetop.engine.canvas import cut_apart
from templetop.engine.ending import verdict
from templetop.engine.game import Measure
from templetop.engine.match import Match, say
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGLISH, language, mark, numeral
from templetop.engine.words import listed

BARS = "▁▂▃▄▅▆▇█"
CURVE = 56  # columns
NAME = 14
MISJUDGED = mark("what the bot misjudges")
LISTED = 10


def in_words(coached: Coached, match: Match) -> Iterator[RenderableType]:
    """The result, the curve, where to look first, what cost most, and luck and skill."""
    yield Text(heading(match), "bold")
    yield verdict(match.state, match.seats)
    if not coached.verdicts:
        yield "\n" + t("Nobody had a choice to make, so there is nothing to coach.")
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
    yield title(
        t("Expected {points} before each decision", points=many_of(match))
        if by_points
        else t("Outlook, from 0% to 100%, before each decision")
    )
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    names = cut_apart(coached.seats, NAME)
    for seat in coached.coached:
        if verdicts := coached.of(seat):
            heights = [one.expected.mean if by_points else one.outlook for one in verdicts]
            form = ".1f" if by_points else ".0%"
            ends = [numeral(end, form) for end in (heights[0], heights[-1])]
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
        yield title(t("No decision was clearly worse than another."))
        return
    yield title(t("Look at these first"))
    for one in moments:
        move = t("Move {number}: {name} {does}.", number=one.number,
                 name=coached.seats[one.seat], does=in_words_of(one.made, one, match))  # fmt: skip
        yield indented(move, 1)
        for line in moment_lines(one, coached, match):
            yield indented(line, 2)


def indented(line: str, steps: int) -> Padding:
    return Padding(Text(line), (0, 0, 0, 2 * steps), expand=False)


def moment_lines(one: Verdict, coached: Coached, match: Match) -> Iterator[str]:
    """What was better, and why."""
    better = {"move": in_words_of(one.better, one, match), "code": one.better.code}
    if one.mixed:
        yield t("Usually better: {move} ({code}).", **better)
    else:
        yield t("Better: {move} ({code}).", **better)
    lost = t("Lost: {losses}.", losses=losses(one, coached, match))
    yield lost if one.is_sure else f"{lost} {t('This may be chance.')}"
    yield because(one, coached, match)
    better_line, made_line = lines_of(one)
    if better_line:
        yield t("After the better move, perhaps: {moves}", moves=" ".join(better_line))
    if made_line and made_line != better_line:
        yield t("After the move played, perhaps: {moves}", moves=" ".join(made_line))


def in_words_of(choice: Choice, one: Verdict, match: Match) -> str:
    """What the choice does, in the language spoken now: verdicts are in English."""
    if language() == ENGLISH:
        return choice.words
    done = 0
    for state, step in match.steps():
        if done <= one.number - 1 < done + len(step):
            return say(state, one.seat, choice.move)
        done += len(step)
    return choice.words


def lines_of(one: Verdict) -> tuple[Sequence[str], Sequence[str]]:
    """How it might go on; in English, where verdicts were kept without other languages."""
    return one.in_other_languages.get(language(), (one.better_line, one.made_line))


def because(one: Verdict, coached: Coached, match: Match) -> str:
    best, made = one.expected.mean, one.after
    if coached.unit == "chances":
        better = t("an outlook of {share:.0%}", share=best)
        worse = numeral(made, ".0%")
    elif coached.unit == "points":
        better = f"{numeral(best, '.1f')} {many_of(match)}"
        worse = numeral(made, ".1f")
    else:
        better, worse = (lead(ahead, many_of(match)) for ahead in (best, made))
    return t(
        "Why: the search expects {better} after it, and {worse} after the move played.",
        better=better,
        worse=worse,
    )


def lead(ahead: float, many: str) -> str:
    if round(abs(ahead), 1) == 0:
        return t("nobody ahead")
    if ahead > 0:
        return t("{number:.1f} {points} ahead", number=ahead, points=many)
    return t("{number:.1f} {points} behind", number=-ahead, points=many)


def losses(one: Verdict, coached: Coached, match: Match) -> str:
    chances = t("{share} of the outlook", share=share(one.lost))
    if coached.unit == "chances":
        return chances
    lost = f"{points(one.cost)} {many_of(match)}"
    return lost if coached.unit == "points" else f"{lost}, {chances}"


def points(found: Estimate) -> str:
    return f"{numeral(found.mean, '.1f')} ± {numeral(found.margin, '.1f')}"


def share(found: Estimate) -> str:
    return f"{100 * found.mean:.0f} ± {numeral(found.margin, '.0%')}"


def measure_of(match: Match) -> Measure:
    assert match.game.measure is not None
    return match.game.measure


def many_of(match: Match) -> str:
    """Points, or whatever is counted in this game."""
    return match.game.words.text(measure_of(match).many)


def the_costliest(coached: Coached, match: Match) -> Iterator[RenderableType]:
    """A row for each; which of them are certain is shown by the interval."""
    costliest = [one for one in coached.costliest if one.is_worth_a_look][:LISTED]
    if not costliest:
        return
    yield title(t("The costliest decisions"))
    units = {"lead": [points_lost, outlook_lost], "points": [points_lost]}
    columns = units.get(coached.unit, [outlook_lost])
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("move"), justify="right", no_wrap=True)
    for heading_of_column in (t("who"), t("played"), t("better")):
        table.add_column(heading_of_column)
    for column in columns:
        name = t("outlook") if column is outlook_lost else many_of(match)
        table.add_column(name, justify="right", no_wrap=True)
    names = cut_apart(coached.seats, NAME)
    for one in costliest:
        moves = (in_words_of(choice, one, match) for choice in (one.made, one.better))
        figures = (column(one) for column in columns)
        table.add_row(str(one.number), names[one.seat], *moves, *figures)
    yield Fitting(table)
    yield Text(effort(coached), "dim")


def points_lost(one: Verdict) -> str:
    return points(-one.cost)


def outlook_lost(one: Verdict) -> str:
    return share(-one.lost)


def effort(coached: Coached) -> str:
    games = sum(one.games for one in coached.verdicts)
    weighed = t(
        "{decisions} weighed in {games}",
        decisions=tn("{count:,} decision", "{count:,} decisions", len(coached.verdicts)),
        games=tn("{count:,} simulated game", "{count:,} simulated games", games),
    )
    if deep := sum(one.deep for one in coached.verdicts):
        weighed += t(", {count} of them more deeply", count=deep)
    return f"{weighed}. {t('± marks 95% intervals.')}"


# ── Luck and skill ───────────────────────────────────────────────────────────────────────────────


def luck_and_skill(coached: Coached, match: Match) -> Iterator[RenderableType]:
    if not coached.over:
        yield "\n" + t("The match is not over, so luck and skill cannot be told apart yet.")
        return
    yield title(in_what(coached, match))
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("")
    show = share if coached.unit == "chances" else points
    has_rivals = len(coached.coached) > 1
    others = [t("others' moves")] if has_rivals else []
    unexplained = t(rest(coached, match))
    for column in (t("expected"), t("own moves"), *others, unexplained, t("result")):
        table.add_column(column, justify="right", no_wrap=True)
    names = cut_apart(coached.seats, NAME)
    for one in coached.accounts:
        cells = [one.start, one.own, *([one.others] if has_rivals else []), one.chance]
        result = numeral(one.result, ".0%" if coached.unit == "chances" else "g")
        table.add_row(names[one.seat], *map(show, cells), result)
    yield Fitting(table)
    for one in coached.accounts:
        yield summary(one, coached, match)
    yield Text(small_print(coached, match), "dim")


def rest(coached: Coached, match: Match) -> str:
    """What everything comes from that no decision explains."""
    if len(coached.coached) < len(match.seats):
        return mark("chance and others") if has_chance(match) else mark("others")
    return mark("chance") if has_chance(match) else mark("the rest")


def has_chance(match: Match) -> bool:
    return any(seat == CHANCE for seat, _ in match.moves)


def in_what(coached: Coached, match: Match) -> str:
    if coached.unit == "chances":
        return t("Luck and skill, in the outlook from 0% to 100%")
    if coached.unit == "points":
        return t("Luck and skill, in {points}", points=many_of(match))
    return t("Luck and skill, in {points} ahead of the best rival", points=many_of(match))


def summary(one: Account, coached: Coached, match: Match) -> str:
    """Which of the two was it? Only what is larger than its interval is claimed."""
    unexplained = rest(coached, match)
    sources = [(unexplained, one.chance)] if unexplained != "the rest" else []
    sources += [("own moves", one.own)]
    clear = [
        told(source, found, coached) for source, found in sources if abs(found.mean) > found.margin
    ]
    if clear:
        says = listed(clear)
    elif sources[1:]:
        says = t("neither {source} nor own moves made a clear difference", source=t(unexplained))
    else:
        says = t("own moves made no clear difference")
    return f"{coached.seats[one.seat]}: {says}."


def told(source: str, found: Estimate, coached: Coached) -> str:
    """Chance gave 3.1, or own moves cost 2 %."""
    amount = numeral(abs(found.mean), ".0%" if coached.unit == "chances" else ".1f")
    if found.mean > 0:
        return t("{source} gave {amount}", source=t(source), amount=amount)
    return t("{source} cost {amount}", source=t(source), amount=amount)


def small_print(coached: Coached, match: Match) -> str:
    """What the rest is made of."""
    parts = [t("the deal"), t("hidden information")] if has_chance(match) else []
    if len(coached.coached) < len(match.seats):
        parts.append(t("the seats that were not coached"))
    return t(
        "What no weighed decision explains counts as {rest}: {parts}.",
        rest=t(rest(coached, match)),
        parts=listed([*parts, t(MISJUDGED)]),
    )
