"""The figures of a study, section by section; a column for each variant, and their difference."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.game import POINTS
from templetop.engine.seats import Array
from templetop.engine.speech import Words, mark, numeral
from templetop.engine.variant import changes
from templetop.engine.words import PLACES
from templetop.study.luck import Luck, Skill, luck_of, skill_of
from templetop.study.notes import Notes
from templetop.study.plan import MIXED, SAME, Study
from templetop.study.sure import COUNT, Estimate, deviation, mean, share
from templetop.study.words import t

SEAT_WINS, IN_ORDER = mark(["seat {number} wins", "{place} in order of play wins"])
FIRST = IN_ORDER.format(place=PLACES[0])
MOST_VALUES = 40  # of a part, that are shown one by one
ALWAYS = 0.9  # of the decisions in which nobody is ahead: then places show at the end only
SELDOM = 0.5  # times a game: what is used less is not looked into
SHARE, NUMBER = "share", "number"


class Label(NamedTuple):
    """What a figure is called: an English text and its parts; words among them are English, too."""

    text: str
    parts: tuple[tuple[str, str | int], ...] = ()

    def in_english(self) -> str:
        return self.text.format_map(dict(self.parts))

    def in_words(self, words: Words) -> str:
        """In the language spoken now; `words` are those of the game."""
        known = {name: words.text(part) if isinstance(part, str) else part
                 for name, part in self.parts}  # fmt: skip
        return t(self.text, **known)


def label(text: str, **parts: str | int) -> Label:
    return Label(text, tuple(parts.items()))


@dataclass(frozen=True)
class Figure:
    """One figure for every variant."""

    name: str  # in English, by which it is found
    unit: str  # SHARE or NUMBER
    estimates: list[Estimate | None]
    is_key: bool = False  # among those that are compared first
    label: Label | None = None

    def in_words(self, words: Words) -> str:
        """Its name in the language spoken now; `words` are those of the game."""
        return words.text(self.name) if self.label is None else self.label.in_words(words)

    @property
    def difference(self) -> Estimate | None:
        """Of the first variant from the second."""
        if len(self.estimates) != 2 or None in self.estimates:
            return None
        first, second = self.estimates
        assert first is not None
        assert second is not None
        return first - second

    def as_dict(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "name": self.name,
            "unit": self.unit,
            "variants": [*map(written, self.estimates)],
        }
        if self.difference is not None:
            answer["difference"] = written(self.difference)
        return answer


def written(one: Estimate | None) -> dict[str, float | None] | None:
    """For programs; without bounds where there are too few deals for an interval."""
    if one is None:
        return None
    low, high = one.interval or (None, None)
    return {"value": one.value, "low": low, "high": high}


@dataclass(frozen=True)
class Section:
    """Figures about one question."""

    key: str
    title: str
    asks: str  # the question, and how its figures are to be read
    figures: list[Figure]


@dataclass(frozen=True)
class Part:
    """How often each piece was used: the values of one part of one kind of move."""

    kind: str
    part: str
    figures: list[Figure]  # times a game, by value


@dataclass(frozen=True)
class Figures:
    """All that came of a study."""

    study: Study
    notes: Notes
    sections: list[Section]
    parts: list[Part]
    luck: list[Luck | None]
    skill: list[Skill | None]
    matches: list[int] = field(default_factory=list)  # of the same line-up, by variant

    def section(self, key: str) -> Section | None:
        return next((section for section in self.sections if section.key == key), None)

    def as_dict(self) -> dict[str, Any]:
        study = self.study
        return {
            "game": study.game,
            "seats": study.seats,
            "bots": list(study.bots),
            "rival": study.rival,
            "seed": study.seed,
            "variants": [
                {
                    "name": variant.name,
                    "options": changes(self.notes.game, variant.options),
                    "games": games,
                }
                for variant, games in zip(study.variants, self.matches, strict=True)
            ],
            "sections": [
                {"name": one.key, "figures": [figure.as_dict() for figure in one.figures]}
                for one in self.sections
            ],
            "pieces": [
                {
                    "kind": part.kind,
                    "part": part.part,
                    "figures": [figure.as_dict() for figure in part.figures],
                }
                for part in self.parts
            ],
        }


def figures_of(study: Study, notes: Notes) -> Figures:
    """All figures of what was played."""
    count = range(len(study.variants))
    same = [notes.of(variant, SAME) for variant in count]
    mixed = [notes.of(variant, MIXED) for variant in count]
    luck = [luck_of(one) if one.rows else None for one in same]
    skill = [
        skill_of(one, study.bots[0], study.rival) if study.rival and one.rows else None
        for one in mixed
    ]
    sections = [
        Section("seats", t("Seats"), t("Is it better to sit somewhere else?"), merged(seats, same)),
        Section(
            "closeness", t("Closeness"), t("How close is it in the end?"), merged(closeness, same)
        ),
        Section("lead", t("Lead"), t("Is it open for long?"), merged(lead, same)),
        Section(
            "decisions",
            t("Decisions and length"),
            t("How long is it, and how much is there to decide?"),
            merged(decisions, same),
        ),
        Section("points", t("Points"), t("Where do they come from?"), merged(points, same)),
        Section(
            "luck",
            t("Luck and skill"),
            t("What decides: the seat, the deal, or how it is played?"),
            merged(lambda n: lucky(luck[n], skill[n]), [*count]),
        ),
        Section("moves", t("Moves"), t("What do players do?"), merged(moves, same)),
    ]
    found = [section for section in sections if section.figures]
    matches = [one.matches for one in same]
    return Figures(study, notes, found, parts_of(same), luck, skill, matches)


Found = tuple[Label, str, Estimate, bool]  # the name of a figure, its unit, and whether it is a key


def merged(tell: Callable[[Any], Iterator[Found]], variants: list[Any]) -> list[Figure]:
    """The same figures of all variants side by side, in the order of their first coming."""
    told = [
        {name: (unit, one, is_key) for name, unit, one, is_key in tell(variant)}
        for variant in variants
        if not isinstance(variant, Notes) or variant.rows
    ]
    names = dict.fromkeys(name for one in told for name in one)
    figures = []
    for name in names:
        unit, is_key = next((one[name][0], one[name][2]) for one in told if name in one)
        estimates = [one[name][1] if name in one else None for one in told]
        figures.append(Figure(name.in_english(), unit, estimates, is_key, name))
    return figures


def count_of(notes: Notes) -> int:
    """How many sides there are."""
    return len(np.unique(notes.by_match("side")[0]))


def first_of_each(notes: Notes, name: str) -> Array:
    """A column of whole matches: the first row of each."""
    return np.asarray(notes[name][:: notes.seats])


# ── Who wins, and how ────────────────────────────────────────────────────────────────────────────


def seats(notes: Notes) -> Iterator[Found]:
    """How often each seat wins, or its side."""
    deals = notes["deal"]
    if count_of(notes) == 1:
        if notes["win"].min() == 1 and measured(notes):
            return
        yield (
            label(mark("games won")),
            SHARE,
            share(notes["win"][:: notes.seats], deals[:: notes.seats]),
            True,
        )
        return
    for seat in range(notes.seats):
        mine = notes["seat"] == seat
        yield label(SEAT_WINS, number=seat + 1), SHARE, share(notes["win"][mine], deals[mine]), True
    if has_order(notes):
        for place in range(notes.seats):
            mine = (notes["seat"] - notes["first"]) % notes.seats == place
            name = label(IN_ORDER, place=PLACES[place])
            yield name, SHARE, share(notes["win"][mine], deals[mine]), True


def has_order(notes: Notes) -> bool:
    """Does not always the same seat begin, and is everybody for themselves?"""
    return count_of(notes) == notes.seats and len(np.unique(notes["first"])) > 1


def measured(notes: Notes) -> bool:
    return notes.game.measure is not None and notes.game.measure.decides


def closeness(notes: Notes) -> Iterator[Found]:
    """How far the first side is ahead of the second."""
    if count_of(notes) == 1:
        return
    deals = first_of_each(notes, "deal")
    best = notes.by_match("win").max(axis=1)
    yield label(mark("first place shared")), SHARE, share((best < 1) & (best > 0), deals), False
    nobody = best == 0
    if nobody.any():
        yield label(mark("nobody wins")), SHARE, share(nobody, deals), True
    if measured(notes):
        many = (notes.game.measure or POINTS).many
        gap = gaps(notes)
        yield (
            label(mark("{points} between first and second"), points=many),
            NUMBER,
            mean(gap, deals),
            True,
        )
        one = (notes.game.measure or POINTS).one
        yield (
            label(mark("games decided by at most one {point}"), point=one),
            SHARE,
            share(gap <= 1, deals),
            False,
        )
        winner = notes.by_match("points").max(axis=1)
        yield label(mark("{points} of the first"), points=many), NUMBER, mean(winner, deals), True
        last = notes.by_match("points").min(axis=1)
        yield label(mark("{points} of the last"), points=many), NUMBER, mean(last, deals), False


def gaps(notes: Notes) -> Array:
    """Points between the best side and the second, by match."""
    points, sides = notes.by_match("points"), notes.by_match("side")
    best = np.stack(
        [np.where(sides == side, points, -(10**9)).max(axis=1) for side in np.unique(sides[0])]
    )
    ordered = np.sort(best, axis=0)
    return np.asarray(ordered[-1] - ordered[-2], np.float64)


def lead(notes: Notes) -> Iterator[Found]:
    """How often the lead changes, and since when it is settled.

    Nothing where nearly all of the time nobody is in first place alone: in such a game places say
    who has won, but not who is ahead.
    """
    if count_of(notes) == 1 or not shows_lead(notes):
        return
    deals = first_of_each(notes, "deal")
    steps = np.maximum(first_of_each(notes, "steps"), 1)
    changes_of_lead = first_of_each(notes, "changes")
    yield label(mark("changes of the lead")), NUMBER, mean(changes_of_lead, deals, kind=COUNT), True
    yield label(mark("games without a change")), SHARE, share(changes_of_lead == 0, deals), False
    settled = first_of_each(notes, "settled") / steps
    yield (
        label(mark("of the game gone when the lead is settled")),
        SHARE,
        share(settled, deals),
        True,
    )
    won = notes["place"] == 1
    led = (notes["led"] / np.maximum(notes["steps"], 1))[won]
    yield (
        label(mark("of the game led by whoever wins")),
        SHARE,
        share(led, notes["deal"][won]),
        False,
    )
    yield (
        label(mark("of the game with nobody ahead")),
        SHARE,
        share(without_leader(notes), deals),
        False,
    )


def shows_lead(notes: Notes) -> bool:
    """Do places tell who is ahead while the game lasts?"""
    return float(without_leader(notes).mean()) < ALWAYS


def without_leader(notes: Notes) -> Array:
    """The share of its steps in which nobody led alone, by match."""
    led, sides = notes.by_match("led"), notes.by_match("side")
    by_side = [np.where(sides == side, led, 0).max(axis=1) for side in np.unique(sides[0])]
    return np.asarray(1 - np.sum(by_side, axis=0) / np.maximum(notes.by_match("steps")[:, 0], 1))


# ── What is done ─────────────────────────────────────────────────────────────────────────────────


def decisions(notes: Notes) -> Iterator[Found]:
    """How many decisions there are, and between how many moves."""
    deals, made = notes["deal"], notes["decisions"]
    by_game = notes.by_match("decisions").sum(axis=1)
    first = first_of_each(notes, "deal")
    yield label(mark("decisions in a game")), NUMBER, mean(by_game, first), True
    yield label(mark("its standard deviation")), NUMBER, deviation(by_game, first), False
    yield label(mark("decisions of a player")), NUMBER, mean(made, deals), False
    yield label(mark("moves to choose from")), NUMBER, mean(notes["choices"], deals, made), True
    yield (
        label(mark("decisions without a choice")),
        SHARE,
        share(notes["forced"], deals, made),
        True,
    )
    yield (
        label(mark("turns or rounds of decisions")),
        NUMBER,
        mean(first_of_each(notes, "steps"), first),
        False,
    )


def points(notes: Notes) -> Iterator[Found]:
    """What is counted in the end, and what it is made of."""
    if notes.game.measure is None:
        return
    many = notes.game.measure.many
    deals = notes["deal"]
    yield (
        label(mark("{points} of a player"), points=many),
        NUMBER,
        mean(notes["points"], deals),
        True,
    )
    yield label(mark("their standard deviation")), NUMBER, deviation(notes["points"], deals), False
    for number, name in sources_of(notes):
        told = ~np.isnan(notes["sources"][:, number])
        column = notes["sources"][told, number]
        yield label(mark("from {source}"), source=name), NUMBER, mean(column, deals[told]), True
    if count_of(notes) > 1:
        for number, name in sources_of(notes):
            told = ~np.isnan(notes["sources"][:, number])
            column, place, when = notes["sources"][told, number], notes["place"][told], deals[told]
            won = place == 1
            more = mean(column[won], when[won]) - mean(column[~won], when[~won])
            yield label(mark("winners have more from {source}"), source=name), NUMBER, more, False


def sources_of(notes: Notes) -> list[tuple[int, str]]:
    """What the points are made of. What only decides among equals comes after, and adds nothing."""
    told = ~np.isnan(notes["sources"]).any(axis=1)
    if not len(notes.sources) or not told.any():
        return []
    sums = np.cumsum(notes["sources"][told], axis=1)
    fits = (sums == notes["points"][told][:, None]).all(axis=0)
    if not fits.any():
        return []
    last = int(np.flatnonzero(fits)[-1])
    return [(number, notes.sources[number]) for number in range(last + 1)]


def lucky(luck: Luck | None, skill: Skill | None) -> Iterator[Found]:
    """Parts of the variance, and what they come to."""
    if luck is not None:
        yield label(mark("due to the seat")), SHARE, luck.seat, False
        yield label(mark("due to the deal")), SHARE, luck.deal, True
        yield label(mark("due to how it is played")), SHARE, luck.play, False
        yield (
            label(mark("{points} that seat and deal are good for"), points=luck.unit),
            NUMBER,
            luck.fortune,
            False,
        )
    if skill is not None:
        who = {"rival": skill.rival, "bot": skill.bot}
        yield label(mark("{rival} among {bot}: its wins"), **who), SHARE, skill.wins, True
        unit = luck.unit if luck is not None else "points"
        yield (
            label(mark("{points} that {bot} is ahead of {rival}"), points=unit, **who),
            NUMBER,
            skill.gap,
            True,
        )
        yield label(mark("due to who plays, in these games")), SHARE, skill.skill, False


def moves(notes: Notes) -> Iterator[Found]:
    """How often each kind of move is made, and how often it could have been."""
    deals = notes["deal"]
    games = np.ones(notes.rows) / notes.seats
    for number, kind in enumerate(notes.game.moves.kinds):
        used, offered = notes["used"][:, number], notes["offered"][:, number]
        if offered.any():
            yield (
                label(mark("{move}, times a game"), move=kind.name),
                NUMBER,
                mean(used, deals, games, COUNT),
                False,
            )
            yield (
                label(mark("{move}, when possible"), move=kind.name),
                SHARE,
                share(used, deals, offered),
                False,
            )


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


def parts_of(variants: list[Notes]) -> list[Part]:
    """How often each value of each part was used: parts with a few values that differ."""
    values: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for notes in variants:
        for _, pieces in notes.pieces:
            for (kind, part, value), times in pieces.items():
                values[kind, part][value] += times
    found: list[Part] = []
    shown: list[tuple[str, Counter[str]]] = []
    for (kind, part), seen in values.items():
        known = [value for value in seen if value]
        if 2 <= len(known) <= MOST_VALUES and not is_told_already(shown, kind, seen):
            ordered = sorted(known, key=natural)
            figures = [piece_figure(variants, kind, part, value) for value in ordered]
            if tell_something(figures):
                found.append(Part(kind, part, figures))
                shown.append((kind, seen))
    return found


def tell_something(figures: list[Figure]) -> bool:
    """Are they used now and then, and not all of them the same number of times?"""
    known = [one.value for figure in figures for one in figure.estimates if one is not None]
    return sum(known) >= SELDOM * len(figures[0].estimates) and min(known) < max(known)


def is_told_already(shown: list[tuple[str, Counter[str]]], kind: str, seen: Counter[str]) -> bool:
    """Does another part say the same: the same values, or a card's name and what it does?"""
    return any(
        other == kind and ({*seen} == {*values} or sorted(seen.values()) == sorted(values.values()))
        for other, values in shown
    )


def natural(value: str) -> tuple[Any, ...]:
    """2 before 10, b before c."""
    return (0, int(value), "") if value.lstrip("-").isdecimal() else (1, len(value), value)


def piece_figure(variants: list[Notes], kind: str, part: str, value: str) -> Figure:
    estimates: list[Estimate | None] = []
    for notes in variants:
        if not notes.pieces:
            estimates.append(None)
            continue
        deals = np.array([fixture.deal for fixture, _ in notes.pieces])
        times = np.array([pieces[kind, part, value] for _, pieces in notes.pieces])
        estimates.append(mean(times, deals, kind=COUNT))
    return Figure(value, NUMBER, estimates)


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def number_words(value: float) -> str:
    """31.4, or 0.52, or 1,204."""
    size = abs(value)
    if size >= 1000:
        return numeral(value, ",.0f")
    return numeral(value, ".1f" if size >= 10 else ".2f")


def share_words(value: float) -> str:
    return numeral(value, ".1%")


def words(value: float, unit: str) -> str:
    return share_words(value) if unit == SHARE else number_words(value)


def interval_words(one: Estimate, unit: str) -> str:
    """31.2 to 31.6; nothing where there are too few deals for an interval."""
    if one.interval is None:
        return ""
    return t("{low} to {high}", low=words(one.low, unit), high=words(one.high, unit))
