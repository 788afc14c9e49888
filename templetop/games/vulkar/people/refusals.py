"""Why a move cannot be made now: the rule's sentence, and its number."""

from collections.abc import Callable
from typing import Any

from templetop.engine.kinds import seat_name
from templetop.engine.refusal import IllegalMove
from templetop.engine.speech import mark
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
from templetop.games.vulkar.words import t

WhyNot = Callable[[Any, int, int], IllegalMove]


def start_of(words: str) -> str:
    """As a sentence begins."""
    return words[0].upper() + words[1:]


def no_souvenir(rule: str) -> WhyNot:
    """For what needs a souvenir that the seat does not have."""
    return lambda state, seat, number: IllegalMove(t("You have no such souvenir."), rule=rule)


# ── Walking ──────────────────────────────────────────────────────────────────────────────────────


def why_not_step(state: Any, seat: int, space: int) -> IllegalMove:
    here = int(state.figures[state.active].at)
    if space == here:
        return IllegalMove(
            t("The figure is already on {space}.", space=SPACE_IDS[space]), rule="4.1"
        )
    if space not in NEIGHBOURS[here]:
        return IllegalMove(
            t(
                "No path leads from {space} to {to}.",
                space=SPACE_IDS[here],
                to=SPACE_IDS[space],
            ),
            rule="4.2",
        )
    if space != state.came:
        return IllegalMove(t("It has to stop on a free space now."), rule="4.3")
    return IllegalMove(
        t("It came from {space}, and cannot turn back.", space=SPACE_IDS[space]), rule="4.2"
    )


def why_not_rise(state: Any, seat: int, space: int) -> IllegalMove:
    if is_taken(state, space, int(top(state).figure)):
        return IllegalMove(t("A figure is on {space}.", space=SPACE_IDS[space]), rule="3.9")
    return IllegalMove(t("{space} is not where it stands up.", space=SPACE_IDS[space]), rule="3.9")


def why_not_board(state: Any, seat: int, number: int) -> IllegalMove:
    if state.figures[state.active].at != HELIPAD_SPACE:
        return IllegalMove(t("The Hello-copter is boarded from the helipad."), rule="10.4")
    if state.copter != HERE:
        return IllegalMove(t("The Hello-copter is not here."), rule="10.4")
    if state.steps <= 0:
        return IllegalMove(t("Boarding takes a step, and none is left."), rule="10.4")
    return IllegalMove(
        t("Only the carrier of the Heart can board, and only when everyone has a set."),
        rule="12.14",
    )


def why_not_take(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("The figure you pass does not carry the Heart."), rule="5.7")


def why_not_exchange(state: Any, seat: int, number: int) -> IllegalMove:
    if not is_curse(state):
        return IllegalMove(t("Tokens can only be exchanged under the Curse."), rule="12.11")
    given, taken = divmod(number, HANDFULS)
    if not has_any(state, int(top(state).figure), given):
        return IllegalMove(t("You have no {colour} token.", colour=COLOURS[given]), rule="12.11")
    if taken != NO_COLOUR and not has_any(state, int(top(state).what), taken):
        return IllegalMove(
            t("There is no {colour} token to take.", colour=COLOURS[taken]), rule="12.11"
        )
    return IllegalMove(t("That would change nothing."), rule="12.11")


# ── Cards and actions ────────────────────────────────────────────────────────────────────────────


def why_not_card(state: Any, seat: int, card: int) -> IllegalMove:
    name = face_words(face_of(card))
    if is_curse(state):
        return IllegalMove(t("{card} is not in the tracker.", card=name), rule="12.4")
    return IllegalMove(t("{card} is not in your hand.", card=name), rule="3.2")


def why_not_selfie(state: Any, seat: int, colour: int) -> IllegalMove:
    if not is_curse(state):
        return IllegalMove(t("A Selfie Stick counts at the end."), rule="13.8")
    if state.souvenirs[seat, SELFIE_STICK] == 0:
        return IllegalMove(t("You have no such souvenir."), rule="13.9")
    if not can_photograph(state, int(state.active), colour):
        return IllegalMove(
            t("There is no {colour} picture for you.", colour=COLOURS[colour]), rule="5.2"
        )
    return IllegalMove(
        t("No {colour} picture space is beside you.", colour=COLOURS[colour]), rule="13.9"
    )


def why_not_heading(state: Any, seat: int, heading: int) -> IllegalMove:
    return IllegalMove(
        t("Vul-Kar already looks to the {heading}.", heading=HEADING_NAMES[heading]),
        rule="6.2",
    )


def why_not_tree(state: Any, seat: int, number: int) -> IllegalMove:
    tree = TREE_IDS[number // TREE_HEADINGS]
    if top(state).what == number // TREE_HEADINGS:
        return IllegalMove(t("The tree {tree} has just been turned.", tree=tree), rule="6.3")
    return IllegalMove(t("The tree {tree} already points there.", tree=tree), rule="6.3")


def why_not_nothing(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("Under the Curse an ember has to be flicked."), rule="12.6")


# What is said to whoever touches a thing of the island that cannot be used now.
TREES = mark("Trees are turned after the walk, by Roots Stir or Lava Blast.")
EMBERS = mark("Embers are flicked after the walk, by Flame Geyser or Lava Blast.")
VULKAR = mark("Vul-Kar is turned after the walk, by Vul-Kar Turns.")


def why_untouched(state: Any) -> dict[str, str]:
    """6.2 to 6.4: why trees, embers and Vul-Kar cannot be used now; not what can be."""
    reasons = {BENDING: ("tree", TREES), FLICKING: ("ember", EMBERS), TURNING: ("vulkar", VULKAR)}
    closed = [reason for phase, reason in reasons.items() if phase != state.phase]
    said = {thing: t(sentence) for thing, sentence in closed}
    if state.phase == BENDING and (tree := int(top(state).what)) in range(len(TREE_IDS)):
        said["tree"] = t("The tree {tree} has just been turned.", tree=TREE_IDS[tree])
    return said


# ── Falls ────────────────────────────────────────────────────────────────────────────────────────


def why_not_bag(state: Any, seat: int, number: int) -> IllegalMove:
    if state.phase == SHELTERING and state.souvenirs[seat, TOTE_BAG] > 0:
        return IllegalMove(t("There is no token to keep."), rule="13.6")
    return IllegalMove(t("You have no such souvenir."), rule="13.6")


def why_not_seize(state: Any, seat: int, number: int) -> IllegalMove:
    if number:
        return IllegalMove(t("There is no token to take."), rule="8.3")
    return IllegalMove(t("The figure that fell does not carry the Heart."), rule="8.3")


def why_not_lose(state: Any, seat: int, treasure: int) -> IllegalMove:
    if treasure == THE_HEART and state.heart == top(state).figure:
        return IllegalMove(t("Under the Curse the Heart never comes into the Maw."), rule="12.9")
    if treasure == THE_HEART:
        return IllegalMove(t("The Heart is not yours to lose."), rule="8.4")
    return IllegalMove(
        t("There is no {colour} token to lose.", colour=COLOURS[treasure]), rule="8.4"
    )


def why_not_pick(state: Any, seat: int, thing: int) -> IllegalMove:
    names = {THE_HEART: "The Heart", THE_PENNY: "The Penny"}
    if thing in names:
        return IllegalMove(t("{name} is not in the Maw.", name=names[thing]), rule="10.5")
    return IllegalMove(
        t("There is no {colour} token in the Maw.", colour=COLOURS[thing]), rule="10.5"
    )


def why_not_pay_card(state: Any, seat: int, card: int) -> IllegalMove:
    if state.tracker[card] > 0:
        return IllegalMove(t("A Cataclysm! cannot be given up."), rule="12.7")
    return IllegalMove(
        t("{card} is not in the tracker.", card=face_words(face_of(card))), rule="12.7"
    )


def why_not_pay_token(state: Any, seat: int, colour: int) -> IllegalMove:
    if is_out_of_cards(state, int(top(state).figure)):
        return IllegalMove(
            t("There is no {colour} token to pay.", colour=COLOURS[colour]), rule="12.7"
        )
    return IllegalMove(t("You pay with tokens only if you have nothing else."), rule="12.7")


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


def why_not_first(state: Any, seat: int, first: int) -> IllegalMove:
    return IllegalMove(t("There is no seat {number}.", number=first + 1), rule="2.10")


def why_not_lay(state: Any, seat: int, colour: int) -> IllegalMove:
    return IllegalMove(t("No {colour} token is left.", colour=COLOURS[colour]), rule="1.3")


def not_in_pile(state: Any, seat: int, card: int) -> IllegalMove:
    return IllegalMove(
        t("{card} cannot come from the pile now.", card=face_words(face_of(card))),
        rule="3.4",
    )


def not_in_shop(state: Any, seat: int, kind: int) -> IllegalMove:
    return IllegalMove(t("No such souvenir is left."), rule="13.1")


def why_not_run(state: Any, seat: int, event: int) -> IllegalMove:
    return IllegalMove(t("The marble cannot do that there."), rule="7.1")


def why_not_snatch(state: Any, seat: int, colour: int) -> IllegalMove:
    victim = int(seat_of(state, int(top(state).figure)))
    return IllegalMove(
        t(
            "{seat} has no {colour} token there.",
            seat=start_of(seat_name(victim)),
            colour=COLOURS[colour],
        ),
        rule="8.3",
    )
