"""HTTP routes of puzzles."""

import asyncio
import time
from contextlib import suppress
from typing import Annotated

from fastapi import Path as InPath
from fastapi import Response
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from templetop.coach.puzzles import effort_for
from templetop.coach.scales import Effort
from templetop.engine.game import Game
from templetop.engine.refusal import IllegalMove
from templetop.games.shelf import take
from templetop.server.api_models import (
    PuzzleAnswer,
    PuzzleCard,
    PuzzleList,
    PuzzleShelf,
    PuzzleView,
    Solution,
)
from templetop.server.bots.schedule import Asker
from templetop.server.core.rate_limits import DRAWING_COST, WHOLE_MATCH_COST
from templetop.server.dependencies import AppState, ClientNetwork, CurrentApp, OptionalPerson, api
from templetop.server.http.responses import JsonResponse, json_response
from templetop.server.learning.puzzle_catalog import (
    AnswerCost,
    CatalogPuzzle,
    PuzzleAttempt,
    PuzzlePosition,
    evaluate_answer,
    puzzle_position,
    puzzle_view,
)
from templetop.server.store.person_store import Person
from templetop.server.store.schema import PuzzleTryRow
from templetop.server.tables.listings import game_name
from templetop.server.tables.routes import Drawing
from templetop.server.translations import t

GameId = Annotated[str, InPath(max_length=40)]
PuzzleId = Annotated[str, InPath(max_length=16)]


@api.get("/puzzles", response_model=list[PuzzleShelf])
async def get_puzzle_shelves(server: CurrentApp, person: OptionalPerson) -> Response:
    """Which games have puzzles, and how many of them you have solved."""
    games = await asyncio.to_thread(server.puzzles.games)
    tried = await puzzle_tries(server, person)
    return JsonResponse([puzzle_shelf_view(server, game, tried) for game in games])


def puzzle_shelf_view(server: AppState, game: Game, tried: dict[str, bool]) -> PuzzleShelf:
    puzzles = server.puzzles.shelves[game.id]
    answers = [tried[puzzle] for puzzle in puzzles if puzzle in tried]
    return PuzzleShelf(game.id, game_name(game.id), len(puzzles), len(answers), sum(answers))


@api.get("/puzzles/{game}", response_model=PuzzleList)
async def get_puzzles(server: CurrentApp, person: OptionalPerson, game: GameId) -> Response:
    """The puzzles of a game, the easiest first."""
    card = take(game)
    puzzles = await asyncio.to_thread(server.puzzles.puzzles_of, card)
    tried = await puzzle_tries(server, person)
    cards = [
        PuzzleCard(entry.id, entry.difficulty, tried.get(entry.id)) for entry in puzzles.values()
    ]
    return JsonResponse(PuzzleList(card.id, game_name(card.id), cards))


@api.get("/puzzles/{game}/{puzzle}", response_model=PuzzleView)
async def get_puzzle(
    server: CurrentApp,
    network: ClientNetwork,
    person: OptionalPerson,
    game: GameId,
    puzzle: PuzzleId,
    drawing: Drawing = True,
) -> Response:
    """A position in which one move is clearly best: which?"""
    await server.solving.hit(person.id if person else network)
    card = take(game)
    entry = await asyncio.to_thread(server.puzzles.find, card, puzzle)
    arguments = (card.id, entry.id, drawing)
    known = server.puzzle_views.find(*arguments)
    if known is None:
        await server.requests.charge(network, WHOLE_MATCH_COST + DRAWING_COST * drawing)
        view = await server.table_service.replay_threads.run(puzzle_view, card, entry, drawing)
        known = server.puzzle_views.add(view, *arguments)
    return json_response(known)


@api.post("/puzzles/{game}/{puzzle}", response_model=PuzzleAnswer)
async def solve_puzzle(
    server: CurrentApp,
    network: ClientNetwork,
    person: OptionalPerson,
    game: GameId,
    puzzle: PuzzleId,
    solution: Solution,
) -> Response:
    """Answer a puzzle; of several answers, the first counts."""
    await server.solving.hit(person.id if person else network)
    card = take(game)
    entry = await asyncio.to_thread(server.puzzles.find, card, puzzle)
    await server.requests.charge(network, WHOLE_MATCH_COST)
    position = await server.table_service.replay_threads.run(puzzle_position, entry.text)
    offers = {
        offer.move: offer
        for offer in await server.table_service.replay_threads.run(position.offers)
    }
    if solution.move not in offers:
        raise IllegalMove(t("That move is not possible here."))
    is_right = solution.move == entry.best
    if person is not None:
        await server.table_service.store.run(add_puzzle_try, person.id, entry.id, card.id, is_right)
    cost = await answer_cost(server, network, position, entry, solution.move)
    lost, cost_in_unit = (None, None) if is_right else (cost.lost, cost.cost)
    arguments = (entry.margin, [*entry.levels], lost, cost_in_unit, cost.unit, [*cost.line])
    return JsonResponse(PuzzleAnswer(is_right, offers[entry.best], *arguments))


async def answer_cost(
    server: AppState, network: str, position: PuzzlePosition, puzzle: CatalogPuzzle, move: int
) -> AnswerCost:
    """Returns what an answer costs, computed once for each answer by the strongest bot.

    The costs are left out while the machine code is not ready. All people of one network share a
    place in the queue, because guests are free and tables wait for the same processes.
    """
    bot_pool, game = server.autoplay.bot_pool, position.match.game
    costs = server.puzzles.cached_costs
    if (puzzle.id, move) in costs:
        return costs[puzzle.id, move]
    bot_pool.compile_next(game.id)
    if not bot_pool.can_advise(game.id):
        return AnswerCost("chances")
    state, names = position.match.state.tobytes(), tuple(position.match.seats)
    effort = scaled_effort(effort_for(game), server.settings.coach)
    answer = PuzzleAttempt(game.id, state, position.seat, names, puzzle.best, move, effort)
    asker = Asker("puzzles", f"puzzles {network}", network)
    cost = await bot_pool.search_pool.submit(asker, evaluate_answer, answer)
    server.puzzles.cache_cost(puzzle.id, move, cost)
    return cost


def scaled_effort(effort: Effort, times: float) -> Effort:
    return Effort(max(8, int(effort.search * times)), max(4, int(effort.deals * times)))


# ── Tries, in the store ───────────────────────────────────────────────────────────────────────────


async def puzzle_tries(server: AppState, person: Person | None) -> dict[str, bool]:
    """Returns, by puzzle, whether the person's first answer was right; empty for a visitor without
    a session."""
    return (
        {} if person is None else await server.table_service.store.run(load_puzzle_tries, person.id)
    )


def load_puzzle_tries(person: str, connection: Connection) -> dict[str, bool]:
    query = select(PuzzleTryRow.puzzle, PuzzleTryRow.solved).where(PuzzleTryRow.person == person)
    return {row.puzzle: row.solved for row in connection.execute(query)}


def add_puzzle_try(
    person: str, puzzle: str, game: str, is_right: bool, connection: Connection
) -> None:
    """Stores the person's first answer to a puzzle; later answers change nothing."""
    row = {"person": person, "puzzle": puzzle, "game": game, "solved": is_right}
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(PuzzleTryRow).values(**row, made_at=time.time()))
