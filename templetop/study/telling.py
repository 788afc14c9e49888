"""A study in a few sentences: what a designer would want to hear first."""

from collections.abc import Iterator

from templetop.engine.policy import NO_APPEAL, POLICIES, greedy_is_random
from templetop.engine.words import listed
from templetop.study.figures import (
    FIRST,
    SHARE,
    Figure,
    Figures,
    count_of,
    interval_words,
    share_words,
    words,
)
from templetop.study.sure import Estimate

# Who always does the same leaves nothing to anybody but the deal.
REPEATING = (
    " Greedy bots hardly ever change their minds; among players who do, it would probably be less."
)
NO_LEAD = (
    "Nothing is said about the lead: in this game it hardly ever shows who is in first place before"
    " the end."
)
MOST_DIFFERENCES = 6


def in_short(figures: Figures) -> list[str]:
    """Of one variant, what it is like; of two, first where they differ."""
    if len(figures.study.variants) > 1:
        return [*differences(figures)]
    return [*about(figures)]


def find(figures: Figures, section: str, beginning: str = "") -> list[Figure]:
    found = figures.section(section)
    if found is None:
        return []
    return [figure for figure in found.figures if figure.name.startswith(beginning)]


def value(figures: Figures, section: str, beginning: str) -> str | None:
    """The first figure of that name, with its interval."""
    for figure in find(figures, section, beginning):
        if (one := figure.estimates[0]) is not None:
            return with_interval(one, figure.unit)
    return None


def with_interval(one: Estimate, unit: str) -> str:
    between = interval_words(one, unit)
    return f"{words(one.value, unit)} ({between})" if between else words(one.value, unit)


# ── One variant ──────────────────────────────────────────────────────────────────────────────────


def about(figures: Figures) -> Iterator[str]:
    yield from about_greedy(figures)
    yield from about_seats(figures)
    yield from about_order(figures)
    if gap := value(figures, "closeness", f"{many(figures)} between"):
        winner = value(figures, "closeness", f"{many(figures)} of the first")
        yield f"First and second are {gap} {many(figures)} apart; the first has {winner}."
    if changes := value(figures, "lead", "changes"):
        settled = value(figures, "lead", "of the game gone")
        yield f"The lead changes {changes} times a game, the last time after {settled} of it."
    elif lead_is_unknown(figures):
        yield NO_LEAD
    made, among = (
        value(figures, "decisions", name) for name in ("decisions of a player", "moves to choose")
    )
    yield f"A player makes {made} decisions, each among {among} moves."
    yield from about_sources(figures)
    yield from about_luck(figures)


def about_greedy(figures: Figures) -> Iterator[str]:
    """Whoever reads about greedy bots takes them for bots that know what they want."""
    if "greedy" in figures.study.everybody and greedy_is_random(figures.notes.game):
        yield NO_APPEAL


def lead_is_unknown(figures: Figures) -> bool:
    """Are there several sides, but no figures about who is ahead?"""
    return figures.section("lead") is None and count_of(figures.notes) > 1


def many(figures: Figures) -> str:
    measure = figures.notes.game.measure
    return measure.many if measure is not None else "points"


def about_seats(figures: Figures) -> Iterator[str]:
    seats = [
        (figure.name, one)
        for figure in find(figures, "seats", "seat ")
        if (one := figure.estimates[0]) is not None
    ]
    if won := value(figures, "seats", "games won"):
        yield f"The players win {won} of the games together."
    if not seats:
        return
    fair = sum(one.value for _, one in seats) / len(seats)
    unfair = [(name, one) for name, one in seats if one.is_surely_not(fair)]
    if any(one.interval is None for _, one in seats):
        yield "These are too few games to say whether a seat has an advantage."
        return
    if not unfair:
        widest = max(max(one.high - fair, fair - one.low) for _, one in seats)
        yield (
            "No seat has an advantage that these games can show: none is more than"
            f" {100 * widest:.1f} percentage points away from its fair share,"
            f" {share_words(fair)}."
        )
        return
    name, most = max(unfair, key=lambda found: abs(found[1].value - fair))
    side = "more" if most.value > fair else "less"
    others = [other.removesuffix(" wins") for other, _ in unfair if other != name]
    others = others if len(seats) > 2 else []  # of two, one says it all
    also = f" The share of {listed(others)} is not fair either." if others else ""
    name = name.capitalize()
    yield (
        f"{name} {with_interval(most, SHARE)} of the games, {side} than its fair share of"
        f" {share_words(fair)}.{also}"
    )


def about_order(figures: Figures) -> Iterator[str]:
    """Who begins, where that is not always the same seat."""
    found = value(figures, "seats", FIRST)
    if found is not None:
        fair = share_words(1 / figures.study.seats)
        yield f"Whoever begins wins {found} of the games; the fair share is {fair}."


def about_sources(figures: Figures) -> Iterator[str]:
    found = [
        (figure.name.removeprefix("from "), one)
        for figure in find(figures, "points", "from ")
        if (one := figure.estimates[0]) is not None
    ]
    if len(found) > 1:
        name, most = max(found, key=lambda source: source[1].value)
        more = [
            (figure.name.removeprefix("winners have more from "), one)
            for figure in find(figures, "points", "winners have more")
            if (one := figure.estimates[0]) is not None and one.is_surely_not(0)
        ]
        decisive = max(more, key=lambda source: source[1].value, default=None)
        also = (
            f" Winners stand out most by {decisive[0]}: {with_interval(decisive[1], '')} more than"
            " the others."
            if decisive
            else ""
        )
        of_all = f"{words(most.value, '')} of {value(figures, 'points', f'{many(figures)} of')}"
        yield f"Most {many(figures)} come from {name}: {of_all}.{also}"


def about_luck(figures: Figures) -> Iterator[str]:
    luck, skill = figures.luck[0], figures.skill[0]
    if luck is not None:
        yield (
            f"When the same bots play a deal again, {with_interval(luck.deal, SHARE)} of the"
            " differences come back: that is the luck of the deal."
            + (REPEATING if is_repeating(figures) else "")
        )
    if skill is not None and not (
        {skill.bot, skill.rival} <= {*POLICIES} and greedy_is_random(figures.notes.game)
    ):
        yield (
            f"In a seat among {skill.bot}, {skill.rival} wins {with_interval(skill.wins, SHARE)}"
            f" of the games instead of {share_words(skill.fair)}: that is what skill is worth."
        )


def is_repeating(figures: Figures) -> bool:
    """Do all bots make the same moves whenever they can?"""
    return {*figures.study.bots} == {"greedy"} and not greedy_is_random(figures.notes.game)


# ── Two variants ─────────────────────────────────────────────────────────────────────────────────


def differences(figures: Figures) -> Iterator[str]:
    """Where they surely differ, the surest first."""
    yield from about_greedy(figures)
    one, other = (variant.name for variant in figures.study.variants)
    key = [figure for section in figures.sections for figure in section.figures if figure.is_key]
    known = [(figure, gap) for figure in key if (gap := figure.difference) is not None]
    sure = [(figure, gap) for figure, gap in known if gap.is_surely_not(0)]
    sure.sort(key=lambda found: -abs(found[1].value) / max(found[1].spread, 1e-9))
    if not sure:
        yield f"None of the {len(known)} main figures clearly differs between {one} and {other}."
        return
    yield (
        f"{len(sure)} of the {len(known)} main figures clearly differ; by chance alone, about"
        f" {max(1, round(len(known) / 20))} would seem to."
    )
    for figure, gap in sure[:MOST_DIFFERENCES]:
        first, second = figure.estimates
        assert first is not None
        assert second is not None
        side = "higher" if gap.value > 0 else "lower"
        amount = difference_words(gap, figure.unit)
        name = whole_name(figures, figure)
        yield (
            f"{name[0].upper()}{name[1:]}: {words(first.value, figure.unit)} instead of"
            f" {words(second.value, figure.unit)}, {side} by {amount}."
        )


def whole_name(figures: Figures, figure: Figure) -> str:
    """Away from its section, a figure says what it counts."""
    is_source = figure.name.startswith("from ")
    return f"{many(figures)} of a player {figure.name}" if is_source else figure.name


def difference_words(gap: Estimate, unit: str, with_sign: bool = False) -> str:
    """3.1 (2.2 to 4.0); of shares, in percentage points. Without a sign, for one that is sure."""
    value, low, high = gap.value, gap.low, gap.high
    if not with_sign:
        low, high = sorted((abs(low), abs(high)))
        value = abs(value)
    if gap.interval is None:
        return without_interval(value, unit, with_sign)
    factor, behind = (100.0, " percentage points") if unit == SHARE else (1.0, "")
    numbers = [signed(factor * one, with_sign, unit) for one in (value, low, high)]
    if with_sign:
        behind = behind.replace("percentage points", "pp")
    return f"{numbers[0]} ({numbers[1]} to {numbers[2]}){behind}"


def without_interval(value: float, unit: str, with_sign: bool) -> str:
    """+3.1, or −2.0 pp."""
    if unit == SHARE:
        return (
            f"{signed(100 * value, with_sign, unit)} {'pp' if with_sign else 'percentage points'}"
        )
    return signed(value, with_sign, unit)


def signed(value: float, with_sign: bool, unit: str) -> str:
    text = f"{abs(value):.1f}" if unit == SHARE else words(abs(value), unit)
    if not with_sign or float(text.replace(",", "")) == 0:
        return text
    return f"+{text}" if value > 0 else f"−{text}"
