"""Why a move cannot be made now: the rule's sentence, and its number."""

from collections.abc import Callable
from typing import Any

from templetop.engine.refusal import IllegalMove
from templetop.games.vulkar.people.spaces import HEADING_NAMES, face_of, face_words
from templetop.games.vulkar.rules.acting import is_out_of_cards
from templetop.games.vulkar.rules.agenda import top
from templetop.games.vulkar.rules.island import (
    COLOURS,
    HELIPAD_SPACE,
    NEIGHBOURS,
    SPACE_IDS,
    TREE_HEADINGS,
    TREE_IDS,
)
from templetop.games.vulkar.rules.moves import HANDFULS, NO_COLOUR, THE_HEART, THE_PENNY
from templetop.games.vulkar.rules.pieces import SELFIE_STICK, TOTE_BAG
from templetop.games.vulkar.rules.state import BENDING, FLICKING, HERE, SHELTERING, TURNING
from templetop.games.vulkar.rules.table import is_curse, is_taken, seat_of
from templetop.games.vulkar.rules.walking import can_photograph, has_any

WhyNot = Callable[[Any, int, int], IllegalMove]


def no_souvenir(rule: str) -> WhyNot:
    """For what needs a souvenir that the seat does not have."""
    return lambda state, seat, number: IllegalMove("You have no such souvenir.", rule=rule)


# ── Walking ──────────────────────────────────────────────────────────────────────────────────────


def why_not_step(state: Any, seat: int, space: int) -> IllegalMove:
    here = int(state.figures[state.active].at)
    if space == here:
        return IllegalMove(f"The figure is already on {SPACE_IDS[space]}.", rule="4.1")
    if space not in NEIGHBOURS[here]:
        return IllegalMove(
            f"No path leads from {SPACE_IDS[here]} to {SPACE_IDS[space]}.", rule="4.2"
        )
    if space != state.came:
        return IllegalMove("It has to stop on a free space now.", rule="4.3")
    return IllegalMove(f"It came from {SPACE_IDS[space]}, and cannot turn back.", rule="4.2")


def why_not_rise(state: Any, seat: int, space: int) -> IllegalMove:
    if is_taken(state, space, int(top(state).figure)):
        return IllegalMove(f"A figure is on {SPACE_IDS[space]}.", rule="3.9")
    return IllegalMove(f"{SPACE_IDS[space]} is not where it stands up.", rule="3.9")


def why_not_board(state: Any, seat: int, number: int) -> IllegalMove:
    if state.figures[state.active].at != HELIPAD_SPACE:
        return IllegalMove("The Hello-copter is boarded from the helipad.", rule="10.4")
    if state.copter != HERE:
        return IllegalMove("The Hello-copter is not here.", rule="10.4")
    if state.steps <= 0:
        return IllegalMove("Boarding takes a step, and none is left.", rule="10.4")
    return IllegalMove(
        "Only the carrier of the Heart can board, and only when everyone has a set.", rule="12.14"
    )


def why_not_take(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove("The figure you pass does not carry the Heart.", rule="5.7")


def why_not_exchange(state: Any, seat: int, number: int) -> IllegalMove:
    if not is_curse(state):
        return IllegalMove("Tokens can only be exchanged under the Curse.", rule="12.11")
    given, taken = divmod(number, HANDFULS)
    if not has_any(state, int(top(state).figure), given):
        return IllegalMove(f"You have no {COLOURS[given]} token.", rule="12.11")
    if taken != NO_COLOUR and not has_any(state, int(top(state).what), taken):
        return IllegalMove(f"There is no {COLOURS[taken]} token to take.", rule="12.11")
    return IllegalMove("That would change nothing.", rule="12.11")


# ── Cards and actions ────────────────────────────────────────────────────────────────────────────


def why_not_card(state: Any, seat: int, card: int) -> IllegalMove:
    name = face_words(face_of(card))
    if is_curse(state):
        return IllegalMove(f"{name} is not in the tracker.", rule="12.4")
    return IllegalMove(f"{name} is not in your hand.", rule="3.2")


def why_not_selfie(state: Any, seat: int, colour: int) -> IllegalMove:
    if not is_curse(state):
        return IllegalMove("A Selfie Stick counts at the end.", rule="13.8")
    if state.souvenirs[seat, SELFIE_STICK] == 0:
        return IllegalMove("You have no such souvenir.", rule="13.9")
    if not can_photograph(state, int(state.active), colour):
        return IllegalMove(f"There is no {COLOURS[colour]} picture for you.", rule="5.2")
    return IllegalMove(f"No {COLOURS[colour]} picture space is beside you.", rule="13.9")


def why_not_heading(state: Any, seat: int, heading: int) -> IllegalMove:
    return IllegalMove(f"Vul-Kar already looks to the {HEADING_NAMES[heading]}.", rule="6.2")


def why_not_tree(state: Any, seat: int, number: int) -> IllegalMove:
    tree = TREE_IDS[number // TREE_HEADINGS]
    if top(state).what == number // TREE_HEADINGS:
        return IllegalMove(f"The tree {tree} has just been turned.", rule="6.3")
    return IllegalMove(f"The tree {tree} already points there.", rule="6.3")


def why_not_nothing(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove("Under the Curse an ember has to be flicked.", rule="12.6")


# What is said to whoever touches a thing of the island that cannot be used now.
TREES = "Trees are turned after the walk, by Roots Stir or Lava Blast."
EMBERS = "Embers are flicked after the walk, by Flame Geyser or Lava Blast."
VULKAR = "Vul-Kar is turned after the walk, by Vul-Kar Turns."


def why_untouched(state: Any) -> dict[str, str]:
    """6.2 to 6.4: why trees, embers and Vul-Kar cannot be used now; not what can be."""
    reasons = {BENDING: ("tree", TREES), FLICKING: ("ember", EMBERS), TURNING: ("vulkar", VULKAR)}
    said = dict(reason for phase, reason in reasons.items() if phase != state.phase)
    if state.phase == BENDING and (tree := int(top(state).what)) in range(len(TREE_IDS)):
        said["tree"] = f"The tree {TREE_IDS[tree]} has just been turned."
    return said


# ── Falls ────────────────────────────────────────────────────────────────────────────────────────


def why_not_bag(state: Any, seat: int, number: int) -> IllegalMove:
    if state.phase == SHELTERING and state.souvenirs[seat, TOTE_BAG] > 0:
        return IllegalMove("There is no token to keep.", rule="13.6")
    return IllegalMove("You have no such souvenir.", rule="13.6")


def why_not_seize(state: Any, seat: int, number: int) -> IllegalMove:
    if number:
        return IllegalMove("There is no token to take.", rule="8.3")
    return IllegalMove("The figure that fell does not carry the Heart.", rule="8.3")


def why_not_lose(state: Any, seat: int, treasure: int) -> IllegalMove:
    if treasure == THE_HEART:
        return IllegalMove("The Heart is not yours to lose.", rule="8.4")
    return IllegalMove(f"There is no {COLOURS[treasure]} token to lose.", rule="8.4")


def why_not_pick(state: Any, seat: int, thing: int) -> IllegalMove:
    names = {THE_HEART: "The Heart", THE_PENNY: "The Penny"}
    if thing in names:
        return IllegalMove(f"{names[thing]} is not in the Maw.", rule="10.5")
    return IllegalMove(f"There is no {COLOURS[thing]} token in the Maw.", rule="10.5")


def why_not_pay_card(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(f"{face_words(face_of(card))} is not in the tracker.", rule="12.7")


def why_not_pay_token(state: Any, seat: int, colour: int) -> IllegalMove:
    if is_out_of_cards(state, int(top(state).figure)):
        return IllegalMove(f"There is no {COLOURS[colour]} token to pay.", rule="12.7")
    return IllegalMove("You pay with tokens only if you have nothing else.", rule="12.7")


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


def why_not_first(state: Any, seat: int, first: int) -> IllegalMove:
    return IllegalMove(f"There is no seat {first + 1}.", rule="2.10")


def why_not_lay(state: Any, seat: int, colour: int) -> IllegalMove:
    return IllegalMove(f"No {COLOURS[colour]} token is left.", rule="1.3")


def not_in_pile(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(f"{face_words(face_of(card))} cannot come from the pile now.", rule="3.4")


def not_in_shop(state: Any, seat: int, kind: int) -> IllegalMove:
    return IllegalMove("No such souvenir is left.", rule="13.1")


def why_not_run(state: Any, seat: int, event: int) -> IllegalMove:
    return IllegalMove("The marble cannot do that there.", rule="7.1")


def why_not_snatch(state: Any, seat: int, colour: int) -> IllegalMove:
    victim = int(seat_of(state, int(top(state).figure)))
    return IllegalMove(f"Seat {victim + 1} has no {COLOURS[colour]} token there.", rule="8.3")
