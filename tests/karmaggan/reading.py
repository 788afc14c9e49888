"""Tables read from text as `notation` writes them; damaged ones are refused."""

import re
from collections.abc import Sequence
from typing import Any

from templetop.engine.match import legal_moves, seats_to_move
from templetop.games import shelf
from templetop.games.karmaggan.people.notation import (
    ALL,
    CARD_WORDS,
    COUNTED,
    NONE,
    TASKS,
    TEMPLE_WORDS,
    aside_word,
    piece_name,
    write,
)
from templetop.games.karmaggan.people.plan import MARKS
from templetop.games.karmaggan.people.spaces import GATE_NAMES, ROWS, number_of_space
from templetop.games.karmaggan.people.view import LIVES
from templetop.games.karmaggan.rules.agenda import add, top
from templetop.games.karmaggan.rules.battle import battling
from templetop.games.karmaggan.rules.ground import (
    NOWHERE,
    OUTER_COLUMNS,
    TRAIL,
    add_space,
    how_many,
    kept,
)
from templetop.games.karmaggan.rules.hands import EVERYONE, add_card, cards_in
from templetop.games.karmaggan.rules.pieces import (
    ACID,
    BLOOD,
    BLOOD_FACES,
    CARVING,
    DAGGER,
    DECK,
    FACES,
    FINGERS,
    FIRST_SPAWN,
    HAND,
    MOST_SPAWNS,
    NO_CARD,
    PIECES,
    RINGS,
    SECTORS,
    STONE,
    SUN_OPEN,
    TEMPLE_DECK,
)
from templetop.games.karmaggan.rules.start import OPTIONS, new
from templetop.games.karmaggan.rules.state import (
    ACT,
    AIMING,
    ALIVE,
    ANSWERING,
    BATTLING,
    BEGIN_TURN,
    BEGINNING,
    CONSUMING,
    DRAWING,
    DROPPING,
    END_TURN,
    ENDINGS,
    ENTERING,
    FALLEN,
    FINISH,
    FLASHING,
    FLINGING,
    HURTING,
    LEAVING,
    MEET,
    MEETING,
    MOST_JOBS,
    MOVING,
    NAMING,
    NO_PIECE,
    NOBODY_CARRIES,
    NOT_ENDED,
    OVER,
    PHASES,
    PICK,
    PREPARING,
    PUSHING,
    RAISING,
    RETREATING,
    ROBBING,
    SPOILING,
    SUMMONING,
    SWARMING,
    TAKING,
    TASTING,
    TURNING,
    UNCOVERING,
)
from templetop.games.karmaggan.rules.table import (
    are_allies,
    first_spawn,
    is_abyss,
    is_inside,
    lay,
    spawns_of,
    swarm_of,
    tile_at,
)
from templetop.games.karmaggan.rules.temple import NO_TEMPLE_CARD
from tests.reading import Line, Lines

CARD = shelf.take("karmaggan")
PHASE_NAMES = [phase.name for phase in PHASES]
PIECE_NAMES = [piece_name(piece) for piece in range(PIECES)]
TRAIL_NAMES = [name.replace(" ", "-") for name in GATE_NAMES]
NUMBER = "([0-9]{1,4})"
GATES = ["closed", "Sun", "Moon", "Sun and Moon"]
MOST = {"steps": 60, "plays": 20, "poles": 9, "spells": 9, "cut_off": 1, "has_acted": 1,
        "last_turns": 5}  # fmt: skip


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state = read_agreement(lines)
    read_time(lines, state)
    read_agenda(lines, state)
    read_things(lines, state)
    read_battle(lines, state)
    read_piles(lines, state)
    for seat in range(state.seats):
        read_player(lines, state, seat)
    read_temple(lines, state)
    lines.agree_with(write(state))
    check(state, lines.all[-1])
    return state


def read_agreement(lines: Lines) -> Any:
    """A new table for so many seats, with these options."""
    _, (seats,) = lines.take("Karmaggän for ([2-8]) seats", "'Karmaggän for' 2 to 8 seats")
    state = CARD.state()[0]
    new(state, int(seats), lines.settings(OPTIONS))
    state.agenda[0] = 0
    state.depth = 0
    form = f"limits trail ([1-5]), rounds {NUMBER}"
    line, (trail, rounds) = lines.take(form, "the turns outside and the rounds")
    state.trail, state.rounds = int(trail), number_up_to(line, rounds, 100)
    numbers = " ".join(["(1?[0-9])"] * len(RINGS))
    line, offsets = lines.take(f"rings {numbers}", "how far each ring has turned")
    state.offsets[:] = [number_up_to(line, offset, SECTORS - 1) for offset in offsets]
    return state


def number_up_to(line: Line, word: str, most: int) -> int:
    if int(word) > most:
        raise line.refusal(f"{word} is too much here; {most} is the most.")
    return int(word)


def seat_of(line: Line, state: Any, word: str) -> int:
    return line.which(word, [str(seat + 1) for seat in range(state.seats)], "seat")


def read_time(lines: Lines, state: Any) -> None:
    """The phase, whose turn it is, and what is left of the turn."""
    _, (phase,) = lines.take(f"phase ({'|'.join(PHASE_NAMES)})", "the phase")
    state.phase = PHASE_NAMES.index(phase)
    form = f"time turn {NUMBER}, rounds {NUMBER}, first ([1-8]), active ([1-8])"
    line, (turns, rounds, first, active) = lines.take(form, "whose turn it is")
    state.turns, state.rounds_over = int(turns), number_up_to(line, rounds, int(state.rounds))
    state.first, state.active = seat_of(line, state, first), seat_of(line, state, active)
    form = ", ".join(f"{name} {NUMBER}" for name in COUNTED)
    line, numbers = lines.take(f"turn {form}", "what is left of the turn")
    for name, number in zip(COUNTED, numbers, strict=True):
        state[name] = number_up_to(line, number, MOST[name])


# ── The agenda ───────────────────────────────────────────────────────────────────────────────────

JOB = re.compile(
    r"([a-z-]+) ([1-8])(?: of ([0-9]{1,2}))?(?: x([0-9]{1,2}))?(?: (after|at) ([A-Za-z0-9-]+))?"
)


def read_agenda(lines: Lines, state: Any) -> None:
    line, (text,) = lines.take("agenda (.+)", "what is still to be done")
    jobs = text.split("; ")
    if len(jobs) > MOST_JOBS - 8:
        raise line.refusal("so much cannot be to be done.")
    for words in jobs:
        found = JOB.fullmatch(words)
        if not found:
            raise line.refusal(f"{words!r} is nothing to be done; 'drawing 2 x3' is.")
        task = line.which(found[1], TASKS, "task")
        seat, place = seat_of(line, state, found[2]), NOWHERE
        if found[6]:
            is_seat = found[5] == "after"
            place = seat_of(line, state, found[6]) if is_seat else space_of(line, state, found[6])
        add(state, task, seat, int(found[3] or 0), int(found[4] or 0), place)


def space_of(line: Line, state: Any, word: str) -> int:
    """The space of that name, as the rings lie."""
    if word in TRAIL_NAMES:
        return TRAIL + TRAIL_NAMES.index(word)
    found = re.fullmatch("([A-G])([0-9]{0,2})", word)
    column = int(found[2] or 0) if found else 0
    if not found or column >= ROWS[found[1]][1]:
        raise line.refusal(f"there is no space {word!r}.")
    return number_of_space(state, found[1], column)


# ── What is on the board and beside it ───────────────────────────────────────────────────────────


def listed(text: str, between: str = " ") -> list[str]:
    return [] if text == NONE else text.split(between)


def bits_of(line: Line, state: Any, text: str) -> int:
    return sum(1 << seat for seat in {seat_of(line, state, word) for word in listed(text)})


def read_things(lines: Lines, state: Any) -> None:
    """The Egg, gates, rollers, pieces, and tiles that have acted."""
    line, (how, where) = lines.take("egg (on|with) ([A-Za-z0-9-]+)", "the Egg")
    state.carrier = seat_of(line, state, where) if how == "with" else NOBODY_CARRIES
    state.egg = space_of(line, state, where) if how == "on" else NOWHERE
    line, (seats,) = lines.take("gave (.+)", "who has given the Egg away")
    state.gave = bits_of(line, state, seats)
    _, (gates,) = lines.take(f"gates ({'|'.join(GATES)})", "the gates")
    state.gates = GATES.index(gates)
    _, (rollers,) = lines.take("rollers (out|in)", "the rollers")
    state.rollers = int(rollers == "out")
    line, (pieces,) = lines.take("pieces (.+)", "the pieces")
    for words in listed(pieces, ", "):
        name, _, space = words.partition(" on ")
        state.at[line.which(name, PIECE_NAMES, "piece")] = space_of(line, state, space)
    line, (name,) = lines.take("leads (.+)", "which spawn is led")
    state.spawn = NO_PIECE if name == NONE else line.which(name, PIECE_NAMES, "piece")
    line, (used,) = lines.take("used (.+)", "the tiles that have acted")
    for words in listed(used, "; "):
        user, _, spaces = words.partition(": ")
        for word in spaces.split():
            add_space(state.used[line.which(user, "12345678", "row")], inside(line, state, word))


def inside(line: Line, state: Any, word: str) -> int:
    space = space_of(line, state, word)
    if space >= TRAIL:
        raise line.refusal(f"{word} is outside.")
    return space


SIDE = r"([1-8]) with (\S+) won ([0-3]) aside (\S+) (\S+) (\S+)"


def read_battle(lines: Lines, state: Any) -> None:
    line, (text,) = lines.take("battle (.+)", "the battle")
    found = re.fullmatch(f"round ([0-3]): {SIDE} against {SIDE}", text)
    if found:
        battle, words = state.battle, [word or "" for word in found.groups()]
        battle.rounds = int(words[0])
        for side in range(2):
            seat, piece, won, *aside = words[1 + 6 * side : 7 + 6 * side]
            battle.seats[side] = seat_of(line, state, seat)
            battle.pieces[side] = line.which(piece, PIECE_NAMES, "piece")
            battle.won[side] = int(won)
            battle.aside[side] = [line.which(word, ASIDE, "card") for word in aside]
    elif text != NONE:
        raise line.refusal(f"{text!r} is no battle.")
    for name in ("victims", "fallen"):
        line, (seats,) = lines.take(f"{name} (.+)", f"the {name}")
        state[name] = bits_of(line, state, seats)


ASIDE = [aside_word(card) for card in range(FACES)]


def read_piles(lines: Lines, state: Any) -> None:
    """The decks, what was shown, the blood, and how it ended."""
    piles = {"objects": "deck", "discards": "discards", "temple": "temple", "turned": "turned_up"}
    for name, field in piles.items():
        line, (text,) = lines.take(f"{name} (.+)", f"the cards {name}")
        words = CARD_WORDS if field in ("deck", "discards") else TEMPLE_WORDS
        state[field] = counts_of(line, text, words)
    line, (card, temple) = lines.take(r"shown (\S+) (\S+)", "the tops of the decks")
    state.shown = NO_CARD if card == NONE else line.which(card, CARD_WORDS, "card")
    is_unseen = temple == NONE
    state.shown_temple = NO_TEMPLE_CARD if is_unseen else line.which(temple, TEMPLE_WORDS, "card")
    line, (text,) = lines.take("blood (.+)", "the blood")
    state.bag[:] = counts_of(line, text, BLOOD_FACES)
    form = f"end (?:{NONE}|({'|'.join(ENDINGS[1:])}) for (.+))"
    line, (how, seats) = lines.take(form, "the end")
    if how:
        state.ending, state.winners = ENDINGS.index(how), bits_of(line, state, seats)


def counts_of(line: Line, text: str, names: Sequence[str]) -> list[int]:
    """How many of each kind: tarx3 pole."""
    counts = [0] * len(names)
    for word in listed(text):
        found = re.fullmatch(r"(\S+?)(?:x([0-9]{1,2}))?", word)
        if not found or not found[1] or found[1] not in names:
            raise line.refusal(f"{word!r} is nothing that can be here.")
        counts[names.index(found[1])] = int(found[2] or 1)
    return counts


def read_player(lines: Lines, state: Any, seat: int) -> None:
    lives = "|".join(LIVES)
    form = f"seat {seat + 1} ({lives}), coins {NUMBER}, medallions {NUMBER}: (.+)"
    line, (life, coins, medallions, cards) = lines.take(form, f"what seat {seat + 1} has")
    player = state.players[seat]
    player.life = LIVES.index(life)
    player.coins = number_up_to(line, coins, 99)
    player.medallions = number_up_to(line, medallions, 99)
    words = listed(cards)
    if len(words) > HAND:
        raise line.refusal(f"a hand has at most {HAND} cards.")
    for word in words:
        name, _, known = word.partition(":")
        card = line.which(name, CARD_WORDS[1:], "card") + 1
        seats = EVERYONE if known == ALL else bits_of(line, state, " ".join(known) or NONE)
        add_card(player, card, seats)


# ── The Temple ───────────────────────────────────────────────────────────────────────────────────


def read_temple(lines: Lines, state: Any) -> None:
    """Rows of tiles; the walls between them are held against what they must be."""
    lines.next("the numbers of the columns")
    for row, (_, columns) in ROWS.items():
        line, (text,) = lines.take(f"{row} (.+)", f"row {row}")
        read_row(line, state, row, columns, text)
        if row in "CEF":
            lines.take("- .+", "a wall")
    lines.end("row G")


def read_row(line: Line, state: Any, row: str, columns: int, text: str) -> None:
    width = OUTER_COLUMNS // columns if columns > 1 else 1
    marks = "".join(word.removeprefix("|") for word in text.split())
    if len(marks) != columns * width or not {*marks} <= {*MARKS}:
        raise line.refusal(f"row {row} has {columns} tiles, of the kinds {MARKS}.")
    for column in range(columns):
        kind = MARKS.index(marks[column * width])
        lay(state, number_of_space(state, row, column), kind)


# ── Whether it can be ────────────────────────────────────────────────────────────────────────────

BASE = (BEGINNING, BEGIN_TURN, PREPARING, MOVING, SWARMING, END_TURN)
OF_A_PIECE = (FLINGING, RETREATING, LEAVING, FLASHING, PUSHING, AIMING, MEETING, ANSWERING)
AT_A_SPACE = (DROPPING, RAISING, TAKING, CONSUMING, LEAVING, MEETING, ANSWERING, AIMING)
REPEATED = (DRAWING, UNCOVERING, PUSHING, RAISING)


def check(state: Any, last: Line) -> None:
    """Refuse a table that no game can come to, as far as it could not be played on."""
    checks = {
        "the cards are other ones than in the box": has_all_cards(state),
        "the pieces cannot be so": has_all_pieces(state),
        "this cannot be to be done": has_fitting_agenda(state),
        "nobody could do anything": is_asked_something(state),
    }
    for sentence, is_right in checks.items():
        if not is_right:
            raise last.refusal(f"{sentence}.")


def has_all_cards(state: Any) -> bool:
    """1.10, 1.11, 1.12"""
    counts = state.deck + state.discards
    for seat in range(state.seats):
        for card in state.players[seat].cards[: cards_in(state.players[seat])]:
            counts[card] += 1
    for card in state.battle.aside.flatten():
        counts[card] += int(card != NO_CARD)
    temple = state.temple + state.turned_up
    is_usual = (temple[:SUN_OPEN] == TEMPLE_DECK[:SUN_OPEN]).all() and (temple <= 9).all()
    blood = how_many(kept(state.tiles[BLOOD])) + int(state.phase == TASTING)
    is_on_top = state.shown == NO_CARD or state.deck[state.shown] > 0
    is_shown = state.shown_temple == NO_TEMPLE_CARD or state.temple[state.shown_temple] > 0
    is_known = all(has_seen_own_cards(state, seat) for seat in range(state.seats))
    return bool(
        (counts == DECK).all()
        and is_usual
        and blood <= state.bag.sum()
        and is_on_top
        and is_shown
        and is_known
    )


def has_seen_own_cards(state: Any, seat: int) -> bool:
    player = state.players[seat]
    return all(int(player.known[place]) >> seat & 1 for place in range(cards_in(player)))


def has_all_pieces(state: Any) -> bool:
    """7.1  The living are on the table, and only they; 8.1  the Egg is somewhere."""
    is_set_up = state.turns > 0
    for seat in range(state.seats):
        is_there = state.at[seat] != NOWHERE
        is_living = state.players[seat].life == ALIVE
        if (is_set_up and is_there != is_living) or (is_there and not is_living):
            return False
    dead = sum(1 << s for s in range(state.seats) if state.players[s].life == FALLEN)
    has_egg = state.carrier == NOBODY_CARRIES or state.at[state.carrier] != NOWHERE
    is_egg_inside = state.egg < TRAIL and (state.egg == NOWHERE or not is_abyss(state, state.egg))
    outside = [space for space in state.at[FIRST_SPAWN:] if space >= TRAIL]
    others = [space for space in state.at[state.seats : FIRST_SPAWN] if space != NOWHERE]
    is_led = state.spawn == NO_PIECE or is_own_spawn(state, int(state.spawn))
    return bool(
        state.fallen == dead and has_egg and is_egg_inside and is_led and not outside + others
    )


def is_own_spawn(state: Any, piece: int) -> bool:
    first = int(first_spawn(swarm_of(state, int(state.active))))
    return first <= piece < first + MOST_SPAWNS


def has_fitting_agenda(state: Any) -> bool:
    """The turn itself at the bottom, everything else above it, and what is asked now on top."""
    jobs = state.agenda[: state.depth]
    is_over = state.phase == OVER
    if is_over != (state.ending != NOT_ENDED) or (jobs[0].task not in BASE):
        return False
    if is_over:
        return True
    has_battle = [job.task for job in jobs].count(FINISH)
    is_battle = state.battle.tobytes() != bytes(state.battle.nbytes)
    return (
        top(state).task == state.phase
        and has_battle == is_battle == (state.phase == BATTLING)
        and all(job.task not in BASE for job in jobs[1:])
        and fits_turn(state, jobs[0])
        and all(fits(state, job) for job in jobs)
        and fits_now(state, top(state))
    )


def fits_turn(state: Any, job: Any) -> bool:
    """Whose turn it is, and what that seat is."""
    player = state.players[job.seat]
    if job.task in (BEGINNING, BEGIN_TURN):
        return bool(state.turns == 0)
    if state.turns == 0 or job.seat != state.active:
        return False
    if job.task == SWARMING:
        return bool(player.life == FALLEN)
    is_now = state.depth == 1
    return not is_now or bool(is_inside(state, int(job.seat)))


def fits(state: Any, job: Any) -> bool:
    """Is everything there that the job is about? Who has died since is passed over."""
    if job.task in (MEET, PICK, ACT):
        return bool(job.what < PIECES and job.space >= 0)
    if job.task in OF_A_PIECE and not is_piece(state, int(job.what)):
        return False
    if job.task in AT_A_SPACE and not 0 <= job.space < TRAIL:
        return False
    if job.task in REPEATED and not 1 <= job.many <= HAND:
        return False
    if job.task == TURNING:
        return bool(job.what < len(RINGS) and job.many < 2)
    if job.task == HURTING:
        return bool(job.what in (0, ACID))
    if job.task == NAMING:
        return bool(job.what in (FINGERS, DAGGER, CARVING, STONE))
    if job.task == FINISH:
        return all(is_piece(state, int(piece)) for piece in state.battle.pieces)
    return job.task != SUMMONING or is_swarm_small(state, int(job.seat))


def is_piece(state: Any, piece: int) -> bool:
    return piece < PIECES and bool(state.at[piece] != NOWHERE)


def is_swarm_small(state: Any, seat: int) -> bool:
    return bool(
        spawns_of(state, swarm_of(state, seat)) < MOST_SPAWNS
        and state.players[seat].life == FALLEN
        and seat == state.active
    )


def fits_now(state: Any, job: Any) -> bool:
    """What is asked, or drawn, right now."""
    player, task = state.players[job.seat], int(job.task)
    if task in (DRAWING, ROBBING):
        has_room = cards_in(player) < HAND
        return has_room and (task == DRAWING or is_other_hand(state, job))
    if task == SPOILING:
        return bool(cards_in(player) > 0)
    if task == UNCOVERING:
        return bool(is_inside(state, int(job.seat)))
    if task == HURTING:
        living = sum(1 << seat for seat in range(state.seats) if is_inside(state, seat))
        return bool(state.victims) and not int(state.victims) & ~living
    if task in (MEETING, ANSWERING):
        return do_meet(state, int(job.what), int(job.many), int(job.space))
    if task == BATTLING:
        return is_fought(state)
    if task == CONSUMING:
        return bool(tile_at(state, int(job.space)) == BLOOD)
    if task == DROPPING:
        return bool(state.egg == job.space)
    if task == ENTERING:
        return bool(state.turns == 0 and state.at[job.seat] == NOWHERE)
    return True


def is_other_hand(state: Any, job: Any) -> bool:
    has_seat = job.what < state.seats and job.what != job.seat
    return bool(has_seat and cards_in(state.players[job.what]) > 0)


def do_meet(state: Any, piece: int, other: int, space: int) -> bool:
    both = is_piece(state, piece) and is_piece(state, other) and piece != other
    are_there = both and bool(state.at[piece] == state.at[other] == space)
    return are_there and not are_allies(state, piece, other)


def is_fought(state: Any) -> bool:
    """6.3  Two who are on one space, with cards, before the last round is over."""
    battle = state.battle
    one, other = int(battle.pieces[0]), int(battle.pieces[1])
    hands = [cards_in(state.players[seat]) for seat in battle.seats]
    aside = [int((cards != NO_CARD).sum()) for cards in battle.aside]
    has_room = all(hand + cards <= HAND for hand, cards in zip(hands, aside, strict=True))
    is_going_on = battle.rounds < 3 and not battle.aside[:, battle.rounds :].any()
    players = battle.seats[0] != battle.seats[1] and battling(state) != 0
    together = is_piece(state, one) and do_meet(state, one, other, int(state.at[one]))
    return bool(together and has_room and is_going_on and players)


def is_asked_something(state: Any) -> bool:
    """Somebody, or chance, has a move; or the game is over."""
    if state.phase == OVER:
        return True
    return all(legal_moves(state, seat) for seat in seats_to_move(state))
