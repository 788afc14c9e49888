"""The number of ways that lead on from some positions is what it was when it was written down."""

from templetop.engine.game import Game

from .perft import Position, counts_from, file_of, positions_in, written


def kept_positions(game: Game) -> list[Position]:
    path = file_of(game)
    assert path.exists(), f"Count them first: python -m tests.every_game.perft {game.id}"
    return positions_in(path.read_text("utf-8"), game)


def test_as_many_games_follow_each_position_as_were_counted(game: Game) -> None:
    for position in kept_positions(game):
        counted = counts_from(position.state(), len(position.counts))
        assert counted == position.counts, f"from {position.table} after {position.moves}"


def test_positions_of_every_number_of_seats_are_counted(game: Game) -> None:
    assert {position.table.seats for position in kept_positions(game)} == {*game.seats}
    assert all(position.counts for position in kept_positions(game))


def test_the_file_of_counts_reads_as_it_was_written(game: Game) -> None:
    assert written(game, kept_positions(game)) == file_of(game).read_text("utf-8")
