"""The agenda: what is still to be done, as a pile of jobs, the next one on top.

A step, a card or a trap puts its consequences on the pile, last things first; whoever is dead or
elsewhere when their job comes up is passed over. So no rule calls another that asks somebody, and
an interruption (a card, a battle, a death in the midst of it) is nothing but more jobs on top.
"""

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.ground import NOWHERE


@rule
def add(state, task, seat, what, many, space):
    """To be done next."""
    job = state.agenda[state.depth]
    job.task = task
    job.seat = seat
    job.what = what
    job.many = many
    job.space = space
    state.depth += 1


@rule
def add_task(state, task, seat):
    add(state, task, seat, 0, 0, NOWHERE)


@rule
def top(state):
    return state.agenda[int(state.depth) - 1]


@rule
def base(state):
    """The turn itself, under everything that happens in it."""
    return state.agenda[0]


@rule
def done(state):
    """The job on top is done; nothing of it stays behind."""
    job = top(state)
    job.task = 0
    job.seat = 0
    job.what = 0
    job.many = 0
    job.space = 0
    state.depth -= 1


@rule
def counted_down(state):
    """One of several is done; returns whether that was all."""
    job = top(state)
    job.many -= 1
    if job.many > 0:
        return False
    done(state)
    return True
