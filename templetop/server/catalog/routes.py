"""The HTTP routes of games, their bots and rulebooks, and of the server itself."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import orjson
from fastapi import Path as InPath
from fastapi import Response

from templetop import __version__
from templetop.engine.game import Game, Numbers, Option
from templetop.engine.notes import notes_of
from templetop.engine.pieces import pieces_in, short_of
from templetop.engine.rulebook import NoRulebook, Rulebook
from templetop.engine.speech import language, language_beside, mark
from templetop.games.shelf import ready_games, take
from templetop.server.api_models import (
    About,
    BotsView,
    ChoiceView,
    Days,
    EntryView,
    GameCard,
    LevelView,
    NumbersView,
    OptionView,
    PieceView,
    RulebookView,
    ShortView,
    Term,
    VariantView,
)
from templetop.server.core.settings import OfferedVariant
from templetop.server.dependencies import (
    CurrentApp,
    api,
)
from templetop.server.http.responses import JsonResponse, json_response
from templetop.server.tables.view_builder import measure_view
from templetop.server.translations import t

LEVEL_NAMES = mark(
    (
        "new to the jungle",
        "finds the way",
        "knows the paths",
        "reads the tracks",
        "an old hand",
    )
)
RULEBOOK_CACHE_SIZE = 64  # rulebooks as JSON, one for each game and language


@api.get("/games", response_model=list[GameCard])
async def list_games(server: CurrentApp) -> Response:
    """Every game that can be played, and by which bots."""
    programs, puzzles = server.autoplay.programs, server.puzzles
    ready = tuple(ready_games())  # a game may be installed meanwhile; all else stays as it is
    cards = server.game_cards.find(ready)
    if cards is None:
        cards = server.game_cards.add(
            [
                game_card(
                    take(game), programs.for_game(game), server.settings.variants, puzzles.has(game)
                )
                for game in ready
            ],
            ready,
        )
    return json_response(cards)


def game_card(
    game: Game, programs: list[str], variants: Sequence[OfferedVariant], puzzles: bool = False
) -> GameCard:
    translate = game.words.text
    return GameCard(
        id=game.id,
        name=translate(game.name),
        says=translate(game.says),
        seats=[*game.seats],
        options=[option_view(option, translate) for option in game.options],
        variants=[VariantView(v.name, v.says, v.options) for v in variants if v.game == game.id],
        levels=[LevelView(number, t(says)) for number, says in enumerate(LEVEL_NAMES, 1)],
        programs=programs,
        measure=measure_view(game),
        puzzles=puzzles,
    )


def option_view(option: Option | Numbers, translate: Callable[[str], str]) -> OptionView:
    choices = [
        ChoiceView(
            c.name, translate(c.name), translate(c.says), None if c.seats is None else [*c.seats]
        )
        for c in option.choices
    ]
    numbers = None
    if isinstance(option, Numbers):
        total = None if option.total is None else [*option.total]
        numbers = NumbersView([*option.values], option.low, option.high, total)
    return OptionView(
        name=option.name,
        called=translate(option.name),
        says=translate(option.says),
        choices=choices,
        numbers=numbers,
        only_with={name: [*wanted] for name, wanted in option.only_with.items()},
        only_seats=None if option.only_seats is None else [*option.only_seats],
    )


@api.get("/games/{game}/bots", response_model=BotsView)
async def bots(server: CurrentApp, game: Annotated[str, InPath(max_length=40)]) -> JsonResponse:
    """Whether the bots of a game can search yet."""
    return JsonResponse(server.autoplay.bot_pool.bots_view(take(game).id))


@api.get("/games/{game}/rulebook", response_model=RulebookView)
async def rulebook(game: Annotated[str, InPath(max_length=40)]) -> Response:
    """The rules of a game, sentence by sentence."""
    card = take(game)
    if card.folder is None:
        raise NoRulebook(t("{name} has no rulebook.", name=card.name))
    book = Rulebook.of(card.folder)
    translate = card.words.text
    text_language = language_beside(card.folder, "rulebook")
    arguments = (
        translate(card.name),
        translate(book.intro),
        book,
        card.folder,
        language(),
        text_language,
    )
    return json_response(await asyncio.to_thread(rulebook_json, *arguments))


@lru_cache(RULEBOOK_CACHE_SIZE)
def rulebook_json(
    name: str, intro: str, book: Rulebook, folder: Path, reader_language: str, text_language: str
) -> bytes:
    """Returns the JSON of a rulebook, which is built once for each of the reader's languages.

    A rulebook whose text has changed is another key of the cache, so that is built anew.
    """
    terms = [Term(word, means) for word, means in book.words]
    entries = [
        EntryView(e.number, e.text, e.source, e.is_heading, e.is_background) for e in book.entries
    ]
    pieces = [PieceView(piece.name, piece.says, piece.rule) for piece in pieces_in(folder)]
    short = [ShortView(says, rules) for says, rules in short_of(folder)]
    more = (notes_of(book), pieces, short)
    view = RulebookView(name, intro, text_language, book.marks, terms, entries, *more)
    return orjson.dumps(view)


@api.get("/about", response_model=About)
async def server_info(server: CurrentApp) -> JsonResponse:
    """Whether a forgotten password can be replaced, and for how long things are kept."""
    keeps = Days(**asdict(server.settings.keeping))
    return JsonResponse(About(__version__, bool(server.settings.mail), keeps))
