"""The table in the terminal: who is to move is asked, and everyone is told what was done."""

import contextlib
import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.columns import Columns
from rich.text import Text

from templetop.cli.ending import standings, verdict
from templetop.cli.files import STANDARD, write_match
from templetop.cli.rules import folder_of
from templetop.cli.sentences import about_a_file, screen, visible
from templetop.cli.thinking import Thinking
from templetop.cli.typed import Codes
from templetop.engine.game import CHANCE, Array, IllegalMove, Refusal
from templetop.engine.match import Match, seats_to_move
from templetop.engine.random import generator
from templetop.engine.rulebook import Rulebook

LATELY = 12  # moves that `log` shows
HIGH = 30  # lines; in a lower terminal, what is offered is kept to one line

HELP = """\
?           this list            hint         what a bot would do here
log         the last moves       save FILE    write the match to a file
rules 3.4   what the book says   table        the table as others see it
Enter       the table again      quit         leave the table
A code may be cut short while it stays clear."""


class Left(Exception):
    """The person leaves the table."""


class Table:
    """A match in the terminal; `person` is None where one only looks on."""

    def __init__(
        self, match: Match, person: int | None, bots: Sequence[str], seed: int | None
    ) -> None:
        self.match = match
        self.person = person
        self.thinking = Thinking(match.game, bots)
        self.seed = seed
        self.randoms: dict[int, Array] = {}
        self.console = screen()
        self.file: str | None = None
        self.news: list[str] = []
        self.told = [self.sentence(seat, words) for seat, _, words, _ in match.tell()]

    # ── The course of a match ────────────────────────────────────────────────────────────────────

    def sit_down(self, file: str | None, is_new: bool) -> None:
        """Play until it is over or the person leaves; the file, if there is one, keeps it."""
        if file is not None:
            self.save(file, overwrite=not is_new)
        try:
            self.play()
            self.show_end()
        except Left:
            kept = "" if self.file else " The match is not kept."
            self.console.print(f"You leave the table.{kept}")
        finally:
            self.keep()

    def play(self) -> None:
        while not self.match.is_over:
            self.decide(seats_to_move(self.match.state))

    def decide(self, seats: list[int]) -> None:
        """All who are to move decide, the bots before they know what the person does."""
        chosen = {seat: self.thought(seat) for seat in seats if seat != self.person}
        if self.person in seats:
            chosen[self.person] = self.asked()
        elif self.person is None and CHANCE not in seats:
            self.look_on()
        self.carry_out(dict(sorted(chosen.items())))

    def thought(self, seat: int) -> int:
        """What a bot or chance decides."""
        return self.thinking.decide(self.match.state, seat, self.random(seat))

    def random(self, seat: int) -> Array:
        """Each has a generator of its own, so that chance does not depend on what anyone does."""
        if self.seed is None:
            return generator(secrets.randbits(64))
        return self.randoms.setdefault(seat, generator(self.seed, seat + 1))

    def carry_out(self, chosen: dict[int, int]) -> None:
        state = self.match.state
        said = [self.sentence(s, self.match.game.say(state, s, m)) for s, m in chosen.items()]
        for seat, move in chosen.items():
            self.match.play(seat, move)
        self.told += said
        self.news += said

    def sentence(self, seat: int, words: str) -> str:
        return f"{'Chance' if seat == CHANCE else self.match.seats[seat]} {words}."

    # ── What is shown ────────────────────────────────────────────────────────────────────────────

    def show(self, codes: Codes | None = None) -> None:
        """What was done, the table as it is now, and the codes that can be typed."""
        offers = self.offers(codes) if codes else []
        lines = len(self.news) + len(offers) + 1  # the last is the prompt
        self.print_news()
        room = self.console.height - lines if self.is_live and codes else None
        self.console.print(self.picture(self.person), height=room)
        for line in offers:
            self.console.print(line, no_wrap=self.is_low, overflow="ellipsis")

    def print_news(self) -> None:
        """What was done since the table was last shown; it stands first on the screen."""
        if self.is_live:
            self.console.clear()
        for sentence in self.news:
            self.console.print(sentence)
        self.news = []

    @property
    def is_live(self) -> bool:
        """Does a person sit at a terminal?"""
        return self.console.is_terminal and sys.stdin.isatty()

    @property
    def is_low(self) -> bool:
        """Is there hardly room for the table?"""
        return self.is_live and self.console.height < HIGH

    def picture(self, seat: int | None) -> Any:
        return self.match.game.picture(self.match.state, seat, names=self.match.seats)

    def offers(self, codes: Codes) -> list[Text]:
        """The codes of the legal moves, a line for each first word; or one line for all."""
        lines = [
            Text.assemble((f"{first} " if first else "", "bold"), (" ".join(rest), "cyan"))
            for first, rest in codes.offers().items()
            if rest
        ]
        return [Text("  ").join(reversed(lines))] if self.is_low else lines

    def show_end(self) -> None:
        """The last table, the places, and an offer to save."""
        self.show()
        self.console.print()
        self.console.print(standings(self.match.state, self.match.seats))
        self.console.print(f"\n{verdict(self.match.state, self.match.seats)}", style="bold")
        if self.file is None and self.person is not None:
            self.offer_to_save()

    def offer_to_save(self) -> None:
        """Ask for the name of a file until it works out or none is given."""
        while self.file is None:
            try:
                name = self.read("Save the match as (Enter: not at all): ").strip()
            except Left:
                return
            if not name:
                return
            self.attempt(self.save, name)

    # ── The person's part ────────────────────────────────────────────────────────────────────────

    def asked(self) -> int:
        """Ask the person until a legal move is typed."""
        codes = Codes(self.match.state, self.own_seat)
        self.show(codes)
        while True:
            line = self.read(f"{self.match.seats[self.own_seat]}> ").strip()
            move = self.attempt(self.obey, line, codes)
            if move is not None:
                return int(move)

    @property
    def own_seat(self) -> int:
        assert self.person is not None
        return self.person

    def look_on(self) -> None:
        """Show the table to one who does not play; at a terminal, wait for Enter."""
        self.show()
        while self.is_live and (line := self.read("Enter goes on, quit leaves> ").strip()):
            self.attempt(self.obey, line, None)

    def read(self, prompt: str) -> str:
        """A line from the person; one that is piped in is shown as if typed."""
        with contextlib.suppress(ImportError):  # Windows does the same by itself
            import readline  # noqa: F401  lets input() edit the line and recall former ones
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise Left if isinstance(end, EOFError) else end from None
        if not self.is_live:
            self.console.print(visible(line))
        return line

    def attempt(self, do: Callable[..., Any], *arguments: Any) -> Any:
        """Do it; a refusal is said and the game goes on."""
        try:
            return do(*arguments)
        except IllegalMove as refusal:
            self.console.print(str(refusal), style="yellow")
            self.print_rule(refusal.rule)
        except Refusal as refusal:
            self.console.print(str(refusal), style="yellow")
        except OSError as error:
            self.console.print(about_a_file(error), style="yellow")
        return None

    def obey(self, line: str, codes: Codes | None) -> int | None:
        """Carry out a command, or understand a move and return it."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "?": lambda rest: self.help(codes),
            "help": lambda rest: self.help(codes),
            "hint": self.hint,
            "log": self.log,
            "rules": self.rules,
            "save": self.save_as,
            "quit": self.leave,
            "q": self.leave,
            "exit": self.leave,
            "table": lambda rest: self.console.print(self.picture(None)),
            "": lambda rest: self.show(codes),
        }
        if command := commands.get(word.lower()):
            command(rest.strip())
            return None
        return codes.understand(line) if codes else None

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────

    def help(self, codes: Codes | None) -> None:
        """Every legal move with its code, and the commands."""
        state, game = self.match.state, self.match.game
        if codes:
            lines = [
                Text.assemble(
                    (f"{codes.of[move]:>8}", "cyan"), f"  {game.say(state, codes.seat, move)}"
                )
                for move in codes.legal
            ]
            self.console.print(Columns(lines, padding=(0, 3), column_first=True))
            self.console.print()
        self.console.print(HELP)

    def hint(self, rest: str) -> None:
        """What greedy would do."""
        if self.person is None:
            return
        state, game = self.match.state, self.match.game
        move = self.thinking.decide(state, self.person, generator(secrets.randbits(64)))
        code = game.code(state, self.person, move)
        self.console.print(Text.assemble((code, "cyan"), f"  {game.say(state, self.person, move)}"))

    def log(self, rest: str) -> None:
        """The last moves, or as many as are asked for."""
        count = int(rest[:6]) if rest.isdecimal() else LATELY
        for sentence in self.told[max(0, len(self.told) - count) :]:
            self.console.print(sentence)

    def rules(self, section: str) -> None:
        """Sentences of the rulebook, or its headings."""
        book = Rulebook.of(folder_of(self.match.game.id))
        entries = book.section(section) if section else [e for e in book.entries if e.is_heading]
        for entry in entries:
            style = "bold" if entry.is_heading else ""
            self.console.print(f"{entry.number:6} {entry.text}", style=style)

    def print_rule(self, number: str) -> None:
        """The sentence that forbids something, if the rulebook has it."""
        with contextlib.suppress(Refusal):
            entry = Rulebook.of(folder_of(self.match.game.id)).section(number)[0]
            self.console.print(f"{entry.number}  {entry.text}", style="dim")

    def save_as(self, file: str) -> None:
        """Write the match to a file, and keep it there from now on."""
        if not file:
            raise Refusal("Say where: save FILE.")
        self.save(file, overwrite=file == self.file)
        self.console.print(f"Saved in {file}.")

    def leave(self, rest: str) -> None:
        raise Left

    # ── The file ─────────────────────────────────────────────────────────────────────────────────

    def save(self, file: str, overwrite: bool = False) -> None:
        if file == STANDARD:
            raise Refusal("A match at the table is kept in a file.")
        write_match(self.match, file, overwrite)
        self.file = file

    def keep(self) -> None:
        """Bring the file up to date, and say how to go on."""
        if self.file is None:
            return
        self.save(self.file, overwrite=True)
        verb = "replay" if self.match.is_over else "play --resume"
        command = f"templetop {verb} {shlex.quote(self.file)}"
        self.console.print(f"The match is in {self.file}: {command}", soft_wrap=True)
