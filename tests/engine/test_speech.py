"""What is said in another language, and whether its catalogues are whole."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from templetop.engine.match import Match, check, legal_moves, message_of
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGLISH, Words, language, speaking
from templetop.engine.telling import told
from templetop.games.shelf import take
from templetop.languages import Book, Text, all_faults, faults_beside, in_order, texts_of_pages

CATALOGUE = """
msgid "{who} lays {what} on {space}"
msgstr "{who} legt {what:wen} auf {space}"

msgctxt "wen"
msgid "tile"
msgstr "das Plättchen"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} Zug"
msgstr[1] "{count} Züge"
"""


@pytest.fixture
def words(tmp_path: Path) -> Words:
    (tmp_path / "de.po").write_text(CATALOGUE)
    return Words(tmp_path)


def test_a_game_is_english_at_heart_whoever_asks_for_it_first() -> None:
    first = "from templetop.games.shelf import take\nfrom templetop.engine.speech import speaking\n"
    asked = (
        f"{first}with speaking('de'):\n    print([one.says for one in take('karmaggan').options])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([option.says for option in take("karmaggan").options])


def test_a_text_is_said_in_the_language_of_whoever_reads_it(words: Words) -> None:
    def said() -> list[str]:
        lays = words.t("{who} lays {what} on {space}", who="Ann {x}", what="tile", space="b3")
        return [lays, *(words.tn("{count} move", "{count} moves", n) for n in (1, 2))]

    assert said() == ["Ann {x} lays tile on b3", "1 move", "2 moves"]
    with speaking("de"):
        assert said() == ["Ann {x} legt das Plättchen auf b3", "1 Zug", "2 Züge"]
        assert words.t("Nobody knows {what}.", what="this") == "Nobody knows this."
        with speaking(ENGLISH):
            assert said()[1] == "1 move"
    assert language() == ENGLISH


def test_every_text_has_its_translation_with_the_same_parts_and_none_is_stale() -> None:
    assert all_faults() == []


def test_texts_of_pages_are_found_in_scripts_and_markup(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text(
        "/** t('no') */ t('It\\'s', { a }); tn('{count} a', '{count} b', 2)"
    )
    (tmp_path / "B.svelte").write_text("<p title={t(\"Two\")}>{t('One')}</p>")
    found = [Text("Two"), Text("One"), Text("It's"), Text("{count} a", "{count} b")]
    assert in_order(texts_of_pages(tmp_path)) == found


def test_what_is_wrong_with_a_catalogue_is_said(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    file.write_text('msgid "{a} is old"\nmsgstr "alt"\n\nmsgid "Yes"\nmsgstr ""\n')
    book = Book(file, [Text("Yes"), Text("New")])
    assert [fault.removeprefix(f"{file}: ") for fault in book.faults()] == [
        "missing: Yes", "missing: New", "stale: {a} is old", "other parts than in English: alt",
    ]  # fmt: skip
    book.write()
    assert [fault.removeprefix(f"{file}: ") for fault in book.faults()] == [
        "missing: Yes", "missing: New",
    ]  # fmt: skip


def test_what_is_missing_or_other_beside_a_rulebook_is_said(tmp_path: Path) -> None:
    (tmp_path / "lesson.md").write_text("## A step\nDo it. (1.1)\n\n- move: a1\n")
    (tmp_path / "lesson.de.md").write_text("## Ein Schritt\nTu es. (1.1)\n\n- move: a2\n")
    (tmp_path / "short.md").write_text("- The most points win. (5.5)\n")
    (tmp_path / "rulebook.md").write_text(
        "## 1 The end\n\n- **1.1** Most points win, as 1.2.\n- **1.2** Or not.\n"
    )
    (tmp_path / "rulebook.de.md").write_text(
        "## 1 Das Ende\n\n- **1.1** Wer am meisten hat, gewinnt.\n- **1.2** Oder nicht.\n"
    )
    assert [fault.removeprefix(f"{tmp_path}/") for fault in faults_beside(tmp_path, "de")] == [
        "rulebook.de.md: tells of other moves, pieces or rules than rulebook.md",
        "lesson.de.md: tells of other moves, pieces or rules than lesson.md",
        "short.de.md: missing",
    ]


@pytest.mark.parametrize("game", ["karuba", "karuba_cards", "cacao", "karmaggan", "vulkar"])
def test_a_game_is_told_in_german_and_the_match_stays_as_it_is(game: str) -> None:
    match = played(game, 40)
    english = [line.sentence(match.seats) for line in told(match, None)]
    text = match.write()
    with speaking("de"):
        german = [line.sentence(match.seats) for line in told(match, None)]
        assert match.write() == text
    assert len(german) == len(english)
    same = {one for one, other in zip(english, german) if one == other}
    assert not same
    assert [line.sentence(match.seats) for line in told(match, None)] == english


@pytest.mark.parametrize("game", ["karuba", "karuba_cards", "cacao", "karmaggan", "vulkar"])
def test_a_refusal_is_german_for_who_reads_german(game: str) -> None:
    match = played(game, 30)
    seat = match.awaited[0]
    forbidden = [
        m for m in range(match.game.moves.count) if m not in legal_moves(match.state, seat)
    ]
    for move in forbidden[:: max(1, len(forbidden) // 40)]:
        english = refused(match, seat, move)
        with speaking("de"):
            german = refused(match, seat, move)
        assert german[0] != english[0]
        assert german[1] == english[1]  # the rule


def played(game: str, moves: int) -> Match:
    """A match after so many moves, the first of those that may be made each time."""
    card = take(game)
    match = Match.new(card, ["Ann", "Ben"])
    while len(match.moves) < moves or match.awaited == [CHANCE]:
        seat = match.awaited[0]
        legal = match.legal(seat)
        match.play(seat, legal[len(match.moves) % len(legal)])
    return match


def refused(match: Match, seat: int, move: int) -> tuple[str, Any]:
    with pytest.raises(IllegalMove) as refusal:
        check(match.state, seat, move)
    return str(refusal.value), refusal.value.rule


def test_an_offer_has_no_subject_in_any_language() -> None:
    match = played("karuba", 30)
    seat = match.awaited[0]
    message = message_of(match.state, seat, match.legal(seat)[0])
    assert message.without_subject().startswith("lays tile ")
    with speaking("de"):
        assert message.without_subject().startswith("legt Plättchen ")
