"""Every lesson goes as it is written: to its end, whatever of what it allows is done."""

from dataclasses import asdict
from pathlib import Path

import pytest

from templetop.engine.collect import collect
from templetop.engine.deal import Deal
from templetop.engine.game import Game
from templetop.engine.lesson import (
    ANY,
    NOT_NOW,
    PUPIL,
    BadLesson,
    Lesson,
    NotWanted,
    begin,
    check_wanted,
    finish,
    forbidden,
    is_named,
    lesson_of,
    pieces,
    read_once,
    targets,
    walked,
    wanted,
)
from templetop.engine.match import Match, check, legal_moves
from templetop.engine.pieces import pieces_in, short_of
from templetop.engine.refusal import IllegalMove
from templetop.engine.rulebook import Rulebook
from templetop.engine.speech import ENGLISH, LANGUAGES, speaking
from templetop.games.shelf import ready_games, take

from .tables import games

TAUGHT = [game for game in games() if lesson_of(game) is not None]
OURS = ["cacao", "karmaggan", "karuba", "karuba_cards", "vulkar"]
OTHERWISE = 6  # other moves that are tried where any will do
LONGEST = 330  # characters of a step: one or two short sentences

taught = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: str(game.id))
Taught = tuple[Lesson, Match, Deal]


def begun(game: Game) -> Taught:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson, *begin(lesson, game, ["Ann", *lesson.rivals])


def test_our_games_have_a_lesson_of_twelve_to_thirty_steps() -> None:
    assert [game for game in OURS if lesson_of(take(game)) is None] == []
    assert {*OURS} <= {*ready_games()}
    for game in OURS:
        lesson = lesson_of(take(game))
        assert lesson is not None
        assert 12 <= len(lesson.steps) <= 30
        assert 5 <= lesson.minutes <= 8
        assert sum(step.asks for step in lesson.steps) >= 5
        assert any(step.tries for step in lesson.steps)
        assert len([rule for step in lesson.steps for rule in step.examples]) >= 2


@taught
def test_a_lesson_is_played_to_its_end(game: Game) -> None:
    lesson, match, deal = begun(game)
    done = 0
    for _, step in walked(lesson, match, deal):
        done += 1
        assert not match.decided, f"line {step.line}: somebody is left to decide"
        legal = legal_moves(match.state, PUPIL) if step.asks else []
        assert not step.asks or PUPIL in match.awaited, f"line {step.line}: it is not one's turn"
        for code in step.moves:
            named = [move for move in legal if is_named(match.state, PUPIL, move, (code,))]
            assert code == ANY or named, f"line {step.line}: {code} is not legal"
        assert all(target is not None for target in targets(step, match.state))
        for attempt in step.tries:
            with pytest.raises(IllegalMove) as refused:
                check(match.state, PUPIL, forbidden(match.state, attempt))
            assert attempt.says
            assert refused.value.rule
    assert done == len(lesson.steps)


@taught
def test_a_lesson_is_played_to_its_end_in_every_language(game: Game) -> None:
    english = lesson_of(game)
    assert english is not None
    for spoken in LANGUAGES:
        with speaking(spoken):
            lesson, match, deal = begun(game)
            assert [at for at, _ in walked(lesson, match, deal)][-1] == len(english.steps) - 1
        assert lesson.digest == english.digest  # whoever changes languages goes on where they were
        if game.id in OURS and spoken != ENGLISH:
            pairs = [*zip(lesson.steps, english.steps, strict=True)]
            assert [other.title for one, other in pairs if one.says == other.says] == []


def test_a_translation_that_goes_another_way_is_not_used() -> None:
    english, german = "## A\nB.\n\n- move: a1\n", "## A\nB auf Deutsch.\n\n- move: a2\n"
    assert read_once(german, english).steps[0].says == "B."
    assert read_once(german.replace("a2", "a1"), english).steps[0].says == "B auf Deutsch."


def test_a_new_game_brings_a_lesson_that_goes_to_its_end() -> None:
    lesson, match, deal = begun(collect("templetop.starter"))
    assert len([*walked(lesson, match, deal)]) == len(lesson.steps) > 2


@taught
def test_what_is_not_wanted_is_refused_with_the_lessons_words(game: Game) -> None:
    lesson, match, deal = begun(game)
    for _, step in walked(lesson, match, deal):
        if PUPIL not in match.awaited:
            continue
        legal = legal_moves(match.state, PUPIL)
        others = [move for move in legal if move not in wanted(step, match)]
        assert not others or not step.asks or step.otherwise, f"line {step.line}: say why not"
        for move in others[:3]:
            with pytest.raises(NotWanted) as refused:
                check_wanted(step, match, move)
            assert str(refused.value) == (step.otherwise if step.asks else NOT_NOW)


@taught
def test_whatever_a_step_allows_the_lesson_goes_on_to_its_end(game: Game) -> None:
    lesson, match, deal = begun(game)
    for number, step in walked(lesson, match, deal):
        found = wanted(step, match)[1:]
        for move in found[:: max(1, len(found) // OTHERWISE)]:
            other: Taught = (lesson, match.copy(), deal.copy())
            other[1].play(PUPIL, move)
            finish(lesson, number, *other[1:])
            assert [at for at, _ in walked(*other, number + 1)][-1:] == (
                [len(lesson.steps) - 1] if number + 1 < len(lesson.steps) else []
            )


@taught
def test_a_lesson_cites_rules_and_points_at_pieces_that_there_are(game: Game) -> None:
    lesson, _, _ = begun(game)
    assert game.folder is not None
    numbers = Rulebook.of(game.folder).numbers
    names = {piece.name for piece in pieces_in(game.folder)}
    for step in lesson.steps:
        assert 0 < len(step.says) <= LONGEST, f"line {step.line}: {len(step.says)}"
        assert {*step.rules, *step.examples} <= numbers, f"line {step.line}: {step.rules}"
        assert {*pieces(step)} <= names, f"line {step.line}: {pieces(step)}"


def test_pieces_cite_rules_that_there_are(game: Game) -> None:
    assert game.folder is not None
    found = pieces_in(game.folder)
    numbers = Rulebook.of(game.folder).numbers
    assert [piece for piece in found if piece.rule not in numbers] == []
    assert len({piece.name for piece in found}) == len(found)
    short = short_of(game.folder)
    assert [said for said, rules in short if not {*rules} <= numbers] == []
    assert game.id not in OURS or len(short) >= 5


@pytest.mark.parametrize("game", OURS)
def test_our_boards_name_the_pieces_that_are_explained(game: str) -> None:
    boards = Path(__file__).parents[2] / "web" / "src" / "games"
    folders = [boards / game, *([boards / "karuba"] if game == "karuba_cards" else [])]
    drawn = "".join(file.read_text() for at in folders for file in sorted(at.glob("*.svelte")))
    folder = take(game).folder
    assert folder is not None
    named = [piece.name for piece in pieces_in(folder)]
    assert [name for name in named if f'"{name}"' not in drawn and f"'{name}'" not in drawn] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# A lesson", "Line 1 of the lesson: it has no steps; a step begins with '## '."),
        ("x: 1", "Line 1 of the lesson: 'x: 1' has no place before the first step."),
        ("deal: soon", "Line 1 of the lesson: deal is a number, not 'soon'."),
        (
            "## A\nB.\n- sings: C",
            "Line 3 of the lesson: '- sings: C' is nothing that a step may say.",
        ),
    ],
)
def test_a_text_that_is_no_lesson_says_where_it_goes_wrong(text: str, sentence: str) -> None:
    with pytest.raises(BadLesson) as refused:
        Lesson.read(text)
    assert str(refused.value) == sentence


def test_a_move_that_cannot_be_made_names_its_line() -> None:
    game = take("karuba")
    lesson = Lesson.read("rivals: Rosa\noptions: setup=random\n\n## A\nB. (1.1)\n- then Rosa: z9\n")
    match, deal = begin(lesson, game, ["Ann", "Rosa"])
    with pytest.raises(BadLesson, match="Line 6 of the lesson: 'z9' cannot be done now"):
        finish(lesson, 0, match, deal)
    assert asdict(lesson.steps[0])["rules"] == ("1.1",)
