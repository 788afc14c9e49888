"""All commands, and what becomes of what goes wrong in them."""

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from templetop.cli.admin import admin
from templetop.cli.arena import arena
from templetop.cli.backup import backup, restore
from templetop.cli.check import check
from templetop.cli.coach import coach
from templetop.cli.conform import conform
from templetop.cli.convert import convert
from templetop.cli.flags import PlainFlags, PlainGroup
from templetop.cli.games import games
from templetop.cli.new_game import new_game
from templetop.cli.outside import with_games
from templetop.cli.play import play
from templetop.cli.protocol import bot_protocol
from templetop.cli.puzzles import puzzles
from templetop.cli.record import record
from templetop.cli.replay import replay
from templetop.cli.rules import rules
from templetop.cli.sentences import about_a_file, about_usage, bear_with_streams, complain
from templetop.cli.serve import serve
from templetop.cli.simulate import simulate
from templetop.cli.study import study
from templetop.cli.words import language_wanted, t
from templetop.engine.speech import mark, speaking

if TYPE_CHECKING:
    from templetop.engine.refusal import Refusal

# One exit code for one kind of mistake.
NOT_DONE, WRONG_COMMAND, LOST_SEAT, STOPPED = 1, 2, 3, 130  # the last: as shells have it
HEADINGS = mark(["Examples", "Exit codes"])
EXIT_CODES = mark({
    0: "success",
    NOT_DONE: "it could not be done, because of a file, a bot or the machine",
    WRONG_COMMAND: "the command is wrong: no such game, bot, option or number of seats",
    LOST_SEAT: "with --strict: a bot lost its seat",
    STOPPED: "stopped by Ctrl-C",
})  # fmt: skip
SHOW_WHERE = "TEMPLETOP_TRACEBACK"


class OneSentence(PlainGroup):
    """Whatever goes wrong is told in one sentence, and has one exit code for its kind."""

    def main(self, args: Any = None, *others: Any, **settings: Any) -> Any:
        bear_with_streams()
        with speaking(language_wanted()):
            self.obey(args, *others, **settings)

    def obey(self, args: Any, *others: Any, **settings: Any) -> NoReturn:
        """Do what was asked for, or say why not; then leave with the exit code."""
        words = asked_for(sys.argv[1:] if args is None else [*args])
        try:
            answer = super().main(words, *others, **{**settings, "standalone_mode": False})
            sys.stdout.flush()
        except Exception as error:
            if os.environ.get(SHOW_WHERE):
                raise
            sys.exit(explain(error))
        if answer == STOPPED:
            complain(t("Stopped."))
        sys.exit(answer if isinstance(answer, int) else 0)


def asked_for(words: list[str]) -> list[str]:
    """`help` and `help play` are other words for --help; so is nothing."""
    if not words:
        return ["--help"]
    return [*words[1:], "--help"] if words[0] == "help" else words


def explain(error: Exception) -> int:
    """Say what went wrong; the exit code."""
    from templetop.engine.refusal import Refusal

    match error:
        case typer.TyperException():
            if message := error.format_message():  # empty when help was shown instead
                complain(about_usage(message))
            return error.exit_code
        case BrokenPipeError():
            leave_the_pipe()
        case typer.Abort():
            complain(t("Stopped."))
        case Refusal():
            complain(str(error))
            return code_of(error)
        case OSError():
            complain(about_a_file(error))
        case MemoryError():
            complain(t("There is not enough memory for this."))
        case _:
            from templetop.engine.faults import fault_of

            bug = t(
                "A bug in Templetop itself ({what}); set {variable}=1 to see where.",
                what=f"{type(error).__name__}: {error}",
                variable=SHOW_WHERE,
            )
            complain(str(fault_of(error) or bug))
    return NOT_DONE


def code_of(refusal: "Refusal") -> int:
    """What is wrong with the command is one kind of mistake, whoever notices it."""
    from templetop.bots.names import BadBotName
    from templetop.bots.roster import UnknownBot
    from templetop.cli.parameters import LostSeat
    from templetop.engine.match import BadName
    from templetop.engine.refusal import UnknownOption, WrongSeats
    from templetop.engine.rulebook import NoSuchRule
    from templetop.games.shelf import NotOnTheShelf

    if isinstance(refusal, LostSeat):
        return LOST_SEAT
    wrong = (NotOnTheShelf, UnknownBot, BadBotName, BadName, UnknownOption, WrongSeats, NoSuchRule)
    return WRONG_COMMAND if isinstance(refusal, wrong) else NOT_DONE


def leave_the_pipe() -> None:
    """Nobody reads on; what is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def examples(*lines: str) -> str:
    """What stands below the options of a command."""
    return "\n".join([f"[bold]{HEADINGS[0]}[/]", *(f"  templetop {line}" for line in lines)])


def with_exit_codes(epilog: str) -> str:
    codes = [f"  {code:<3}  {says}" for code, says in EXIT_CODES.items()]
    return "\n".join([epilog, "", f"[bold]{HEADINGS[1]}[/]", *codes])


app = typer.Typer(
    name="templetop",
    cls=OneSentence,
    epilog=with_exit_codes(examples("play karuba", "play --help")),
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def say_version(wanted: bool) -> None:
    if wanted:
        from templetop import __version__

        typer.echo(f"templetop {__version__}")
        raise typer.Exit


@app.callback()
def templetop(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=say_version, is_eager=True, help="Show the version."
        ),
    ] = False,
) -> None:
    """Adventure board games on one engine: play, simulate, record and replay them, or your own."""


app.command(cls=PlainFlags, epilog=examples("games", "games karuba", "games --json"))(
    with_games(games)
)
app.command(
    cls=PlainFlags,
    epilog=examples(
        "play karuba",
        "play karuba --level 5",
        "play karuba --bots level2,greedy --name Ann",
        'play karuba --bots "mine=exec:python examples/first_bot.py"',
        "play karuba --bots py:examples/ten_line_bot.py:Best",
        "play karuba --set setup=random --save evening.txt",
        "play karuba --variant mine.toml",
        "play --resume evening.txt",
        "play karuba --seat 0",
        "play --game path/to/mygame",
    ),
)(with_games(play))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "serve --open",
        "serve --host 0.0.0.0 --port 80",
        'serve --bot "mine=exec:./mybot"',
        "serve --game path/to/mygame",
        "serve --workers 4 --store postgresql://templetop@localhost/templetop "
        "--redis redis://localhost",
    ),
)(with_games(serve))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "simulate karuba",
        "simulate karuba --seats 2 --bots greedy,random --games 100000",
        "simulate karuba --bots greedy --seed 7 --json",
        "simulate karuba --games 10000000 --device cuda",
        "simulate cacao --set water_track=0,0,0,0,0,0,0,0,0 --against usual",
    ),
)(with_games(simulate))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "study karuba",
        "study karuba --bots level3 --games 2000 --report study.html",
        "study karuba --set stack_of_2=9,1 --against usual --report compared.html",
        "study karuba --variant mine.toml --against usual",
    ),
)(with_games(study))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "arena karuba --bots level1,level2,level3 --games 600",
        "arena cacao --bots greedy,random --seats 4 --games 200 --out ladder",
        "arena karuba --bots search:100,search:200,search:400 --games 3000 --on ray --out budget",
        'arena cacao --bots "mine=exec:./mybot,greedy" --patience 2 --strict',
        "arena karuba --bots mine=py:module:Class,level3 --out cup",
        "arena karuba_cards --bots greedy,random --json",
    ),
)(with_games(arena))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "record karuba --out match.txt",
        "record karuba --seats 2 --bots greedy,random --seed 7 --number 12 --out match.txt",
    ),
)(with_games(record))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "replay match.txt",
        "replay match.txt --board --to 40",
        "replay match.txt --json",
    ),
)(with_games(replay))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "coach match.txt",
        "coach match.txt --seats Ann",
        "coach match.txt --quick --json",
    ),
)(with_games(coach))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "puzzles karuba --count 20 --out puzzles.jsonl",
        "puzzles karuba --check puzzles.jsonl",
    ),
)(with_games(puzzles))
app.command(
    cls=PlainFlags,
    epilog=examples("convert evening.txt", "convert old.txt --out new.txt", "convert *.txt"),
)(with_games(convert))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "rules karuba",
        "rules karuba 3.4",
        "rules karuba --text",
        "rules karuba --check",
    ),
)(with_games(rules))
app.command(
    cls=PlainFlags,
    epilog=examples("check karuba", "check path/to/mygame", "check --game path/to/mygame --json"),
)(with_games(check))
app.command(
    cls=PlainFlags,
    epilog=examples(
        "conform",
        "conform exec:./engine karuba",
        'conform "exec:python engine.py" cacao --match 12',
        "conform exec:./engine --game path/to/mygame --json",
    ),
)(with_games(conform))
app.add_typer(
    admin,
    name="admin",
    epilog=examples("admin list", "admin close TABLE", 'admin ban PERSON "Insults others."'),
)
app.command(cls=PlainFlags, epilog=examples("backup evening.tar"))(backup)
app.command(cls=PlainFlags, epilog=examples("restore evening.tar"))(restore)
app.command(
    "new-game",
    cls=PlainFlags,
    epilog=examples("new-game mygame", 'new-game mygame --title "My Game" --in games'),
)(new_game)
app.command(
    "bot-protocol",
    cls=PlainFlags,
    epilog=examples("bot-protocol", "bot-protocol karuba"),
)(with_games(bot_protocol))
