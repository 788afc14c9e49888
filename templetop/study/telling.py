"""A study in a few sentences: what a designer would want to hear first."""

import re
from collections.abc import Iterator

from templetop.engine.policy import NO_APPEAL, POLICIES, greedy_is_random
from templetop.engine.speech import mark, numeral
from templetop.engine.variant import USUAL
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
from templetop.study.words import t

# Who always does the same leaves nothing to anybody but the deal.
REPEATING = mark(
    "Greedy bots hardly ever change their minds; among players who do, it would probably be less."
)
NO_LEAD = mark(
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
        yield t(
            "First and second are {gap} {points} apart; the first has {winner}.",
            gap=gap,
            points=many_in_words(figures),
            winner=winner,
        )
    if changes := value(figures, "lead", "changes"):
        settled = value(figures, "lead", "of the game gone")
        yield t(
            "The lead changes {changes} times a game, the last time after {settled} of it.",
            changes=changes,
            settled=settled,
        )
    elif lead_is_unknown(figures):
        yield t(NO_LEAD)
    made, among = (
        value(figures, "decisions", name) for name in ("decisions of a player", "moves to choose")
    )
    yield t("A player makes {made} decisions, each among {among} moves.", made=made, among=among)
    yield from about_sources(figures)
    yield from about_luck(figures)


def about_greedy(figures: Figures) -> Iterator[str]:
    """Whoever reads about greedy bots takes them for bots that know what they want."""
    if "greedy" in figures.study.everybody and greedy_is_random(figures.notes.game):
        yield t(NO_APPEAL)


def lead_is_unknown(figures: Figures) -> bool:
    """Are there several sides, but no figures about who is ahead?"""
    return figures.section("lead") is None and count_of(figures.notes) > 1


def many(figures: Figures) -> str:
    measure = figures.notes.game.measure
    return measure.many if measure is not None else "points"


def many_in_words(figures: Figures) -> str:
    return figures.notes.game.words.text(many(figures))


def about_seats(figures: Figures) -> Iterator[str]:
    seats = [
        (int(figure.name.split()[1]), one)  # seat 2 wins
        for figure in find(figures, "seats", "seat ")
        if (one := figure.estimates[0]) is not None
    ]
    if won := value(figures, "seats", "games won"):
        yield t("The players win {won} of the games together.", won=won)
    if not seats:
        return
    fair = sum(one.value for _, one in seats) / len(seats)
    unfair = [(seat, one) for seat, one in seats if one.is_surely_not(fair)]
    if any(one.interval is None for _, one in seats):
        yield t("These are too few games to say whether a seat has an advantage.")
        return
    if not unfair:
        widest = max(max(one.high - fair, fair - one.low) for _, one in seats)
        yield t(
            "No seat has an advantage that these games can show: none is more than {widest:.1f}"
            " percentage points away from its fair share, {fair}.",
            widest=100 * widest,
            fair=share_words(fair),
        )
        return
    seat, most = max(unfair, key=lambda found: abs(found[1].value - fair))
    parts = {
        "seat": seat, "share": with_interval(most, SHARE), "fair": share_words(fair)
    }  # fmt: skip
    if most.value > fair:
        says = t("Seat {seat} wins {share} of the games, more than its fair share of {fair}.",
                 **parts)  # fmt: skip
    else:
        says = t("Seat {seat} wins {share} of the games, less than its fair share of {fair}.",
                 **parts)  # fmt: skip
    others = [t("seat {number}", number=other) for other, _ in unfair if other != seat]
    if others and len(seats) > 2:  # of two, one says it all
        says += " " + t("The share of {seats} is not fair either.", seats=listed(others))
    yield says


def about_order(figures: Figures) -> Iterator[str]:
    """Who begins, where that is not always the same seat."""
    found = value(figures, "seats", FIRST)
    if found is not None:
        yield t(
            "Whoever begins wins {share} of the games; the fair share is {fair}.",
            share=found,
            fair=share_words(1 / figures.study.seats),
        )


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
        sources = figures.notes.game.words
        says = t(
            "Most {points} come from {source}: {amount} of {all}.",
            points=many_in_words(figures),
            source=sources.text(name),
            amount=words(most.value, ""),
            all=value(figures, "points", f"{many(figures)} of"),
        )
        if decisive:
            says += " " + t(
                "Winners stand out most by {source}: {amount} more than the others.",
                source=sources.text(decisive[0]),
                amount=with_interval(decisive[1], ""),
            )
        yield says


def about_luck(figures: Figures) -> Iterator[str]:
    luck, skill = figures.luck[0], figures.skill[0]
    if luck is not None:
        says = t(
            "When the same bots play a deal again, {share} of the differences come back: that is"
            " the luck of the deal.",
            share=with_interval(luck.deal, SHARE),
        )
        yield f"{says} {t(REPEATING)}" if is_repeating(figures) else says
    if skill is not None and not (
        {skill.bot, skill.rival} <= {*POLICIES} and greedy_is_random(figures.notes.game)
    ):
        yield t(
            "In a seat among {bot}, {rival} wins {share} of the games instead of {fair}: that is"
            " what skill is worth.",
            bot=skill.bot,
            rival=skill.rival,
            share=with_interval(skill.wins, SHARE),
            fair=share_words(skill.fair),
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
        yield t(
            "None of the {count} main figures clearly differs between {one} and {other}.",
            count=len(known),
            one=variant_in_words(one),
            other=variant_in_words(other),
        )
        return
    yield t(
        "{sure} of the {count} main figures clearly differ; by chance alone, about {chance} would"
        " seem to.",
        sure=len(sure),
        count=len(known),
        chance=max(1, round(len(known) / 20)),
    )
    for figure, gap in sure[:MOST_DIFFERENCES]:
        first, second = figure.estimates
        assert first is not None
        assert second is not None
        name = whole_name(figures, figure)
        parts = {
            "name": f"{name[0].upper()}{name[1:]}",
            "first": words(first.value, figure.unit),
            "second": words(second.value, figure.unit),
            "amount": difference_words(gap, figure.unit),
        }
        if gap.value > 0:
            yield t("{name}: {first} instead of {second}, higher by {amount}.", **parts)
        else:
            yield t("{name}: {first} instead of {second}, lower by {amount}.", **parts)


def whole_name(figures: Figures, figure: Figure) -> str:
    """Away from its section, a figure says what it counts."""
    name = figure.in_words(figures.notes.game.words)
    if not figure.name.startswith("from "):
        return name
    return t("{points} of a player {source}", points=many_in_words(figures), source=name)


def variant_in_words(name: str) -> str:
    """The name that somebody gave it; the usual game is called so in each language."""
    return t("usual") if name == USUAL else name


def difference_words(gap: Estimate, unit: str, with_sign: bool = False) -> str:
    """3.1 (2.2 to 4.0); of shares, in percentage points. Without a sign, for one that is sure."""
    value, low, high = gap.value, gap.low, gap.high
    if not with_sign:
        low, high = sorted((abs(low), abs(high)))
        value = abs(value)
    if gap.interval is None:
        return without_interval(value, unit, with_sign)
    factor = 100.0 if unit == SHARE else 1.0
    middle, least, most = (signed(factor * one, with_sign, unit) for one in (value, low, high))
    between = t("{low} to {high}", low=least, high=most)
    return with_unit(f"{middle} ({between})", unit, with_sign)


def without_interval(value: float, unit: str, with_sign: bool) -> str:
    """+3.1, or −2.0 pp."""
    factor = 100.0 if unit == SHARE else 1.0
    return with_unit(signed(factor * value, with_sign, unit), unit, with_sign)


def with_unit(number: str, unit: str, is_short: bool) -> str:
    """Differences of shares are percentage points."""
    if unit != SHARE:
        return number
    return f"{number} {t('pp') if is_short else t('percentage points')}"


def signed(value: float, with_sign: bool, unit: str) -> str:
    text = numeral(abs(value), ".1f") if unit == SHARE else words(abs(value), unit)
    if not with_sign or not re.search("[1-9]", text):
        return text
    return f"+{text}" if value > 0 else f"−{text}"
