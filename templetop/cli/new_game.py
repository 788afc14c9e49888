"""`templetop new-game`: a folder with a small game that can be played, to be made another one."""

import keyword
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from templetop.cli.parameters import Wrong
from templetop.cli.sentences import quoted, screen
from templetop.cli.words import t
from templetop.engine.speech import mark

STARTER = Path(__file__).parents[1] / "starter"
ITS_NAME, ITS_TITLE = "starter", "Starter"
NOT_IN_A_TITLE = {*"\"'\\{}#"}  # it stands in sentences, headings and code

NEXT = mark("""\
{folder} is a game that can be played:

  templetop play --game {folder}
  templetop arena --game {folder} --bots level4,greedy,random --games 60
  templetop check --game {folder}
  templetop simulate --game {folder} --games 100000
  templetop serve --open --game {folder}
  templetop rules --game {folder}
  pytest {folder}

Change its rulebook.md, its rules and its words, file by file; docs/your-own-game.md builds another
game step by step.
""")


def new_game(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Name of its folder: lower-case letters, digits and _."
        ),
    ],
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TITLE", help="Its title, for people; by default, made from its name."
        ),
    ] = None,
    where: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="Where to put it; by default, here.")
    ] = Path(),
) -> None:
    """Start a game of your own: write a folder with a game that can be played, and its tests."""
    check_name(name)
    heading = name.replace("_", " ").title() if title is None else title
    check_title(heading)
    folder = where / name
    if folder.exists():
        raise Wrong(t("{folder} already exists.", folder=folder))
    write(folder, heading)
    screen().print(t(NEXT, folder=folder), end="", markup=False, soft_wrap=True)


def check_name(name: str) -> None:
    """It is going to be a package beside all others, and a game beside all others."""
    from templetop.games.shelf import ready_games

    is_word = name.isascii() and name.isidentifier() and not keyword.iskeyword(name)
    if not is_word or name != name.lower():
        raise Wrong(
            t("{name} is not a name for a game: use lower-case letters, digits and _.",
              name=quoted(name))
        )  # fmt: skip
    if name in ready_games():
        raise Wrong(t("There is already a game {name}; choose another name.", name=name))
    if name in sys.modules or find_spec(name) is not None:
        raise Wrong(t("Python already has a package {name}; choose another name.", name=name))


def check_title(title: str) -> None:
    if not title.strip() or not title.isprintable() or {*title} & NOT_IN_A_TITLE:
        bad = t("{title} is not a title: leave out quotes, braces, \\ and #.", title=quoted(title))
        raise Wrong(bad)


def write(folder: Path, title: str) -> None:
    """Every file of the starter, under its own name and title."""
    for file in sorted(STARTER.rglob("*")):
        if file.suffix in (".py", ".md"):
            text = file.read_text("utf-8")
            copy = folder / file.relative_to(STARTER)
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = text.replace(ITS_NAME, folder.name).replace(ITS_TITLE, title)
            copy.write_text(text, "utf-8")
