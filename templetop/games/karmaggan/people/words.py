"""Moves and events in words: how they are told and typed."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from templetop.engine.game import Measure
from templetop.engine.kinds import NO_CODE, Kind, Kinds
from templetop.engine.seats import MOST_SEATS
from templetop.games.karmaggan.people import refusals as no
from templetop.games.karmaggan.people import targets as to
from templetop.games.karmaggan.people.spaces import FORMATS, name_of
from templetop.games.karmaggan.people.targets import BY_SALIVA
from templetop.games.karmaggan.people.view import EFFECTS, PUTTING
from templetop.games.karmaggan.rules import moves as m
from templetop.games.karmaggan.rules.pieces import (
    BLOOD_FACES,
    CARD_NAMES,
    DIE,
    FACES,
    GATES,
    MOST_SPAWNS,
    NO_CARD,
    RINGS,
    TEMPLE_KINDS,
)
from templetop.games.karmaggan.rules.start import PASSAGE_SPACES, STARTING_POINTS
from templetop.games.karmaggan.rules.state import (
    AIMING,
    ANSWERING,
    BATTLING,
    BEGINNING,
    CHOOSING,
    CONSUMING,
    COUNTING,
    DRAWING,
    ENTERING,
    HURTING,
    LEAVING,
    MEETING,
    MOVING,
    NAMING,
    PREPARING,
    PUSHING,
    ROBBING,
    ROLLING,
    SHOWING,
    SPOILING,
    SWARMING,
    TAKING,
    TASTING,
    TURNING,
    UNCOVERING,
)
from templetop.games.karmaggan.words import SPEECH, t

MEASURE = Measure("blood coin", "blood coins", decides=False)

# ── As they are typed ────────────────────────────────────────────────────────────────────────────
# A space is typed as it is named, whatever is asked; moves that others would make there have a word
# before it.

SYNONYMS = {
    "step": "", "go": "", "move": "", "to": "", "on": "", "at": "", "put": "", "place": "",
    "seat": "", "the": "", "egg": "", "card": "",
    "turn": "ring", "clockwise": "+", "counterclockwise": "-", "cw": "+", "ccw": "-",
    "end": "stop", "rob": "target", "name": "target", "nothing": "none",
}  # fmt: skip
Code = Callable[[Any, int, int], str]


def step_code(state: Any, seat: int, number: int) -> str:
    is_asked = int(state.phase) not in (*PUTTING, ENTERING, LEAVING)
    return name_of(state, number) if is_asked else f"walk {name_of(state, number)}"


def put_code(state: Any, seat: int, number: int) -> str:
    is_asked = int(state.phase) in PUTTING
    return name_of(state, number) if is_asked else f"lay {name_of(state, number)}"


def start_code(state: Any, seat: int, point: int) -> str:
    name = name_of(state, int(STARTING_POINTS[point]))
    return name if state.phase == ENTERING else f"begin {name}"


def exit_code(state: Any, seat: int, passage: int) -> str:
    name = name_of(state, int(PASSAGE_SPACES[passage]))
    return name if state.phase == LEAVING else f"leave {name}"


def ring_code(state: Any, seat: int, number: int) -> str:
    return f"ring {RINGS[number // m.WAYS].lower()} {'+-'[number % m.WAYS]}"


def card_code(state: Any, seat: int, card: int) -> str:
    return f"play {CARD_NAMES[card]}" if card != NO_CARD else NO_CODE


def battle_code(state: Any, seat: int, card: int) -> str:
    return f"battle {CARD_NAMES[card] if card != NO_CARD else 'none'}"


def word(code: str) -> Code:
    return lambda state, seat, number: code


def with_seat(code: str) -> Code:
    def typed(state: Any, seat: int, other: int) -> str:
        return f"{code} {other + 1}" if other < state.seats else NO_CODE

    return typed


def with_spawn(code: str) -> Code:
    return lambda state, seat, number: f"{code} {number + 1}"


# ── As they are told ─────────────────────────────────────────────────────────────────────────────

STEPS = {
    "own": "{who} steps to {space:tile}",
    "own to Egg": "{who} steps to {space:tile} and picks up the Egg",
    "own through roller": "{who} steps through the roller to {space:tile}",
    "own onto raider": "{who} steps to {space:space}, where {met:seat} is",
    "own onto spawn": "{who} steps to {space:space}, where a spawn is",
    "out": "{who} leaves the Temple for {space:tile}",
    "spawn": "{who} moves spawn {spawn} to {space:tile}",
    "spawn onto raider": "{who} moves spawn {spawn} to {space:space}, where {met:seat} is",
    "spawn onto spawn": "{who} moves spawn {spawn} to {space:space}, where another spawn is",
    "pushed": "{who} moves {raider:seat} to {space:tile}",
    "pushed to Egg": "{who} moves {raider:seat} to {space:tile}, where the Egg lies",
    "pushed through roller": "{who} moves {raider:seat} through the roller to {space:tile}",
}
PUTS = {
    "fling": "{who} throws {raider:seat} to {space:tile}",
    "fling body": "{who} throws the body of {raider:seat} to {space:tile}",
    "fling spawn": "{who} throws the spawn to {space:tile}",
    "Egg": "{who} lets the Egg drop at {space:tile}",
    "summoning tile": "{who} places a summoning tile on {space:tile}",
    "retreat": "{who} retreats to {space:tile}",
    "retreat with spawn": "{who} takes spawn {spawn} back to {space:tile}",
    "flash": "{who} follows the flash to {space:tile}",
    "flash other": "{who} sends {raider:seat} through the flash to {space:tile}",
    "temple tile": "{who} lays a temple tile on {space:space}",
    "summon": "{who} puts the spawn on {space:tile}",
}
ROLLS = {
    "two dice": "{who} rolls two dice",
    "one die": "{who} rolls one die, carrying the Egg",
    "swarm": "{who} rolls two dice to move the swarm",
}
PAYS = {
    "card": "{who} pays a medallion for one more card",
    "spawn": "{who} pays a medallion to summon a spawn",
}
TURNS = {
    "card": "{who} turns the {ring} ring {way}",
    "cut off": "{who} turns the {ring} ring {way} instead of rolling",
}
NAMED = {
    "fingers": "{who} robs {other:seat}",
    "dagger": "{who} turns the dagger on {other:seat}",
    "carving": "{who} lets {other:seat} draw two cards",
    "stone": "{who} gives a coin to {other:seat}",
}
FIGHTS = {
    "meet raider": "{who} fights {other:seat}",
    "meet spawn": "{who} fights the spawn",
    "answer raider": "{who} does not let {other:seat} pass",
    "answer spawn": "{who} does not let the spawn pass",
}
PASSES = {
    "meet raider": "{who} asks {other:seat} for safe passage",
    "meet spawn": "{who} asks the spawn for safe passage",
    "answer raider": "{who} lets {other:seat} pass",
    "answer spawn": "{who} lets the spawn pass",
}
YESES = {"card": "{who} takes a card", "blood": "{who} takes the blood on {space:space}"}
NOES = {"card": "{who} takes no card", "blood": "{who} leaves the blood on {space:space}"}
THROWS = {
    "": "{who} throws the Egg to {other:seat}",
    "by another": "{who} has {giver:seat} throw the Egg to {other:seat}",
}
EXITS = {
    "own": "{who} goes through the passage to {space:space}",
    "other": "{who} sends {raider:seat} through the passage to {space:space}",
}
STAYS = {
    "own": "{who} stays on the passage",
    "other": "{who} leaves {other:seat} on the passage",
}
BATTLES = {
    "card": "{who} fights with the {card}, {value}",
    "none": "{who} fights without a card",
}
SUMMONS = {
    "somewhere": "{who} summons a spawn",
    "there": "{who} summons a spawn on {space:space}",
}

DRAWS = dict.fromkeys(["dealing", "drawing"], "{seat:seat} draws the {card}")
DICE = {
    "one": "{seat:seat} rolls {numbers[0]} and {numbers[1]}: {steps} step",
    "many": "{seat:seat} rolls {numbers[0]} and {numbers[1]}: {steps} steps",
}
ONE_DIE = {
    "one": "{seat:seat} rolls {numbers[0]}: {steps} step",
    "many": "{seat:seat} rolls {numbers[0]}: {steps} steps",
}
SECTORS = {
    "one": "The {ring} ring turns {way} by {number} sector",
    "many": "The {ring} ring turns {way} by {number} sectors",
}
DAMAGES = {
    "acid none": "{seat:seat} rolls {number}, and the acid costs nothing",
    "acid one": "{seat:seat} rolls {number} and loses {coins} coin to the acid",
    "acid many": "{seat:seat} rolls {number} and loses {coins} coins to the acid",
    "acid dies": "{seat:seat} rolls {number} and dies of the acid",
    "roller none": "{seat:seat} rolls {number}, and the roller costs nothing",
    "roller one": "{seat:seat} rolls {number} and loses {coins} coin to the roller",
    "roller many": "{seat:seat} rolls {number} and loses {coins} coins to the roller",
    "roller dies": "{seat:seat} rolls {number} and dies under the roller",
}
TASTES = {
    "coins": "{seat:seat} finds blood for {coins} coins",
    "medallion": "{seat:seat} finds a medallion in the blood",
}
COUNTS = {
    "one": "{seat:seat} rolls {number}: one temple card follows",
    "many": "{seat:seat} rolls {number}: {number} temple cards follow",
}
TRAPS = {  # nobody is hit; somebody is; some of them die of it; all of them do
    "arrows": (
        "Arrows fly and hit nobody",
        "Arrows hit {hit:seats}",
        "Arrows hit {hit:seats} and kill {dead:seats}",
        "Arrows kill {dead:seats}",
    ),
    "acid": ("Acid spurts and hits nobody", "Acid hits {hit:seats}", "", ""),
    "fire": (
        "Fire bursts out and hits nobody",
        "Fire burns {hit:seats}",
        "Fire burns {hit:seats} and kills {dead:seats}",
        "Fire kills {dead:seats}",
    ),
    "piston": (
        "The piston comes down on nobody", "The piston comes down on {hit:seats}", "", ""
    ),
}  # fmt: skip
CARDS = {
    "ring": "A temple card says: {card}",
    "battering ram": "The battering ram takes the hand of {seat:seat} and brings four new cards",
    "iris flash": "A flash takes {seat:seat} away",
    "iris flash nowhere": "A flash lights up, and {seat:seat} stays",
    "calm": "The Temple stays calm",
    "plenty": "Plenty brings {seat:seat} two cards",
    "Sun gates open": "The Sun gates open",
    "Moon gates open": "The Moon gates open",
    "Sun gates close": "The Sun gates close",
    "Moon gates close": "The Moon gates close",
    "all gates close": "All gates close",
}


def trap_words() -> Mapping[str, str]:
    """For as many as can be hit, and as many of them as can die."""
    found = {}
    for trap, (nobody, somebody, kills_some, kills_all) in TRAPS.items():
        found[f"{trap} 0 0"] = nobody
        for hit in range(1, MOST_SEATS + 1):
            found[f"{trap} {hit} 0"] = somebody
            for dead in range(1, hit + 1) if kills_some else ():
                found[f"{trap} {hit} {dead}"] = kills_all if dead == hit else kills_some
    return found


def also_by_saliva(messages: Mapping[str, str]) -> Mapping[str, str]:
    """The same for what belongs to a row of temple cards."""
    return {**messages, **{f"{key}{BY_SALIVA}": text for key, text in messages.items()}}


def under_a_heading(messages: Mapping[str, str]) -> Mapping[str, str]:
    return {key: "The saliva stirs the Temple" for key in messages if key.endswith(BY_SALIVA)}


UNCOVERS = also_by_saliva({**CARDS, **trap_words()})
TURNED = also_by_saliva(SECTORS)
HURTS = also_by_saliva(DAMAGES)
ACID_HEADING = {key: "The acid burns" for key in DAMAGES if key.startswith("acid")}

# ── The tables ───────────────────────────────────────────────────────────────────────────────────

OWN_TURN = (PREPARING, MOVING)


def effect_words(card: str) -> str:
    """5.17  What a card does when it is played."""
    return t(EFFECTS[card])


MOVES = Kinds(
    Kind("step", m.STEP, m.STEPS, (MOVING, PUSHING, SWARMING), STEPS,
         step_code, to.step_target, no.why_not_step),
    Kind("put", m.PUT, m.PUTS, PUTTING, PUTS, put_code, to.put_target, no.why_not_put),
    Kind("start", m.START, len(GATES), (ENTERING,),
         "{who} begins inside the gate {gate}, on {space:space}",
         start_code, to.start_target, no.why_not_start),
    Kind("roll", m.ROLL, 1, (*OWN_TURN, SWARMING), ROLLS,
         word("roll"), to.roll_target, no.why_not_roll),
    Kind("stop", m.STOP, 1, (*OWN_TURN, SWARMING), "{who} ends the turn",
         word("stop"), to.stop_target, no.why_not_stop),
    Kind("play", m.PLAY, FACES, (*OWN_TURN, SWARMING), "{who} plays the {card}: {card:effect}",
         card_code, to.card_target, no.why_not_play),
    Kind("pay", m.PAY, 1, (*OWN_TURN, SWARMING), PAYS, word("pay"), to.pay_target, no.why_not_pay),
    Kind("hand", m.HAND_OVER, MOST_SEATS, OWN_TURN, "{who} hands the Egg to {other:seat}",
         with_seat("hand"), to.hand_target, no.why_not_hand),
    Kind("throw", m.THROW, MOST_SEATS, OWN_TURN, THROWS,
         with_seat("throw"), to.throw_target, no.why_not_throw),
    Kind("take", m.TAKE, 1, OWN_TURN, "{who} takes the Egg from {other:seat}",
         word("take"), to.take_target, no.why_not_take),
    Kind("ring", m.RING, m.WAYS * len(RINGS), (PREPARING, CHOOSING), TURNS,
         ring_code, to.ring_target, no.why_not_ring),
    Kind("target", m.TARGET, MOST_SEATS, (NAMING,), NAMED,
         with_seat("target"), to.named_target, no.why_not_target),
    Kind("spoil", m.SPOIL, MOST_SEATS, (NAMING,), "{who} makes {other:seat} lose a card",
         with_seat("spoil"), to.spoil_target, no.why_not_spoil),
    Kind("gain", m.GAIN, 1, (NAMING,), "{who} takes a coin",
         word("gain"), to.gain_target, no.why_not_gain),
    Kind("enough", m.ENOUGH, 1, (NAMING,), "{who} robs nobody else",
         word("enough"), to.enough_target, no.why_not_enough),
    Kind("fight", m.FIGHT, 1, (MEETING, ANSWERING), FIGHTS, word("fight"), to.fight_target),
    Kind("pass", m.PASS, 1, (MEETING, ANSWERING), PASSES, word("pass"), to.pass_target),
    Kind("yes", m.YES, 1, (TAKING, CONSUMING), YESES, word("yes"), to.yes_target),
    Kind("no", m.NO, 1, (TAKING, CONSUMING), NOES, word("no"), to.no_target_of_tile),
    Kind("exit", m.EXIT, m.PASSAGES, (LEAVING,), EXITS,
         exit_code, to.exit_target, no.why_not_exit),
    Kind("stay", m.STAY, 1, (LEAVING,), STAYS, word("stay"), to.stay_target),
    Kind("battle", m.BATTLE, FACES, (BATTLING,), BATTLES,
         battle_code, to.battle_target, no.why_not_battle),
    Kind("through", m.THROUGH, 1, (AIMING,), "{who} throws {other:seat} through the roller",
         word("through"), to.through_target),
    Kind("past", m.PAST, 1, (AIMING,), "{who} throws {other:seat} past the roller",
         word("past"), to.past_target),
    Kind("summon", m.SUMMON, 1, (SWARMING,), SUMMONS,
         word("summon"), to.summon_target, no.why_not_summon),
    Kind("lead", m.LEAD, MOST_SPAWNS, (SWARMING,), "{who} leads spawn {spawn} on {space:space}",
         with_spawn("lead"), to.lead_target, no.why_not_lead),
    Kind("sacrifice", m.SACRIFICE, MOST_SPAWNS, (SWARMING,),
         "{who} sacrifices spawn {spawn} on {space:space}",
         with_spawn("sacrifice"), to.sacrifice_target, no.why_not_sacrifice),
    formats={**FORMATS, "effect": effect_words},
    words=SPEECH,
)  # fmt: skip

NO_FACE = (NO_CARD,)  # no card has this number


def who_sees_draw(drawn: to.Draw) -> Collection[int] | None:
    """2.8  Its seat alone; 5.13  or everybody, who has seen it on top of the deck."""
    return None if drawn.is_shown else (drawn.seat,)


def who_sees_theft(stolen: to.Steal) -> Collection[int]:
    """5.10  The thief and the robbed."""
    return (stolen.thief, stolen.victim)


EVENTS = Kinds(
    Kind("first", m.FIRST, MOST_SEATS, (BEGINNING,), "{seat:seat} begins",
         target=to.first_target, why_not=no.why_not_first),
    Kind("draw", m.DRAW, FACES, (DRAWING,), DRAWS, target=to.draw_target,
         why_not=no.why_not_draw, gaps=NO_FACE,
         seen_by=who_sees_draw, hidden="{seat:seat} draws a card",
         together={"dealing": "The hands are dealt", "drawing": "{seat:seat} draws from the deck"}),
    Kind("dice", m.DICE, DIE * DIE, (ROLLING,), DICE,
         target=to.dice_target, why_not=no.why_not_dice),
    Kind("die", m.DIE_ROLL, DIE, (ROLLING,), ONE_DIE,
         target=to.die_target, why_not=no.why_not_die),
    Kind("uncover", m.UNCOVER, TEMPLE_KINDS, (UNCOVERING,), UNCOVERS, target=to.uncover_target,
         why_not=no.why_not_uncover, together=under_a_heading(UNCOVERS)),
    Kind("sectors", m.SECTORS_ROLLED, DIE, (TURNING,), TURNED, target=to.sectors_target,
         together=under_a_heading(TURNED)),
    Kind("damage", m.DAMAGE, DIE, (HURTING,), HURTS, target=to.damage_target,
         together={**ACID_HEADING, **under_a_heading(HURTS)}),
    Kind("taste", m.TASTE, len(BLOOD_FACES), (TASTING,), TASTES,
         target=to.taste_target, why_not=no.why_not_taste),
    Kind("steal", m.STEAL, FACES, (ROBBING,), "{thief:seat} steals the {card} from {victim:seat}",
         target=to.steal_target, why_not=no.why_not_steal, gaps=NO_FACE,
         seen_by=who_sees_theft,
         hidden="{thief:seat} steals a card from {victim:seat}"),
    Kind("lose", m.LOSE, FACES, (SPOILING,), "{seat:seat} loses the {card}",
         target=to.lose_target, why_not=no.why_not_lose, gaps=NO_FACE),
    Kind("count", m.COUNT, DIE, (COUNTING,), COUNTS, target=to.count_target),
    Kind("show", m.SHOW, FACES, (SHOWING,), "The object deck shows its top card: {card}",
         target=to.show_target, why_not=no.why_not_show, gaps=NO_FACE),
    Kind("show temple", m.SHOW_TEMPLE, TEMPLE_KINDS, (SHOWING,),
         "The temple deck shows its top card: {card}",
         target=to.show_temple_target, why_not=no.why_not_show_temple),
    formats=FORMATS,
    words=SPEECH,
)  # fmt: skip
