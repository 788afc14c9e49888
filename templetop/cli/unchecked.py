"""A word on stderr where figures are made of a game that nobody has checked."""

from typing import TYPE_CHECKING

from templetop.cli.sentences import screen
from templetop.cli.words import t

if TYPE_CHECKING:
    from templetop.engine.game import Game


def warn_unless_checked(card: "Game") -> None:
    """Figures of a game that breaks the rules for games look like any others."""
    from templetop.checks.kept import has_passed
    from templetop.engine.faults import shown

    if card.folder is None or has_passed(card):
        return
    screen(stderr=True).print(
        t("{game} has not passed `templetop check --game {folder}` since its sources were "
          "changed, so these figures may be wrong.",
          game=card.words.text(card.name), folder=shown(card.folder)),
        style="yellow",
        soft_wrap=True,
    )  # fmt: skip
