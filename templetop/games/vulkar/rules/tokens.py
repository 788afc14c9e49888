"""Piles of tokens: what each figure has, and who knows it.

A pile is kept in order, so that equal piles are equal records. Of equal tokens nobody can say which
is which: so what is known is kept in order too, and it is the best known that is taken away.
"""

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.pieces import NO_TOKEN, SLABS

EVERYONE = 255


@rule
def number_of(figure, colour):
    """How many tokens of a colour it has."""
    number = 0
    for place in range(int(figure.held)):
        number += int(figure.tokens[place] == colour)
    return number


@rule
def number_seen(figure, colour, witnesses):
    """How many tokens of a colour all these seats have seen."""
    number = 0
    for place in range(int(figure.held)):
        is_seen = int(figure.known[place]) & witnesses == witnesses
        number += int(figure.tokens[place] == colour and is_seen)
    return number


@rule
def is_partly_unseen(figure):
    """3.11  Are there several tokens, and some that not everyone has seen?"""
    for place in range(int(figure.held)):
        if figure.known[place] != EVERYONE:
            return figure.held > 1
    return False


@rule
def place_of(figure, colour):
    """Where the first such token is."""
    place = 0
    while figure.tokens[place] != colour:
        place += 1
    return place


@rule
def add_token(figure, colour, known):
    """A token joins the pile, seen by these seats, and is put in order."""
    place = int(figure.held)
    while place > 0 and figure.tokens[place - 1] > colour:
        figure.tokens[place] = figure.tokens[place - 1]
        figure.known[place] = figure.known[place - 1]
        place -= 1
    figure.tokens[place] = colour
    figure.known[place] = known
    figure.held += 1
    sift(figure, place)


@rule
def sift(figure, place):
    """Of equal tokens, the first is known to whoever knows any of them, and so on."""
    while place > 0 and figure.tokens[place - 1] == figure.tokens[place]:
        one, other = int(figure.known[place - 1]), int(figure.known[place])
        figure.known[place - 1] = one | other
        figure.known[place] = one & other
        place -= 1


@rule
def remove_token(figure, colour):
    """The first such token leaves the pile."""
    for place in range(place_of(figure, colour), SLABS - 1):
        figure.tokens[place] = figure.tokens[place + 1]
        figure.known[place] = figure.known[place + 1]
    figure.tokens[SLABS - 1] = NO_TOKEN
    figure.known[SLABS - 1] = 0
    figure.held -= 1


@rule
def steal_token(victim, thief, colour, both):
    """5.3  Both see the token; what others know of the pile may have gone."""
    known = both | who_can_tell(victim)
    remove_token(victim, colour)
    forget_one_of_each(victim, colour, both)
    add_token(thief, colour, known)


@rule
def who_can_tell(figure):
    """5.3  Who has seen that all of a pile is of one colour, and so knows which is stolen."""
    seats = EVERYONE
    for place in range(int(figure.held)):
        is_alike = figure.tokens[place] == figure.tokens[0]
        seats = seats & int(figure.known[place]) if is_alike else 0
    return seats


@rule
def forget_one_of_each(figure, stolen, knowing):
    """5.3  Whoever did not see which token is gone knows of one less of each colour.

    Of the stolen colour there is one less already; who has seen it, knows that no other is gone.
    """
    for place in range(int(figure.held)):
        colour = int(figure.tokens[place])
        if colour != stolen:
            is_last = figure.tokens[place + 1] != colour  # one is gone, so there is room behind it
            others = 0 if is_last else int(figure.known[place + 1]) & ~knowing
            figure.known[place] = int(figure.known[place]) & knowing | others
