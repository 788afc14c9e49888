"""The kits that come with the games: they hold, they can be made again, and they cover the game."""

import re

import pytest

from templetop.conformance.kit import FILE, Kit, NoKit, file_of, kit_of
from templetop.conformance.making import MATCHES, SHORT, Making
from templetop.conformance.reference import COUNT, NEW, Reference, step_of
from templetop.engine.game import Game, Numbers, Option
from templetop.engine.match import kinds_for
from templetop.engine.seats import CHANCE
from templetop.games.shelf import ours, put, take
from tests.every_game.tables import EXAMPLES

MOST_BYTES = 400_000
AGAIN = "If that is meant to change: python -m templetop.conformance {game}"
# Kinds that no match of the kit meets: a loser is hardly ever thrown where a roller is in the way.
NOT_MET = {"karmaggan": {"through", "past"}}

GAMES = [*map(take, ours()), take(put(EXAMPLES / "connect_four"))]


@pytest.fixture(params=GAMES, ids=lambda game: str(game.id))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def wrong_answers(game: Game, kit: Kit, every: int) -> list[str]:
    """What our rules of today answer otherwise in every so many-th match."""
    found = []
    for match in kit.matches[::every]:
        reference = Reference(game)
        for command, answer in match:
            if command.startswith(COUNT) and int(answer) > 500 and every > 1:
                continue  # in `make test-all`
            if (today := reference.answer(command)) != answer:
                found.append(f"{command}: {today}, not {answer}")
    return found


def test_some_matches_hold_by_the_rules_of_today(game: Game) -> None:
    assert not wrong_answers(game, kit_of(game), every=12), AGAIN.format(game=game.id)


@pytest.mark.slow
def test_all_matches_hold_by_the_rules_of_today(game: Game) -> None:
    assert not wrong_answers(game, kit_of(game), every=1), AGAIN.format(game=game.id)


def test_the_first_matches_are_made_again_as_they_are(game: Game) -> None:
    making, again = Making(game), AGAIN.format(game=game.id)
    making.seated = {*game.seats}  # the long counts are left to `make test-all`
    for number, match in enumerate(kit_of(game).matches[:2]):
        made = [exchange for exchange in making.match(number, SHORT) if is_step(exchange.command)]
        assert made == [one for one in match if is_step(one.command)][: len(made)], again


def is_step(command: str) -> bool:
    return not command.startswith(COUNT)


@pytest.mark.slow
def test_a_kit_is_made_again_as_it_is(game: Game) -> None:
    assert Making(game).kit() == kit_of(game), AGAIN.format(game=game.id)


def test_a_kit_reads_as_it_was_written(game: Game) -> None:
    kit = kit_of(game)
    assert Kit.read(kit.write()) == kit


def test_it_has_enough_matches_of_every_number_of_seats_and_every_option(game: Game) -> None:
    beginnings = [match[0].command.split() for match in kit_of(game).matches]
    assert len(beginnings) >= MATCHES
    assert all(words[0] == NEW for words in beginnings)
    assert {int(words[1]) for words in beginnings} == {*game.seats}
    chosen = {word for words in beginnings for word in words[2:]}
    for option in game.options:
        if isinstance(option, Option):
            assert {f"{option.name}={choice.name}" for choice in option.choices} <= chosen
        elif isinstance(option, Numbers):
            assert any(word.startswith(f"{option.name}=") for word in chosen), option.name


def test_it_meets_every_kind_of_moves_and_events(game: Game) -> None:
    met = {
        (seat == CHANCE, kinds_for(game, seat).kind(number).name)
        for match in kit_of(game).matches
        for command, _ in match
        if re.match("play|happen", command)
        for seat, number in step_of(command)
    }
    every = {(False, kind.name) for kind in game.moves.kinds}
    every |= {(True, kind.name) for kind in game.events.kinds}
    assert {name for _, name in every - met} == NOT_MET.get(game.id, set())


def test_some_matches_reach_their_end_and_have_counts(game: Game) -> None:
    matches = kit_of(game).matches
    ends = [match for match in matches if any(one.answer.startswith("over") for one in match)]
    counted = [match for match in matches if any(not is_step(one.command) for one in match)]
    assert len(ends) >= 5
    assert len(counted) >= 5


def test_what_the_numbers_mean_stands_at_the_top(game: Game) -> None:
    listing = kit_of(game).listing
    assert listing[0].startswith(f"Conformance kit of {game.name}, version {game.rules_version} ")
    for kind in game.moves.kinds:
        assert any(line.startswith(f"move {kind.name}: {kind.first}") for line in listing)


def test_all_kits_of_the_package_are_small() -> None:
    assert sum(file_of(take(name)).stat().st_size for name in ours()) <= MOST_BYTES


def test_a_game_without_a_kit_is_told_how_to_get_one() -> None:
    karuba = take("karuba")
    without = Game(**{**vars(karuba), "folder": EXAMPLES})
    with pytest.raises(NoKit, match=r"`python -m templetop.conformance .*examples` writes one"):
        kit_of(without)


@pytest.mark.parametrize("text", ["", "# nothing\n", "> new 2\n< a\n> new 2\n< b\n", "hello"])
def test_what_is_no_kit_is_refused(text: str) -> None:
    with pytest.raises(NoKit, match=FILE):
        Kit.read(text)
