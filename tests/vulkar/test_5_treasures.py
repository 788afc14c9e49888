"""5  Treasures, pictures and the Heart."""

from random import Random
from typing import Any

from templetop.games.vulkar.people.notation import write
from templetop.games.vulkar.rules.island import (
    HEART,
    KIND,
    REGION,
    SNAPSHOT,
    SPACE_IDS,
    SPACES,
    TREASURES,
)
from templetop.games.vulkar.rules.pieces import NO_TOKEN, SLABS, TOKEN_COLOURS
from templetop.games.vulkar.rules.tokens import (
    EVERYONE,
    add_token,
    number_of,
    number_seen,
    remove_token,
    steal_token,
)

from .census import is_counted
from .drawn import (
    choices,
    do,
    game,
    heart_of,
    island,
    phase,
    pictures_of,
    tokens_of,
)

AWAY = ("B1", "B12")


def test_5_1_the_token_of_every_treasure_space_that_is_entered() -> None:
    slabs = {"M3": "red", "M10": "blue", "M14": "yellow"}
    state = island("M2", *AWAY, cards={0: ["roots 4"]}, slabs=slabs)
    do(state, "roots 4", "m3", "m10", "m9", "m14")
    assert tokens_of(state, "A") == "ryb"
    assert int((state.slabs >= 0).sum()) == 0


def test_5_1_also_where_it_starts() -> None:
    state = island("M3", *AWAY, slabs={"M3": "red"})
    assert tokens_of(state, "A") == "r"


def test_5_1_an_empty_slab_gives_nothing() -> None:
    state = island("M2", *AWAY, cards={0: ["shop 3"]})
    do(state, "shop 3", "m3", "m10", "m9")
    assert tokens_of(state, "A") == ""


def test_5_2_a_picture_on_every_picture_space() -> None:
    state = island("S7", *AWAY, cards={0: ["shop 3"]})
    do(state, "shop 3", "s8")
    assert pictures_of(state, "A") == "r"
    assert state.album.tolist() == [3, 4, 4]


def test_5_2_only_one_of_each_colour() -> None:
    state = island("S7", *AWAY, cards={0: ["shop 3"]}, pictures={"A": "r"})
    do(state, "shop 3", "s8")
    assert state.album.tolist() == [3, 4, 4]


def test_5_2_none_if_none_is_left() -> None:
    state = island("S7", *AWAY, cards={0: ["shop 3"]})
    state.album[0] = 0
    do(state, "shop 3", "s8")
    assert pictures_of(state, "A") == ""


def test_5_2_also_where_it_starts() -> None:
    assert pictures_of(island("M32", *AWAY), "A") == "y"


def robbed(tokens: str = "rb") -> Any:
    """A has stolen a red token of B, who had a red and a blue one, or others."""
    state = island("M2", "S4", "B12", cards={0: ["geyser 4"]}, tokens={"B": tokens, "A": "y"})
    do(state, "geyser 4", "m3", "m10", "m9", "m14", "flick spitter nw normal")
    do(state, "into Spitter", "into low ash", "fells-rests")
    return do(state, "snatches red", "gets map", "draws geyser 8")


def test_5_3_what_is_taken_from_a_slab_is_seen_by_all() -> None:
    state = island("M3", *AWAY, slabs={"M3": "red"})
    assert int(state.figures[0].known[0]) == EVERYONE


def test_5_3_what_is_stolen_is_seen_by_two() -> None:
    state = robbed()
    piles = [game().view(state, seat).figures for seat in range(3)]
    for viewer in (0, 1):
        assert (piles[viewer][0].tokens.red, piles[viewer][1].tokens.blue) == (1, 1)
    assert (piles[2][0].tokens.unknown, piles[2][1].tokens.unknown) == (1, 1)


def test_5_3_others_know_of_one_token_less_of_each_colour() -> None:
    thief, victim, _ = game().view(robbed("rrb"), 2).figures
    assert (victim.tokens.red, victim.tokens.blue, victim.tokens.unknown) == (1, 0, 1)
    assert (thief.tokens.red, thief.tokens.unknown) == (0, 1)


def test_5_3_of_a_pile_of_one_colour_all_know_what_was_stolen() -> None:
    state = robbed("rr")
    for viewer in (0, 1, 2, None):
        thief, victim, _ = game().view(state, viewer).figures
        assert (thief.tokens.red, victim.tokens.red) == (1, 1)
        assert (thief.tokens.unknown, victim.tokens.unknown) == (0, 0)


def test_5_3_what_was_not_touched_stays_known() -> None:
    assert game().view(robbed(), 2).figures[0].tokens.yellow == 1


def test_5_4_hands_and_souvenirs_are_hidden_but_not_how_many() -> None:
    state = island("M2", *AWAY, kit={0: ["map", "boots"]})
    player = game().view(state, 1).players[0]
    assert (player.hand, player.kit, player.cards, player.souvenirs) == (None, None, 2, 2)


def test_5_4_all_else_lies_open() -> None:
    state = island("M2", *AWAY, maw="rb", pictures={"B": "y"}, slabs={"M3": "red"})
    seen = [game().view(state, seat) for seat in (0, 1, None)]
    assert len({repr((view.maw, view.slabs, view.heart, view.album)) for view in seen}) == 1
    assert len({repr([figure.pictures for figure in view.figures]) for view in seen}) == 1


def test_5_5_the_heart_may_be_taken_or_left() -> None:
    state = island("M24", *AWAY, cards={0: ["shop 3"]})
    do(state, "shop 3", "m23")
    assert choices(state) == {"take", "leave"}
    assert heart_of(do(state, "leave")) == "slab"
    state = island("M23", *AWAY)
    assert heart_of(do(state, "take")) == "A"


def test_5_6_the_heart_stirs_a_fireball_each_time() -> None:
    state = island("M23", *AWAY, scar=2)
    assert int(do(state, "take").scar) == 3


def test_5_6_if_one_is_left() -> None:
    state = island("M23", *AWAY, scar=4)
    assert int(do(state, "take").scar) == 4


def test_5_7_who_passes_the_carrier_may_take_the_heart() -> None:
    state = island("M2", "M3", "B12", cards={0: ["shop 3"]}, heart="B")
    do(state, "shop 3", "m3")
    assert choices(state) == {"take", "pass"}
    assert heart_of(do(state, "take")) == "A"


def test_5_7_also_from_another_figure_of_ones_own() -> None:
    state = island("M2", "B1", "M3", "B12", seats=2, cards={0: ["shop 3"]}, heart="C")
    assert heart_of(do(state, "shop 3", "m3", "take")) == "A"


def test_5_7_it_may_be_left() -> None:
    state = island("M2", "M3", "B12", cards={0: ["shop 3"]}, heart="B")
    assert heart_of(do(state, "shop 3", "m3", "pass")) == "B"


def test_5_7_nobody_is_asked_who_passes_others() -> None:
    state = island("M2", "M3", "B12", cards={0: ["shop 3"]}, heart="C", tokens={"B": "r"})
    assert phase(do(state, "shop 3", "m3")) == "walking"


def test_5_8_the_heart_can_be_stolen() -> None:
    state = island("M2", "S4", "B12", cards={0: ["geyser 4"]}, heart="B")
    do(state, "geyser 4", "m3", "m10", "m9", "m14", "flick spitter nw normal")
    do(state, "into Spitter", "into low ash", "fells-rests")
    assert heart_of(state) == "A"


def seen_by(figure: Any, bit: int) -> list[int]:
    """How many tokens of each colour a seat has seen; bit 7 is that of an onlooker."""
    return [number_seen(figure, colour, 1 << bit) for colour in range(TOKEN_COLOURS)]


def some_piles(random: Random) -> tuple[Any, Any]:
    """Those of A and B, with a few tokens that not everyone has seen; their owners have."""
    state = island("M2", *AWAY)
    for figure, least in ((0, 0), (1, 1)):
        for _ in range(random.randint(least, 5)):
            known = random.choice([EVERYONE, EVERYONE, 0b111, random.randrange(8)]) | 1 << figure
            add_token(state.figures[figure], random.randrange(random.choice([1, 3])), known)
    return state.figures[0], state.figures[1]


def test_5_3_after_a_theft_everybody_knows_what_they_have_seen_and_no_more() -> None:
    """A has stolen from B; C and onlookers have seen how many tokens there were."""
    random = Random(1)
    for _ in range(150):
        thief, victim = some_piles(random)
        colour = int(random.choice([token for token in victim.tokens if token != NO_TOKEN]))
        held = int(victim.held)
        before = {bit: (seen_by(thief, bit), seen_by(victim, bit)) for bit in (0, 1, 2, 7)}
        steal_token(victim, thief, colour, 0b11)
        assert is_counted(thief)
        assert is_counted(victim)
        for bit, (of_thief, of_victim) in before.items():
            is_told = bit in (0, 1) or (number_of(victim, colour) + 1 == held == sum(of_victim))
            of_thief[colour] += is_told
            one_less = {colour} if bit in (0, 1) else {*range(TOKEN_COLOURS)}
            of_victim = [max(0, n - (c in one_less)) for c, n in enumerate(of_victim)]
            assert (seen_by(thief, bit), seen_by(victim, bit)) == (of_thief, of_victim)


def test_5_3_of_equal_tokens_the_ones_that_more_have_seen_come_first_and_go_first() -> None:
    state = island("M2", *AWAY)
    pile = state.figures[0]
    for known in (0b001, EVERYONE, 0b011):
        add_token(pile, 1, known)
    add_token(pile, 0, 0b101)
    add_token(pile, 2, 0b101)
    assert pile.tokens[:6].tolist() == [0, 1, 1, 1, 2, NO_TOKEN]
    assert pile.known[:6].tolist() == [0b101, EVERYONE, 0b011, 0b001, 0b101, 0]
    remove_token(pile, 1)
    assert pile.tokens[:5].tolist() == [0, 1, 1, 2, NO_TOKEN]
    assert pile.known[:5].tolist() == [0b101, 0b011, 0b001, 0b101, 0]


def test_5_3_a_pile_may_hold_every_token_that_there_is() -> None:
    state = island("M2", *AWAY)
    pile = state.figures[0]
    for token in range(SLABS):
        add_token(pile, token % TOKEN_COLOURS, EVERYONE)
    remove_token(pile, 0)
    assert [number_of(pile, colour) for colour in range(TOKEN_COLOURS)] == [11, 12, 12]
    assert (int(pile.tokens[-1]), int(pile.known[-1])) == (NO_TOKEN, 0)
    assert is_counted(pile)


def test_5_2_no_picture_is_taken_where_there_is_none() -> None:
    """On every other space nobody takes anything but a token or the Heart."""
    for space in range(SPACES):
        state = island(SPACE_IDS[space], *AWAY)
        colour = "ryb"[REGION[space]] if KIND[space] == SNAPSHOT else ""
        assert pictures_of(state, "A") == colour
        assert phase(state) == ("grabbing" if KIND[space] == HEART else "choosing")


def test_5_1_the_token_is_the_one_beside_the_space() -> None:
    for n, space in enumerate(TREASURES):
        state = island(SPACE_IDS[space], *AWAY, slabs={SPACE_IDS[space]: "blue"})
        assert (tokens_of(state, "A"), int(state.slabs[n])) == ("b", NO_TOKEN)


def test_5_6_the_fourth_fireball_does_not_call_a_copter_that_is_there() -> None:
    state = do(island("M23", *AWAY, scar=3, copter="here"), "take")
    assert (int(state.scar), int(state.copter)) == (4, 2)


def test_5_5_nobody_takes_the_heart_where_it_is_not() -> None:
    for heart in ("B", "maw"):
        assert phase(island("M23", *AWAY, heart=heart)) == "choosing"


def meetings(state: Any) -> int:
    """How many are still to be met, with the one who is met now."""
    agenda = next(line for line in write(state).splitlines() if line.startswith("agenda"))
    return agenda.count("meeting")


def test_5_7_of_all_on_the_helipad_only_the_carrier_is_met() -> None:
    """12.11  Under the Curse, everybody with whom there is something to exchange."""
    told: dict[str, Any] = {"heart": "B", "tokens": {"B": "r", "C": "r"}}
    state = island("M3", "M1", "M1", "M1", cards={0: ["shop 3"]}, **told)
    assert meetings(do(state, "shop 3", "m2")) == 1
    told |= {"tracker": ["shop 3", "shop 4", "roots 4"], "game": "curse"}
    state = island("M3", "M1", "M1", "M1", **told)
    assert meetings(do(state, "shop 3", "m2")) == 2
