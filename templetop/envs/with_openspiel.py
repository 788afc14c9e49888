"""OpenSpiel: any game as a pyspiel.Game, registered from Python."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from templetop.engine import usual
from templetop.engine.game import Game
from templetop.engine.match import say
from templetop.engine.random import below, generator
from templetop.engine.seats import CHANCE
from templetop.engine.stepping import Stepper

PREFIX = "templetop_"
LONGEST = 1_000_000  # decisions: no game is ever as long
TRIALS = 24  # games, to see whether seats decide at the same time
Kind = pyspiel.GameType


def load(game: Game, seats: int, options: Mapping[str, str]) -> Any:
    """The game for so many seats, as anybody can load it by its name from now on."""
    game.start(seats, options)  # what cannot be played is refused before anything is compiled
    register(game)
    params = {"seats": seats, "options": as_text(game.agreed(options))}
    return pyspiel.load_game(PREFIX + game.id, params)


@functools.cache
def register(game: Game) -> None:
    """Under its name; how it is played depends on what it is loaded with."""
    usual_seats = 2 if 2 in game.seats else min(game.seats)
    is_together, is_simultaneous = facts(game, usual_seats, "")
    kind = kind_of(game, usual_seats, is_together, is_simultaneous)

    class OnTheShelf(TabletopGame):
        """A class of its own: OpenSpiel keeps it until after Python's end, where no other object
        can be taken apart."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game, usual_seats, params)

    pyspiel.register_game(kind, OnTheShelf)


def as_text(options: Mapping[str, str]) -> str:
    """What was agreed, in a text that may stand in the name of a game."""
    return ";".join(f"{name}:{choice.replace(',', '/')}" for name, choice in options.items())


def from_text(text: str) -> dict[str, str]:
    parts = [part.split(":") for part in text.split(";") if part]
    return {name: choice.replace("/", ",") for name, choice in parts}


@functools.cache
def facts(game: Game, seats: int, options: str) -> tuple[bool, bool]:
    """Are all on one side? Do seats ever decide at the same time? That shows in a few games."""
    stepper, random = Stepper(game, seats, from_text(options)), generator(0)
    for seed in range(TRIALS):
        stepper.begin(seed)
        while not stepper.is_over:
            if len(stepper.asked) > 1:
                return stepper.is_together(), True
            moves = stepper.legal(stepper.asked[0])
            stepper.play({stepper.asked[0]: moves[below(random, len(moves))]})
    return stepper.is_together(), False


def kind_of(game: Game, seats: int, is_together: bool, is_simultaneous: bool) -> Any:
    hides_nothing = game.imagine is usual.imagine and not is_simultaneous
    is_zero_sum = seats == 2 and not is_together
    return Kind(
        short_name=PREFIX + game.id,
        long_name=game.name,
        dynamics=Kind.Dynamics.SIMULTANEOUS if is_simultaneous else Kind.Dynamics.SEQUENTIAL,
        chance_mode=Kind.ChanceMode.EXPLICIT_STOCHASTIC
        if game.events.count
        else Kind.ChanceMode.DETERMINISTIC,
        information=Kind.Information.PERFECT_INFORMATION
        if hides_nothing
        else Kind.Information.IMPERFECT_INFORMATION,
        utility=Kind.Utility.ZERO_SUM if is_zero_sum else Kind.Utility.GENERAL_SUM,
        reward_model=Kind.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": seats, "options": ""},
    )


class Home:
    """What all states of a game share; a copy of a state has the same."""

    def __init__(self, game: Game, seats: int, options: str) -> None:
        self.game, self.name = game, (game.id, seats, options)
        self.is_together, self.is_simultaneous = facts(game, seats, options)
        self.stepper = Stepper(game, seats, from_text(options))
        homes[self.name] = self

    def __deepcopy__(self, memo: Any) -> "Home":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return home_named, self.name


homes: dict[tuple[str, int, str], Home] = {}


def home_named(*name: Any) -> Home:
    return homes[name]


class TabletopGame(pyspiel.Game):  # type: ignore[misc]
    """A game for so many seats. Where seats decide at once, one that is not asked has one move: to
    wait, which is the last."""

    def __init__(self, game: Game, seats: int, params: Any = None) -> None:
        given = params or {}
        seats, options = given.get("seats", seats), given.get("options", "")
        home = homes.get((game.id, seats, options)) or Home(game, seats, options)
        kind = kind_of(game, seats, home.is_together, home.is_simultaneous)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.moves.count + int(home.is_simultaneous),
            max_chance_outcomes=game.events.count,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind.utility == Kind.Utility.ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, dict(given))
        self.home = home

    def new_initial_state(self) -> "TabletopState":
        return TabletopState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST if self.home.game.events.count else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.home)


class TabletopState(pyspiel.State):  # type: ignore[misc]
    """A table. The game it belongs to answers for it, as machine code."""

    def __init__(self, game: TabletopGame) -> None:
        super().__init__(game)
        self.home = game.home
        self.table = self.home.stepper.fresh.tobytes()
        self.decided: dict[int, int] = {}
        self.answer()

    def answer(self, **done: Any) -> None:
        """Let something be done, and remember the answers."""
        stepper = self.home.stepper
        stepper.states[:] = np.frombuffer(self.table, stepper.states.dtype)
        stepper.ask(**done)
        self.table = stepper.states.tobytes()
        self.deciding, self.asked = stepper.deciding, stepper.asked
        self.moves = {seat: stepper.legal(seat) for seat in self.asked}
        self.odds = stepper.odds() if self.deciding == CHANCE else []
        self.worths = stepper.worths() if stepper.is_over else [0.0] * stepper.seats

    @property
    def state(self) -> Any:
        return np.frombuffer(self.table, self.home.game.State)[0]

    @property
    def awaited(self) -> list[int]:
        return [seat for seat in self.asked if seat not in self.decided]

    def current_player(self) -> int:
        if self.deciding == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if not self.asked:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.home.is_simultaneous and len(self.asked) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self.awaited[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player in self.awaited:
            return list(self.moves[player])
        is_waiting = self.current_player() == pyspiel.PlayerId.SIMULTANEOUS
        return [self.home.game.moves.count] if is_waiting else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.odds)

    def _apply_action(self, action: int) -> None:
        if self.deciding == CHANCE:
            self.answer(event=action)
            return
        self.decided[self.awaited[0]] = action
        if not self.awaited:
            self.carry_out()

    def _apply_actions(self, actions: list[int]) -> None:
        self.decided = {seat: actions[seat] for seat in self.asked}
        self.carry_out()

    def carry_out(self) -> None:
        from templetop.engine.seats import decisions

        row = decisions(self.decided)
        self.decided = {}
        self.answer(decided=row)

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0 and action == self.home.game.moves.count:
            return "wait"
        return f"{action}: {say(self.state, CHANCE if player < 0 else player, action)}"

    def is_terminal(self) -> bool:
        return self.deciding == 0

    def returns(self) -> list[float]:
        return list(self.worths)

    def __str__(self) -> str:
        decided = "".join(f"\nseat {seat} has decided" for seat in self.decided)
        return self.home.game.write(self.state) + decided


class Observer:
    """What a seat may know, as numbers with names."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.tensor = np.zeros(home.game.observation, np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for plane in home.game.planes:
            self.dict[plane.name] = self.tensor[at : at + plane.size].reshape(plane.shape)
            at += plane.size

    def set_from(self, state: TabletopState, player: int) -> None:
        stepper = self.home.stepper
        stepper.states[:] = np.frombuffer(state.table, stepper.states.dtype)
        self.tensor[:] = stepper.observe(player)

    def string_from(self, state: TabletopState, player: int) -> str:
        return str(self.home.game.view(state.state, player))
