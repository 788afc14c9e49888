"""A match in the terminal: who is to move is asked, and the person is told what was done."""

import contextlib
import re
import secrets
import shlex
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rich.table import Table
from rich.text import Text

from templetop.bots.names import introduced
from templetop.bots.roster import Engagement, make_ready, try_out
from templetop.cli.account import Account
from templetop.cli.ending import standings
from templetop.cli.files import STANDARD, write_match
from templetop.cli.fitting import Fitting
from templetop.cli.offers import explained, in_brief, in_one_line
from templetop.cli.rules import rulebook_of
from templetop.cli.sentences import about_a_file, quoted, screen, visible
from templetop.cli.thinking import Thinking
from templetop.cli.typed import Codes
from templetop.cli.waiting import waiting
from templetop.cli.words import t, tn
from templetop.engine.deal import Deal, key_of
from templetop.engine.ending import ending, verdict
from templetop.engine.game import Game
from templetop.engine.match import Match
from templetop.engine.random import generator
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.rulebook import Entry, Rulebook
from templetop.engine.seats import CHANCE, Array
from templetop.engine.simulate import cores
from templetop.engine.speech import mark
from templetop.engine.words import listed

LATELY = 12  # moves that `log` shows
COMMANDS = mark({
    "?": "this list",
    "hint": "what the strongest bot would do here, and why",
    "back": "take back your last move; chance then does the same again",
    "log": "the last moves; log 50 shows more",
    "rules": "the aim, and the parts of the rulebook; rules 3.4 shows part 3.4",
    "table": "the table as others see it",
    "Enter": "your table again",
    "save FILE": "save the match in a file, and go on saving it there",
    "quit": "leave the table",
})  # fmt: skip
TYPED = [command.partition(" ")[0] for command in COMMANDS if command not in ("?", "Enter")]
MOST_REMARKS = 20  # lines of bots' standard error that are shown at a time


class Left(Exception):
    """The person leaves the table."""


class TakenBack(Exception):
    """The table is as it was before the person's last move."""


class Sitting:
    """A match in the terminal; `person` is None where one only looks on.

    `bots` has a bot for every seat; that of the person decides nothing.
    """

    def __init__(
        self, match: Match, person: int | None, bots: Sequence[str], seed: int | None
    ) -> None:
        self.match = match
        self.person = person
        self.bots = bots
        self.seed = seed
        self.engaged = Engagement(
            len(match.seats),
            match.options,
            cores(),
            log=self.announce,
            hears=self.overhear,
            match=secrets.token_hex(4),
        )
        own_seed = secrets.randbits(64) if seed is None else seed
        self.thinking = Thinking(match, bots, self.engaged, own_seed)
        self.randoms: dict[int, Array] = {}
        self.deal = Deal(match.game, key_of(own_seed, 0))
        self.deals = {0: self.deal.copy()}  # as chance stood after so many moves of the match
        self.remarks: deque[str] = deque(maxlen=MOST_REMARKS)  # of bots, on their standard error
        self.console = screen()
        self.file: str | None = None
        self.is_greeted = bool(match.moves)
        self.is_leaving = False
        self.account = Account(match, person)
        self.greetings: list[str] = []  # above the news, once

    # ── The course of a match ────────────────────────────────────────────────────────────────────

    def sit_down(self, file: str | None, is_new: bool) -> None:
        """Play until it is over or the person leaves; the file, if there is one, keeps it."""
        if file is not None:
            self.save(file, overwrite=not is_new)
        try:
            self.wake_bots()
            self.play()
            self.show_end()
        except Left:
            self.console.print(
                t("You leave the table.")
                if self.file
                else t("You leave the table. The match was not saved.")
            )
        finally:
            self.keep()
            self.thinking.close()

    def wake_bots(self) -> None:
        """Before the first move, so that nobody waits for a compiler in the middle of a game."""
        others = [bot for seat, bot in enumerate(self.bots) if seat != self.person]
        with waiting(self.console, t("The bots are taking their seats …")) as say:
            make_ready(others, self.match.game, say)
            names = dict(zip(self.match.seats, self.bots, strict=True))
            own = {name: bot for name, bot in names.items() if bot in others}
            try_out(own, self.match.game, self.engaged)

    def play(self) -> None:
        while not self.match.is_over:
            with contextlib.suppress(TakenBack):
                self.decide()

    def decide(self) -> None:
        """All who are to move decide, the bots before they know what the person does."""
        is_asked = self.person in self.match.awaited
        self.deals[len(self.match.moves)] = self.deal.copy()
        for seat, move in self.thoughts().items():
            self.put_down(seat, move)
        if is_asked:
            self.put_down(self.own_seat, self.asked())

    def thoughts(self) -> dict[int, int]:
        """What bots or chance decide who are awaited."""
        seats = [seat for seat in self.match.awaited if seat != self.person]
        if not seats:
            return {}
        if CHANCE in seats:
            return {CHANCE: self.happening()}
        randoms = {seat: self.random(seat) for seat in seats}
        if self.person is None:
            self.look_on()
        names = listed([self.match.seats[seat] for seat in seats])
        thinks = tn("{names} is thinking …", "{names} are thinking …", len(seats), names=names)
        with waiting(self.console, thinks):
            return self.thinking.decide_all(randoms)

    def happening(self) -> int:
        """What chance does; after a move was taken back, the same again."""
        if not self.match.game.takes_time(self.match.state):
            return self.deal.event(self.match.state)
        seed = self.deal.seed(len(self.match.moves))
        return self.thinking.decide(CHANCE, generator(seed))

    def random(self, seat: int) -> Array:
        """Each has a generator of its own, so that none depends on what another does."""
        if self.seed is None:
            return generator(secrets.randbits(64))
        return self.randoms.setdefault(seat, generator(self.seed, seat + 1))

    def put_down(self, seat: int, move: int) -> None:
        """A decision; when all have made theirs, what the person may know of them is told."""
        before, number = self.match.state.copy(), len(self.match.moves)
        self.match.play(seat, move)
        if step := self.match.moves[number:]:
            self.account.tell(number, before, step)

    def announce(self, sentence: str) -> None:
        """Something that happens at the table without being a move."""
        self.account.announce(sentence)

    def overhear(self, remark: str) -> None:
        """What a bot writes to its standard error: news, unless somebody wants it elsewhere."""
        if sys.stderr.isatty():
            self.remarks.append(visible(remark))
        else:
            sys.stderr.write(f"{remark}\n")

    # ── What is shown ────────────────────────────────────────────────────────────────────────────

    def show(self, codes: Codes | None = None) -> None:
        """What was done, the table as it is now, and the codes that can be typed."""
        room = self.room_below(self.news()) if codes else None
        offers = self.offers(codes, room) if codes else []
        self.print_news()
        height = None if room is None else room - len(offers)
        self.console.print(self.picture(self.person), height=height)
        self.print_lines(offers)

    def print_news(self) -> None:
        """What was done since the table was last shown; it stands first on the screen."""
        if self.is_live:
            self.console.clear()
        while self.remarks:
            self.announce(self.remarks.popleft())
        for sentence in self.news():
            self.console.print(sentence)
        self.greetings = []
        self.account.put_away()

    def news(self) -> list[str]:
        return [*self.greetings, *self.account.news]

    @property
    def is_live(self) -> bool:
        """Does a person sit at a terminal?"""
        return self.console.is_terminal and sys.stdin.isatty()

    def picture(self, seat: int | None) -> Any:
        return self.match.game.picture(self.match.state, seat, names=self.match.seats)

    def room_below(self, sentences: Sequence[str]) -> int | None:
        """How many lines are left between these and the prompt; None where nobody counts."""
        if not self.is_live:
            return None
        above = sum(len(self.console.render_lines(Text(sentence))) for sentence in sentences)
        return self.console.height - above - 1

    def height_of_picture(self, room: int) -> int:
        """The picture can be less high for want of room, but not endlessly."""
        options = self.console.options.update(height=max(1, room))
        drawn = self.console.render(self.picture(self.person), options)
        return sum(segment.text.count("\n") for segment in drawn)

    def offers(self, codes: Codes, room: int | None) -> list[Text]:
        """The codes and what they do; only the codes, where the picture would suffer for it."""
        offers = in_brief(codes.offers())
        lines = explained(offers, self.console.width)
        if room is None:
            return lines
        left, most = room - len(lines), self.height_of_picture(room - 1)
        return (
            lines
            if self.height_of_picture(left) == most <= left
            else in_one_line(offers, self.console.width)
        )

    # ── Before and after ─────────────────────────────────────────────────────────────────────────

    def greet(self) -> None:
        """Tell a newcomer what it is about, once; before the rest where there is no room for it."""
        if self.is_greeted:
            return
        self.is_greeted = True
        greetings = [*self.greeting(), ""]
        room = self.room_below([*greetings, *self.account.news])
        if room is None or self.height_of_picture(room) < room:
            self.greetings = greetings
            return
        self.console.print("\n".join(self.greeting()))
        self.wait(t("Enter to begin"))

    def greeting(self) -> list[str]:
        """The aim of the game, what can be typed, and who else is there."""
        in_short = t(
            "? lists what can be typed, hint asks a bot, back takes a move back, quit leaves."
        )
        return [*about(self.match.game), *self.others(), in_short]

    def others(self) -> list[str]:
        """Who plays with the person, and who against it."""
        found = ending(self.match.state)
        own = [side for side in found.sides if self.person in side]
        names = [*map(introduced, self.match.seats, self.bots)]
        partners = [names[seat] for side in own for seat in side if seat != self.person]
        rivals = [names[seat] for side in found.sides if side not in own for seat in side]
        if not partners and not rivals:
            return []
        if not rivals:
            return [t("You are playing together with {partners}.", partners=listed(partners))]
        if not partners:
            return [t("You are playing against {rivals}.", rivals=listed(rivals))]
        return [
            t(
                "You are playing together with {partners} against {rivals}.",
                partners=listed(partners),
                rivals=listed(rivals),
            )
        ]

    def show_end(self) -> None:
        """The last table, the places, and an offer to save."""
        self.show()
        self.console.print()
        self.console.print(Fitting(standings(self.match.state, self.match.seats)))
        self.console.print(f"\n{verdict(self.match.state, self.match.seats)}", style="bold")
        if self.file is None and self.person is not None:
            self.offer_to_save()

    def offer_to_save(self) -> None:
        """Ask for the name of a file until it works out or none is given."""
        while self.file is None:
            try:
                name = self.read(t("Save the match as (Enter to skip): ")).strip()
            except Left:
                return
            if not name:
                return
            self.attempt(self.save, name)

    # ── The person's part ────────────────────────────────────────────────────────────────────────

    def asked(self) -> int:
        """Ask the person until a legal move is typed."""
        self.is_leaving = False
        codes = Codes(self.match.state, self.own_seat)
        self.greet()
        self.show(codes)
        while True:
            line = self.read(f"{self.match.seats[self.own_seat]}> ", codes).strip()
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
        if self.is_live:
            self.wait(t("Enter to continue, quit to leave"))

    def wait(self, prompt: str) -> None:
        """Until Enter is typed and nothing else."""
        while line := self.read(f"{prompt}> ").strip():
            self.attempt(self.obey, line, None)

    def read(self, prompt: str, codes: Codes | None = None) -> str:
        """A line from the person; one that is piped in is shown as if typed."""
        words = [*(codes.playable() if codes else []), *TYPED]
        with contextlib.suppress(ImportError):  # Windows edits the line by itself
            completing(words)
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
            self.console.print(str(refusal), style="red")
            self.print_rule(refusal.rule)
        except Refusal as refusal:
            self.console.print(str(refusal), style="red")
        except OSError as error:
            self.console.print(about_a_file(error), style="red")
        return None

    def obey(self, line: str, codes: Codes | None) -> int | None:
        """Carry out a command, or understand a move and return it."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "?": lambda rest: self.help(codes),
            "help": lambda rest: self.help(codes),
            "hint": self.hint,
            "log": self.log,
            "back": self.take_back,
            "undo": self.take_back,
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
        if codes is None:
            raise Refusal(
                t("{word} is not a command; ? lists what can be typed.", word=quoted(line))
            )
        return codes.understand(line)

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────

    def help(self, codes: Codes | None) -> None:
        """Every legal move with its code, and the commands."""
        if codes:
            self.print_lines([*explained(codes.offers(), self.console.width), Text()])
        self.print_pairs((command, t(does)) for command, does in COMMANDS.items())
        self.console.print(
            t("You may shorten a code as long as it stays clear, and leave out spaces.")
        )

    def print_lines(self, lines: Sequence[Text]) -> None:
        """Each fits on one line."""
        for line in lines:
            self.console.print(line, no_wrap=True)

    def print_pairs(self, pairs: Iterable[tuple[str, str | Text]]) -> None:
        """Something short, and beside it, in a column of its own, something longer."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="cyan", no_wrap=True)
        for short, long in pairs:
            grid.add_row(short, long)
        self.console.print(grid)

    def hint(self, rest: str) -> None:
        """What the strongest bot would do, and why."""
        from templetop.cli.hint import advice_for, in_words

        if self.person is None:
            raise Refusal(t("Only players get hints."))
        seats = self.match.seats
        with waiting(self.console, t("Thinking it over …")) as say:
            advice = advice_for(self.person, self.match.state, len(seats), say)
        for part in in_words(advice, seats):
            self.console.print(part)

    def take_back(self, rest: str) -> None:
        """To the person's last decision, as if nothing had been done since."""
        if self.person is None:
            raise Refusal(t("Only players can take a move back."))
        start = last_decision(self.match, self.person)
        if start is None:
            raise Refusal(t("There is no move of yours to take back."))
        taken = self.account.sentence_of(start, self.person)
        self.match = self.thinking.match = beginning_of(self.match, start)
        self.deal = self.deals.get(start, self.deals[0]).copy()
        self.account = Account(self.match, self.person)
        self.announce(t("Taken back: {what}", what=taken))
        raise TakenBack

    def log(self, rest: str) -> None:
        """The last moves, or as many as are asked for."""
        count = int(rest[:6]) if rest.isdecimal() else LATELY
        for sentence in self.account.last(count):
            self.console.print(sentence)

    def rules(self, section: str) -> None:
        """Sentences of the rulebook; or the aim of the game, and the parts of the rulebook."""
        book = rulebook_of(self.match.game)
        if not section:
            self.console.print("\n".join([*about(self.match.game), ""]))
        entries = book.section(section) if section else parts(book)
        looks = {True: "bold", False: ""}
        self.print_pairs((e.number, Text(e.text, looks[e.is_heading])) for e in entries)

    def print_rule(self, number: str) -> None:
        """The sentence that forbids something, if the rulebook has it."""
        with contextlib.suppress(Refusal):
            entry = rulebook_of(self.match.game).section(number)[0]
            self.console.print(f"{entry.number}  {without_reasons(entry.text)}", style="dim")

    def save_as(self, file: str) -> None:
        """Write the match to a file, and keep it there from now on."""
        if not file:
            raise Refusal(t("Name a file: save FILE."))
        self.save(file, overwrite=file == self.file)
        self.console.print(t("Saved in {file}.", file=file))

    def leave(self, rest: str) -> None:
        """Leave; but a match that is not kept is not lost by one word."""
        has_decided = any(seat == self.person for seat, _ in self.match.moves)
        if self.file or self.is_leaving or not has_decided:
            raise Left
        self.is_leaving = True
        raise Refusal(t("The match is not saved: save FILE saves it; quit again leaves anyway."))

    # ── The file ─────────────────────────────────────────────────────────────────────────────────

    def save(self, file: str, overwrite: bool = False) -> None:
        if file == STANDARD:
            raise Refusal(t("This match can only be saved in a file."))
        write_match(self.match, file, overwrite)
        self.file = file

    def keep(self) -> None:
        """Bring the file up to date, and say how to go on."""
        if self.file is None:
            return
        self.save(self.file, overwrite=True)
        verb = "replay" if self.match.is_over else "play --resume"
        command = f"templetop {verb} {shlex.quote(self.file)}"
        told = t("The match is in {file}: {command}", file=self.file, command=command)
        self.console.print(told, soft_wrap=True)


def last_decision(match: Match, seat: int) -> int | None:
    """After how many moves the seat decided last; None if it never has."""
    found, done = None, 0
    for _, step in match.steps():
        if any(who == seat for who, _ in step):
            found = done
        done += len(step)
    return found


def beginning_of(match: Match, moves: int) -> Match:
    """The same match, after its first moves."""
    new = Match.new(match.game, match.seats, match.options)
    for seat, move in match.moves[:moves]:
        new.put_down(seat, move)
    return new


def completing(words: Sequence[str]) -> None:
    """Let Tab complete a line to one of these, and to nothing else."""
    import readline  # also lets input() edit the line and recall former ones

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words if word.startswith(text.lower())]
        return fitting[state] if state < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims("\n")  # a code may have several words
    is_editline = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")


def about(game: Game) -> list[str]:
    """A game in a few sentences."""
    return game.words.text(game.welcome or game.says).splitlines()


def without_reasons(text: str) -> str:
    """A sentence of the rulebook, but not why it is read like this."""
    marked = re.sub(r"\((?:ruling|Auslegung|[oO]ption [^()]*)\) ", "", text)
    return re.sub(r"(?<=[.!])(?: \([^()]*\))+$", "", marked)


def parts(book: Rulebook) -> list[Entry]:
    """The headings of a rulebook; one without a number has that of the sentences below it.

    Without sentences there is nothing to ask for: options, for example, are a table.
    """
    return [
        replace(entry, number=entry.number or below.number.partition(".")[0])
        for entry, below in pairwise(book.entries)
        if entry.is_heading and (entry.number or (below.number and not below.is_heading))
    ]
