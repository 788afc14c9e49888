"""Moves and events in words: how they are told and typed."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from templetop.engine.kinds import NO_CODE, Kind, Kinds
from templetop.games.vulkar.people import refusals as no
from templetop.games.vulkar.people import targets as to
from templetop.games.vulkar.people.spaces import (
    DIRECTION_NAMES,
    FORMATS,
    HEADING_NAMES,
    SHORT_SOUVENIRS,
    STRENGTH_NAMES,
    TREASURE_NAMES,
    typed_card,
)
from templetop.games.vulkar.rules import moves as m
from templetop.games.vulkar.rules.island import (
    CAVES,
    COLOURS,
    PIT_IDS,
    PITS,
    SPACE_IDS,
    SPACES,
    STRENGTHS,
    TREE_HEADINGS,
    TREE_IDS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.pieces import (
    FACES,
    MOST_FIGURES,
    SOUVENIR_KINDS,
    STRIDES,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.runs import RUN_MOVES
from templetop.games.vulkar.rules.state import (
    BEGINNING,
    BENDING,
    CHOOSING,
    COLLECTING,
    DELVING,
    DRAWING,
    EXPLORING,
    FLICKING,
    GIVING,
    GRABBING,
    LAYING,
    LOSING,
    MEETING,
    PAYING,
    REMOVING,
    RISING,
    ROLLING,
    RUNNING,
    SEIZING,
    SHELTERING,
    SNATCHING,
    TURNING,
    WALKING,
)
from templetop.games.vulkar.words import SPEECH

# ── As they are typed ────────────────────────────────────────────────────────────────────────────

SYNONYMS = {
    "go": "", "step": "", "to": "", "play": "", "the": "", "a": "", "token": "", "ember": "",
    "nothing": "none", "no": "none", "stop": "none", "yes": "take", "copter": "board",
    "catastrophe": "cataclysm", "shoot": "flick", "launch": "flick",
}  # fmt: skip
Code = Callable[[Any, int, int], str]


def step_code(state: Any, seat: int, number: int) -> str:
    space = SPACE_IDS[number].lower()
    return f"walk {space}" if state.phase == RISING else space


def rise_code(state: Any, seat: int, number: int) -> str:
    space = SPACE_IDS[number].lower()
    return space if state.phase == RISING else f"rise {space}"


def card_code(state: Any, seat: int, card: int) -> str:
    return typed_card(card)


def pay_card_code(state: Any, seat: int, card: int) -> str:
    return f"pay {typed_card(card)}"


def exchange_code(state: Any, seat: int, number: int) -> str:
    given, taken = divmod(number, m.HANDFULS)
    if given == taken:
        return "pass" if given == m.NO_COLOUR else NO_CODE
    give = f"give {COLOURS[given]}" if given != m.NO_COLOUR else ""
    take = f"take {COLOURS[taken]}" if taken != m.NO_COLOUR else ""
    return f"{give} {take}".strip()


def tree_code(state: Any, seat: int, number: int) -> str:
    tree, heading = divmod(number, TREE_HEADINGS)
    return f"tree {TREE_IDS[tree]} {heading}"


def flick_code(state: Any, seat: int, number: int) -> str:
    pit, aim = divmod(number, m.AIMS)
    direction, strength = divmod(aim, STRENGTHS)
    aimed = f"{DIRECTION_NAMES[direction]} {STRENGTH_NAMES[strength]}"
    return f"flick {PIT_IDS[pit].lower()} {aimed}"


def word(code: str) -> Code:
    return lambda state, seat, number: code


def with_number(code: str) -> Code:
    return lambda state, seat, number: f"{code} {number + 1}"


def with_name(code: str, names: Any) -> Code:
    return lambda state, seat, number: f"{code} {names[number]}"


# ── As they are told ─────────────────────────────────────────────────────────────────────────────

WALKS = {
    "to": "{who} goes to {space:space}",
    "by": "{who} goes via {first:space} to {space:space}",
    "past": "{who} goes past {first:space}, where somebody is, to {space:space}",
    "past there": "{who} goes past {first:space}, where somebody is",
}
STEPS = {
    **WALKS,
    **{f"{key} and finds": f"{text} and takes {{finds:finds}}" for key, text in WALKS.items()},
}
BOOTS = {
    "one": "{who} laces up Hiking Boots for {number} more space",
    "many": "{who} laces up Hiking Boots for {number} more spaces",
}
GLOBES = {
    "hand": "{who} shakes a Snow Globe, discards {cards:cards} and draws a new hand",
    "no hand": "{who} shakes a Snow Globe for a new hand",
}
TAKES = {
    "heart": "{who} takes the Heart of Vul-Kar",
    "carrier": "{who} takes the Heart from {other:seat}",
    "token": "{who} takes the {treasure} token",
}
LEAVES = {
    "heart": "{who} leaves the Heart on its slab",
    "carrier": "{who} leaves the Heart with {other:seat}",
    "token": "{who} leaves the {treasure} token on its slab",
}
EXCHANGES = {
    "pass": "{who} passes {other:seat} by",
    "give": "{who} gives {other:seat} a {given} token",
    "take": "{who} takes a {taken} token from {other:seat}",
    "both": "{who} gives {other:seat} a {given} token for a {taken} one",
}
NOTHINGS = {
    "turning": "{who} leaves Vul-Kar as he is",
    "bending": "{who} turns no tree",
    "flicking": "{who} flicks no ember",
    "sheltering": "{who} plays no souvenir",
}
SEIZES = {
    "heart": "{who} seizes the Heart from {other:seat}",
    "token": "{who} seizes a token from {other:seat}",
}

DRAWS = {
    "dealing": "{seat:seat} gets {card:card}",
    "drawing": "{seat:seat} draws {card:card}",
    "tracker": "{card:card} comes into the tracker",
}
GIFTS = {
    "dealing": "{seat:seat} gets a souvenir, {souvenir}",
    "drawing": "{seat:seat} draws a souvenir, {souvenir}",
}
DICE = {
    "goes": "{seat:seat} rolls {number} and goes to {space:space}",
    "stays": "{seat:seat} rolls {number} and stays in the cave",
}
WHY_PAID = {
    "fall": "{told} for a fall",
    "missed": "{told}, as the ember ran past no picture space of {region:region}",
    "gone": "{told}, as the ember has left the island",
}


def payments(told: str) -> dict[str, str]:
    """12.6, 12.8  What is given up, and why."""
    return {key: text.replace("{told}", told) for key, text in WHY_PAID.items()}


RUNS = {
    "into": "The {marble} rolls into {lane}",
    "stays": "The {marble} falls back into {pit}",
    "arrives": "The {marble} arrives at {end}",
    "rests": "The {marble} comes to rest in {lane}",
    "leaves": "The {marble} jumps over the rim and is gone",
}
HITS = {
    "passes": "The {marble} misses {whom} on {space:space}",
    "fells": "The {marble} knocks {whom} over on {space:space}",
    "sweeps": "The {marble} sweeps {whom} away from {space:space}",
    "fells and rests": "The {marble} knocks {whom} over on {space:space} and stops there",
    "sweeps and rests": "The {marble} sweeps {whom} away from {space:space} and stops there",
    "falls too": "The {marble} brings down {whom} on {space:space} as well",
}
MARBLES = {"ember": "An ember rolls", "fireball": "Vul-Kar spits fireballs"}


def run_messages() -> Mapping[str, str]:
    """For an ember and for a fireball; whom it hits, of one figure or of two."""
    found = {}
    for marble in MARBLES:
        for key, text in RUNS.items():
            found[f"{marble} {key}"] = text.replace("{marble}", marble)
        for key, text in HITS.items():
            told = text.replace("{marble}", marble)
            found[f"{marble} {key}"] = told.replace("{whom}", "{seat:seat}")
            two = told.replace("{whom}", "figure {number} of {seat:seat}")
            found[f"{marble} {key}, one of two"] = two
    return found


RUN_MESSAGES = run_messages()
RUN_HEADINGS = {key: MARBLES[key.split()[0]] for key in RUN_MESSAGES}

# ── The tables ───────────────────────────────────────────────────────────────────────────────────

ACTION = (TURNING, BENDING, FLICKING)

MOVES = Kinds(
    Kind("step", m.STEP, SPACES, (WALKING,), STEPS, step_code, to.step_target, no.why_not_step),
    Kind("rise", m.RISE, SPACES, (RISING,), "{who} stands up on {space:space}",
         rise_code, to.rise_target, no.why_not_rise),
    Kind("board", m.BOARD, 1, (WALKING,), "{who} boards the Hello-copter",
         word("board"), to.board_target, no.why_not_board),
    Kind("card", m.CARD, FACES, (CHOOSING,), "{who} plays {card:card}",
         card_code, to.card_target, no.why_not_card),
    Kind("boots", m.BOOTS, STRIDES, (CHOOSING,), BOOTS,
         with_number("boots"), to.boots_target, no.no_souvenir("13.3")),
    Kind("globe", m.GLOBE, 1, (CHOOSING,), GLOBES,
         word("globe"), to.globe_target, no.no_souvenir("13.4")),
    Kind("selfie", m.SELFIE, TOKEN_COLOURS, (CHOOSING,),
         "{who} takes a {colour} picture with a Selfie Stick",
         with_name("selfie", COLOURS), to.selfie_target, no.why_not_selfie),
    Kind("shelter", m.SHELTER, 1, (SHELTERING,), "{who} opens an Umbrella and stands again",
         word("umbrella"), to.shelter_target, no.no_souvenir("13.5")),
    Kind("bag", m.BAG, 1, (SHELTERING,), "{who} keeps the tokens in a Tote Bag",
         word("bag"), to.bag_target, no.why_not_bag),
    Kind("roll", m.ROLL, 1, (EXPLORING,), "{who} rolls the cave die", word("roll"), to.roll_target),
    Kind("map", m.MAP, len(CAVES), (EXPLORING,), "{who} follows a Trail Map to {space:space}",
         with_number("map"), to.map_target, no.no_souvenir("13.7")),
    Kind("take", m.TAKE, 1, (COLLECTING, GRABBING, MEETING), TAKES,
         word("take"), to.take_target, no.why_not_take),
    Kind("leave", m.LEAVE, 1, (COLLECTING, GRABBING), LEAVES, word("leave"), to.leave_target),
    Kind("exchange", m.EXCHANGE, m.HANDFULS * m.HANDFULS, (MEETING,), EXCHANGES,
         exchange_code, to.exchange_target, no.why_not_exchange),
    Kind("heading", m.HEADING, VULKAR_HEADINGS, (TURNING,), "{who} turns Vul-Kar to the {heading}",
         with_name("turn", HEADING_NAMES), to.heading_target, no.why_not_heading),
    Kind("tree", m.TREE, TREES * TREE_HEADINGS, (BENDING,),
         "{who} turns the tree {tree} to {number}", tree_code, to.tree_target, no.why_not_tree),
    Kind("flick", m.FLICK, PITS * m.AIMS, (FLICKING,),
         "{who} flicks the ember of {pit}: {direction}, {strength}", flick_code, to.flick_target),
    Kind("nothing", m.NOTHING, 1, (*ACTION, SHELTERING), NOTHINGS,
         word("none"), to.nothing_target, no.why_not_nothing),
    Kind("seize", m.SEIZE_HEART, 2, (SEIZING,), SEIZES,
         with_name("seize", ("heart", "unseen")), to.seize_target, no.why_not_seize),
    Kind("lose", m.LOSE, m.THE_HEART + 1, (LOSING,), "{who} puts {treasure:treasure} into the Maw",
         with_name("lose", TREASURE_NAMES), to.lose_target, no.why_not_lose),
    Kind("pick", m.PICK, m.THE_PENNY + 1, (DELVING,),
         "{who} takes {treasure:treasure} out of the Maw",
         with_name("pick", TREASURE_NAMES), to.pick_target, no.why_not_pick),
    Kind("pay souvenir", m.PAY_SOUVENIR, SOUVENIR_KINDS, (PAYING,),
         payments("{who} gives up a {souvenir}"),
         with_name("pay", SHORT_SOUVENIRS), to.pay_souvenir_target, no.no_souvenir("12.7")),
    Kind("pay card", m.PAY_CARD, FACES, (PAYING,),
         payments("{who} gives up {card:card} in the tracker"),
         pay_card_code, to.pay_card_target, no.why_not_pay_card),
    Kind("pay token", m.PAY_TOKEN, TOKEN_COLOURS, (PAYING,),
         payments("{who} pays {treasure:treasure} to the Maw"),
         with_name("pay", COLOURS), to.pay_token_target, no.why_not_pay_token),
    formats=FORMATS,
    words=SPEECH,
)  # fmt: skip


def who_sees(drawn: to.Draw | to.Gift) -> Collection[int] | None:
    """5.4  Its seat alone; 12.1  under the Curse everybody."""
    return None if drawn.is_open else (drawn.seat,)


def who_sees_theft(stolen: to.Snatch) -> Collection[int]:
    """5.3  The thief and the robbed."""
    return (stolen.thief, stolen.victim)


EVENTS = Kinds(
    Kind("first", m.FIRST, MOST_FIGURES, (BEGINNING,), "{seat:seat} begins",
         target=to.first_target, why_not=no.why_not_first),
    Kind("lay", m.LAY, TOKEN_COLOURS, (LAYING,), "A {colour} token lies at {space:space}",
         target=to.lay_target, why_not=no.why_not_lay, together="The tokens are laid"),
    Kind("remove", m.REMOVE, FACES, (REMOVING,), "{card:card} goes back into the box",
         target=to.remove_target, why_not=no.not_in_pile, together="Cards go back into the box"),
    Kind("draw", m.DRAW, FACES, (DRAWING,), DRAWS, target=to.draw_target, why_not=no.not_in_pile,
         seen_by=who_sees, hidden="{seat:seat} draws a card",
         together={"dealing": "The hands are dealt", "tracker": "The tracker is filled up"}),
    Kind("gift", m.GIFT, SOUVENIR_KINDS, (GIVING,), GIFTS, target=to.gift_target,
         why_not=no.not_in_shop, seen_by=who_sees, hidden="{seat:seat} draws a souvenir",
         together={"dealing": "The souvenirs are dealt"}),
    Kind("die", m.DIE, len(CAVES), (ROLLING,), DICE, target=to.die_target),
    Kind("run", m.RUN, RUN_MOVES, (RUNNING,), RUN_MESSAGES, target=to.run_target,
         why_not=no.why_not_run, together=RUN_HEADINGS),
    Kind("snatch", m.SNATCH, TOKEN_COLOURS, (SNATCHING,),
         "{thief:seat} steals a {colour} token from {victim:seat}",
         target=to.snatch_target, why_not=no.why_not_snatch, seen_by=who_sees_theft,
         hidden="{thief:seat} steals a token from {victim:seat}"),
    formats=FORMATS,
    words=SPEECH,
)  # fmt: skip
