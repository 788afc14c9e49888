"""Words, refusals, views, and matches as text."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, is_dataclass
from functools import partial
from typing import Any

from templetop.checks.pictures import picture_text
from templetop.checks.stories import Story, asked, at_kind
from templetop.engine.faults import FaultInGame, at
from templetop.engine.game import Game
from templetop.engine.kinds import NO_CODE, WHO, Kind, Kinds
from templetop.engine.match import (
    Match,
    code_of,
    kinds_for,
    legal_moves,
    message_of,
    phase_of,
    seats_to_move,
)
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.seats import CHANCE

RULE = re.compile(r"^- \*\*([A-Z0-9.]+)\*\* ", re.MULTILINE)
FAR = (-(2**63), -65, -1, 2**31, 2**63, 10**30)  # from any move
MOST_FORBIDDEN = 300  # numbers that are tried at one moment
MOMENTS = 12
NARROW, WIDE = 60, 120


def is_a_phrase(text: Any) -> bool:
    """Something to be read, on one line."""
    return isinstance(text, str) and text == text.strip() != "" and text.isprintable()


def is_a_sentence(text: str) -> bool:
    return is_a_phrase(text) and text[0].isupper() and text.endswith((".", "?", "!"))


# ── Words ────────────────────────────────────────────────────────────────────────────────────────


def check_tables(game: Game) -> None:
    """What stands in PHASES, MOVES and EVENTS, without a game being played."""
    for kinds in (game.moves, game.events):
        for kind in kinds.kinds:
            for text in kind.messages.values():
                check_message(game, kinds, kind, text)
            if kind.seen_by is not None:
                check_message(game, kinds, kind, kind.hidden)


def check_message(game: Game, kinds: Kinds, kind: Kind, text: str) -> None:
    if not is_a_phrase(text):
        raise at_kind(kinds, kind, game, f"{text!r} is no sentence to be read.")
    if text.endswith("."):
        raise at_kind(kinds, kind, game, f"{text!r} ends with a full stop, which is added later.")
    if kinds is game.moves and not text.startswith(WHO):
        raise at_kind(kinds, kind, game, f"{text!r} does not begin with {{who}}.")


def check_words(story: Story) -> None:
    """Every move and event is said in words of its own, and can be typed."""
    check_tables(story.game)
    for n in story.moments(4 * MOMENTS):
        state = story.states[n]
        check_phase(story, state)
        for seat in seats_to_move(state):
            moves = legal_moves(state, seat)
            said = {move: sentence(story, state, seat, move) for move in moves}
            refuse_twins(story, seat, said, "are told in the same words")
            if seat != CHANCE:
                check_codes(story, state, seat, moves)


def check_phase(story: Story, state: Any) -> None:
    """Who does something else is told what it is time for."""
    phase, number = phase_of(state), int(state.phase)
    if not phase.now:
        raise FaultInGame(
            f"PHASES, {phase.name}: somebody is asked in this phase (number {number}), but it does"
            " not say what it is time for.",
            *file_of(story.game, "rules"),
        )
    now = asked(lambda: str(phase.refusal(state)), lambda why: FaultInGame(f"PHASES: {why}"))
    if not is_a_sentence(now):
        raise FaultInGame(
            f"PHASES, {phase.name}: {now!r} is no sentence.", *file_of(story.game, "rules")
        )


def file_of(game: Game, folder: str) -> tuple[str, int]:
    """Where PHASES stands."""
    for path in sorted((game.folder / folder).glob("**/*.py")) if game.folder else []:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line.startswith("PHASES"):
                return str(path), number
    return "", 0


def sentence(story: Story, state: Any, seat: int, move: int) -> str:
    """A move or event in words, with the players' names."""
    kinds = kinds_for(story.game, seat)
    kind = kinds.kind(move)
    names = story.names()
    who = "Chance" if seat == CHANCE else names[seat]

    def say() -> tuple[str, str]:
        message = message_of(state, seat, move)
        return message.without_subject(names), message.sentence(who, names)

    phrase, whole = asked(say, lambda why: at_kind(kinds, kind, story.game, why))
    if not is_a_phrase(phrase) or not is_a_phrase(whole) or "{" in whole:
        raise at_kind(kinds, kind, story.game, f"{whole!r} is no sentence to be read.")
    return str(phrase)


def check_codes(story: Story, state: Any, seat: int, moves: list[int]) -> None:
    """What is typed for a move is one word or several, and means no other number."""
    kinds = story.game.moves
    codes = {}
    for move in range(kinds.count):
        if (kind := kinds.kind_of(move)) is not None:
            code = asked(
                partial(code_of, state, seat, move), partial(at_kind, kinds, kind, story.game)
            )
            if code == NO_CODE and move in moves:
                raise at_kind(kinds, kind, story.game, f"The legal move {move} has no code.")
            if code != NO_CODE:
                codes[move] = "".join(code.lower().split())
    refuse_twins(story, seat, codes, "have the same code")


def refuse_twins(story: Story, seat: int, texts: dict[int, str], are_alike: str) -> None:
    seen: dict[str, int] = {}
    kinds = kinds_for(story.game, seat)
    for move, text in texts.items():
        if text in seen:
            what = f"Numbers {seen[text]} and {move} {are_alike}: {text!r}."
            raise at_kind(kinds, kinds.kind(move), story.game, what)
        seen[text] = move


# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────


def check_refusals(story: Story) -> None:
    """Whatever is no legal move is refused with a sentence, and changes nothing."""
    rules = rules_of(story.game)
    for n in story.moments(MOMENTS):
        match = story.match(n)
        for seat in seats_to_move(match.state):
            for move in forbidden(story, match, seat):
                check_refusal(story, match, seat, move, rules)
        for seat in {CHANCE, *range(story.seats + 1)} - {*seats_to_move(match.state)}:
            check_refusal(story, match, seat, 0, rules)
        ask_for_reasons(story, match)
    match = story.match(len(story.steps))
    for seat in range(CHANCE, story.seats):
        check_refusal(story, match, seat, 0, rules)


def forbidden(story: Story, match: Match, seat: int) -> list[int]:
    legal = legal_moves(match.state, seat)
    count = kinds_for(story.game, seat).count
    numbers = [move for move in range(count) if move not in legal]
    if len(numbers) > MOST_FORBIDDEN:
        numbers = story.random().sample(numbers, MOST_FORBIDDEN)
    return [*numbers, count, *FAR]


def check_refusal(story: Story, match: Match, seat: int, move: int, rules: set[str]) -> None:
    kinds = kinds_for(story.game, seat)
    kind = kinds.kind_of(move)

    def fault(why: str) -> FaultInGame:
        if kind is not None:
            return at_kind(kinds, kind, story.game, why)
        return FaultInGame(f"The refusal of number {move}: {why}")

    before = match.state.tobytes(), list(match.moves)
    try:
        asked(lambda: match.play(seat, move), fault)
    except FaultInGame:
        raise
    except Refusal as refusal:
        if not is_a_sentence(str(refusal)):
            raise fault(f"Number {move} is refused with {str(refusal)!r}, no sentence.") from None
        rule = getattr(refusal, "rule", "")
        if rules and rule and rule not in rules:
            why = f"Number {move} is refused by rule {rule}, which is not in the rulebook."
            raise fault(why) from None
    else:
        raise fault(f"Number {move} is not legal, and yet it was played.")
    if (match.state.tobytes(), match.moves) != before:
        raise fault(f"Number {move} is refused, and yet the table has changed.")


def ask_for_reasons(story: Story, match: Match) -> None:
    """Of what is no code at all, a game may say why."""
    for seat in seats_to_move(match.state):
        for typed in ("zz", "99", "?"):
            if seat != CHANCE:
                reason = asked(
                    partial(story.game.why_no_move, match.state, seat, typed),
                    partial(at, story.game.why_no_move),
                )
                if reason is not None and not isinstance(reason, IllegalMove):
                    raise at(story.game.why_no_move, "This returns neither None nor IllegalMove.")


def rules_of(game: Game) -> set[str]:
    """The numbers of the sentences in the game's rulebook; nothing where there is none."""
    path = game.folder and game.folder / "rulebook.md"
    return {*RULE.findall(path.read_text("utf-8"))} if path and path.is_file() else set()


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


def check_views(story: Story) -> None:
    """What is shown can be sent and printed, to every seat and to who only looks on."""
    for n in {*story.moments(MOMENTS // 2), len(story.steps)}:
        state = story.states[n]
        for viewer in (None, *range(story.seats)):
            check_view(story, state, viewer)
            check_picture(story, state, viewer)
        text = asked(partial(story.game.write, state), partial(at, story.game.write))
        if not isinstance(text, str) or not text.strip():
            raise at(story.game.write, "This returns no text.")


def check_view(story: Story, state: Any, viewer: int | None) -> None:
    view = story.game.view
    shown = asked(partial(view, state, viewer), partial(at, view))
    if not is_dataclass(shown) or isinstance(shown, type):
        raise at(view, f"This returns {type(shown).__name__}, not a dataclass.")
    try:
        sent = json.loads(json.dumps(asdict(shown), allow_nan=False))
    except (TypeError, ValueError) as error:
        raise at(view, f"This cannot be sent as JSON: {str(error).removesuffix('.')}.") from error
    if sent != asdict(shown):
        different = [name for name, part in asdict(shown).items() if sent.get(name) != part]
        raise at(view, f"As JSON, {', '.join(different)} is something else: use lists and numbers.")


def check_picture(story: Story, state: Any, viewer: int | None) -> None:
    picture = story.game.picture
    for width in (NARROW, WIDE):
        text = asked(partial(picture_text, story.game, state, viewer, width), partial(at, picture))
        if not text.strip():
            raise at(picture, "This prints nothing.")


# ── Matches as text ──────────────────────────────────────────────────────────────────────────────


def check_text(story: Story) -> None:
    """A match is written down and read again: the same moves and the same table."""
    for steps in {len(story.steps) // 2, len(story.steps)}:
        match = replayed(story, steps)
        text = match.write()
        again = Match.read(text, lambda _: story.game)
        if (again.moves, again.state.tobytes()) != (match.moves, match.state.tobytes()):
            raise at(story.game.write, "A match that was written down reads as another one.")


def replayed(story: Story, steps: int) -> Match:
    """The same moves once more, which have to lead to the same tables."""
    match = story.match()
    for n, step in enumerate(story.steps[:steps]):
        for seat, move in step:
            match.play(seat, move)
        if match.state.tobytes() != story.states[n + 1].tobytes():
            fields = ", ".join(different_fields(match.state, story.states[n + 1]))
            rule = story.game.happen if step[0][0] == CHANCE else story.game.play
            raise at(
                rule,
                f"Repeated, the same move leads to another table at step {n}: {fields} differ."
                " Only chance may draw, by its events.",
            )
    return match


def different_fields(one: Any, other: Any) -> Iterator[str]:
    for name in one.dtype.names:
        if bytes(one[name].tobytes()) != bytes(other[name].tobytes()):
            yield name
