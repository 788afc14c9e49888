"""The agenda: what is still to be done, as a pile of jobs, the next one on top.

A card, a step or a fall puts its consequences on the pile, last things first. So no rule calls
another that asks somebody.
"""

from templetop.engine.compile import rule


@rule
def add(state, task, figure, what, many):
    """To be done next."""
    job = state.agenda[state.depth]
    job.task = task
    job.figure = figure
    job.what = what
    job.many = many
    state.depth += 1


@rule
def add_task(state, task, figure):
    add(state, task, figure, 0, 0)


@rule
def top(state):
    return state.agenda[int(state.depth) - 1]


@rule
def done(state):
    """The job on top is done; nothing of it stays behind."""
    job = top(state)
    job.task = 0
    job.figure = 0
    job.what = 0
    job.many = 0
    state.depth -= 1


@rule
def counted_down(state):
    """One of several is done."""
    job = top(state)
    job.many -= 1
    if job.many <= 0:
        done(state)
