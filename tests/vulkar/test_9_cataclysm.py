"""9  Cataclysm."""

from typing import Any

from .drawn import do, hand_of, island, odds, phase

TO_M14 = ("m3", "m10", "m9", "m14")
ONE_RUN = ("into doze", "into low doze", "into heron", "into lagoon mouth", "arrives")


def erupted(scar: int = 1, tracker: tuple[str, ...] = ()) -> Any:
    state = island("M2", "B1", "B12", cards={0: ["cataclysm 4"]}, scar=scar, tracker=tracker)
    return do(state, "cataclysm 4", *TO_M14)


def test_9_1_every_fireball_in_the_scar_is_dropped_one_after_another() -> None:
    state = erupted(scar=3)
    for _ in range(3):
        assert phase(state) == "running"
        do(state, *ONE_RUN)
    assert phase(state) == "drawing"


def test_9_1_each_leaves_by_a_mouth_by_chance() -> None:
    assert len(odds(erupted())) > 1


def test_9_2_the_card_goes_to_the_tracker() -> None:
    state = do(erupted(), *ONE_RUN)
    assert (int(state.tracker.sum()), int(state.discards.sum())) == (1, 0)


def test_9_3_with_the_third_all_cards_are_shuffled_and_a_fireball_joins() -> None:
    state = erupted(tracker=("cataclysm 3", "cataclysm 5"))
    state.deck[30] -= 1
    state.discards[30] += 1
    do(state, *ONE_RUN)
    assert (int(state.scar), int(state.tracker.sum()), int(state.discards.sum())) == (2, 0, 0)
    assert int(state.deck.sum()) == 30 - 5  # all but those in the hands


def test_9_3_hands_stay_as_they_are() -> None:
    state = erupted(tracker=("cataclysm 3", "cataclysm 5"))
    before = [hand_of(state, seat) for seat in (1, 2)]
    do(state, *ONE_RUN)
    assert [hand_of(state, seat) for seat in (1, 2)] == before


def test_9_3_without_a_fireball_they_are_only_shuffled() -> None:
    state = erupted(scar=4, tracker=("cataclysm 3", "cataclysm 5"))
    do(state, *ONE_RUN * 4)
    assert (int(state.scar), int(state.tracker.sum())) == (4, 0)
