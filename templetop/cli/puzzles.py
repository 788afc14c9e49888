"""`templetop puzzles`: positions in which one move is clearly best, made and checked."""

import json as json_text
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import (
    BOTS,
    GameId,
    Json,
    Options,
    VariantFile,
    Wrong,
    a_seed,
    able_seats,
    bots_named,
    complete_bots,
    options_chosen,
    several,
)
from templetop.cli.sentences import print_json, quoted, screen
from templetop.cli.words import t, tn
from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.coach.puzzles import Demands, Margin, Puzzle
    from templetop.engine.game import Game
    from templetop.engine.match import Match

TWO_SEATS = 2
ANOTHER = 1 << 20  # added to the seed, so that a check never repeats the deals of the making


def puzzles(
    game: GameId,
    count: Annotated[int, typer.Option(metavar="N", min=1, help="How many.")] = 10,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="A file for them, one on each line (JSON)."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option("--check", metavar="FILE", help="Weigh these again, with another seed."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Players; by default 2.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help=f"The bots in whose matches they are found: {BOTS}.",
            autocompletion=complete_bots,
        ),
    ] = "level3",
    margin: Annotated[
        float,
        typer.Option(
            metavar="PERCENT",
            min=0.1,
            max=100.0,
            help="How much better the best move must be, in the outlook from 0 to 100.",
        ),
    ] = 3.0,
    difficulty: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=6, help="Only those that a level below N does not always find."
        ),
    ] = 1,
    longer: Annotated[
        float,
        typer.Option(
            metavar="TIMES",
            min=0.01,
            max=1000.0,
            help="Think this many times as long as level 5.",
        ),
    ] = 1.0,
    option: Options = None,
    variant: VariantFile = None,
    seed: Annotated[
        int,
        typer.Option(metavar="N", callback=a_seed, help="The same seed gives the same puzzles."),
    ] = 0,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    json: Json = False,
) -> None:
    """Find positions in bots' matches in which one move is clearly best, or check such a file.

    Each puzzle says how far the best move is ahead, how surely, and which levels find it.
    """
    from templetop.coach.puzzles import Demands
    from templetop.games.shelf import take

    card = take(game)
    if (out is None) == (check is None):
        raise Wrong(t("Use either --out FILE to make puzzles or --check FILE to check them."))
    if check is not None:
        check_file(card, check, seed, longer, json)
        return
    assert out is not None
    options = options_chosen(card, option, variant)
    number = several(able_seats(card, options), TWO_SEATS) if seats is None else seats
    chosen = [one.bot for one in bots_named(bots, number)]
    check_ours(chosen)
    card.start(number, options)  # what cannot be played is refused before it begins
    demands = Demands(margin / 100, difficulty=difficulty)
    made = make(card, out, force, count, chosen, options, demands, longer, seed)
    if json:
        from templetop.coach.puzzles import as_data

        print_json([as_data(puzzle) for puzzle in made])
    else:
        screen().print(f"{out}: {about(made)}", soft_wrap=True)


def check_ours(bots: list[str]) -> None:
    """A bot of your own wants to hear the whole match, and may take its time."""
    from templetop.bots.roster import check as check_bot
    from templetop.bots.roster import is_own

    for bot in bots:
        check_bot(bot)
        if is_own(bot):
            raise Wrong(
                t("Puzzles are found in matches of built-in bots only, not {bot}.",
                  bot=quoted(bot))
            )  # fmt: skip


def make(
    card: "Game",
    out: str,
    force: bool,
    count: int,
    bots: list[str],
    options: dict[str, str],
    demands: "Demands",
    longer: float,
    seed: int,
) -> "list[Puzzle]":
    """Each is written as soon as it is found, so that nothing is lost by Ctrl-C."""
    from templetop.bots.roster import LEVELS, level_name, make_ready
    from templetop.cli.files import already_there
    from templetop.coach.puzzles import Finder, as_data, effort_for

    make_ready([*bots, *map(level_name, LEVELS)], card, screen(stderr=True).print)
    made: list[Puzzle] = []
    try:
        file = open(out, "w" if force else "x", encoding="utf-8")  # noqa: SIM115
    except FileExistsError:
        raise already_there(out, t("--force overwrites it")) from None
    finder = Finder(card, len(bots), options, bots, demands, effort_for(card, longer))
    try:
        with file, progress(t("Looking for puzzles"), count) as (found, looked):
            for puzzle in finder.puzzles(seed, looked):
                file.write(json_text.dumps(as_data(puzzle), ensure_ascii=False) + "\n")
                file.flush()
                made.append(puzzle)
                found()
                if len(made) == count:
                    return made
    finally:
        finder.close()
    return made


def about(made: "list[Puzzle]") -> str:
    """How many of which difficulty."""
    hard = Counter(puzzle.difficulty for puzzle in made)
    parts = [f"{hard[level]} {by_whom(level)}" for level in sorted(hard)]
    return f"{tn('{count:,} puzzle', '{count:,} puzzles', len(made))}: {listed(parts)}."


def by_whom(difficulty: int) -> str:
    from templetop.bots.roster import LEVELS

    if difficulty not in LEVELS:
        return t("that no level finds every time")
    if difficulty == 1:
        return t("for level 1")
    return t("for level {level} and up", level=difficulty)


# ── Checking ─────────────────────────────────────────────────────────────────────────────────────


def check_file(card: "Game", path: str, seed: int, longer: float, json: bool) -> None:
    from templetop.bots.roster import make_ready
    from templetop.coach.puzzles import check, effort_for
    from templetop.coach.scales import STRONGEST, Scales

    read = [*puzzles_in(card, path)]
    make_ready([STRONGEST], card, screen(stderr=True).print)
    scales = Scales(card, effort_for(card, longer), width=64)
    verdicts = []
    try:
        with progress(t("Weighing again"), len(read)) as (found, _):
            for number, (puzzle, match) in enumerate(read):
                verdicts.append(check(puzzle, match, scales, seed + ANOTHER + number))
                found()
    finally:
        scales.close()
    report(path, [puzzle for puzzle, _ in read], verdicts, json)


def puzzles_in(card: "Game", path: str) -> "Iterator[tuple[Puzzle, Match]]":
    """Every line of the file; the first that is no puzzle of this game is refused."""
    from templetop.cli.files import BadFile
    from templetop.coach.puzzles import BadPuzzle, read_puzzle
    from templetop.engine.refusal import Refusal
    from templetop.games.shelf import take

    lines = lines_of(path)
    if not lines:
        raise BadFile(t("{file} is empty: there are no puzzles in it.", file=path))
    for number, line in enumerate(lines, 1):
        try:
            puzzle, match = read_puzzle(parsed(line), take)
            if match.game.id != card.id:
                names = {"game": match.game.words.text(match.game.name),
                         "other": card.words.text(card.name)}  # fmt: skip
                raise BadPuzzle(t("this is a puzzle of {game}, not of {other}.", **names))
        except Refusal as refusal:
            where = t("{file}, puzzle {number}", file=path, number=number)
            raise BadFile(f"{where}: {refusal}") from None
        yield puzzle, match


def lines_of(path: str) -> list[str]:
    """There may be thousands of puzzles, so this file may be far longer than that of a match."""
    from templetop.cli.files import BadFile

    try:
        with open(path, encoding="utf-8-sig") as file:
            return [line for line in file if line.strip()]
    except UnicodeDecodeError:
        no_text = t("{file} is not a text file, so there are no puzzles in it.", file=path)
        raise BadFile(no_text) from None


def parsed(line: str) -> Any:
    from templetop.coach.puzzles import BadPuzzle

    try:
        return json_text.loads(line)
    except ValueError:
        raise BadPuzzle(t("this is not JSON.")) from None


def report(
    path: str, read: "list[Puzzle]", verdicts: "list[tuple[bool, Margin]]", json: bool
) -> None:
    holding = sum(holds for holds, _ in verdicts)
    if json:
        rows = [
            {
                "holds": holds,
                "margin": margin.ahead.mean,
                "error": margin.ahead.error,
                "confidence": margin.confidence,
            }
            for holds, margin in verdicts
        ]
        print_json({"puzzles": len(read), "hold": holding, "verdicts": rows})
        return
    console = screen()
    told = tn("{holding} of {count:,} puzzle hold.", "{holding} of {count:,} puzzles hold.",
              len(read), holding=holding)  # fmt: skip
    console.print(f"{path}: {told}", soft_wrap=True)
    for number, (puzzle, (holds, _)) in enumerate(zip(read, verdicts, strict=True), 1):
        if not holds:
            words = t("Puzzle {number} does not hold: another move is as good as {code}.",
                      number=number, code=quoted(puzzle.code))  # fmt: skip
            console.print(words, soft_wrap=True)


@contextmanager
def progress(words: str, total: int) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """A bar on stderr where that is a terminal; yields who is told of one more, and of a look."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console, positions = screen(stderr=True), 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(words, total=total)

        def looked() -> None:
            nonlocal positions
            positions += 1
            looked_at = tn("{count:,} position", "{count:,} positions", positions)
            bar.update(task, description=f"{words} ({looked_at})")

        yield lambda: bar.advance(task), looked
