"""What any game has to hold to, checked for any game: `templetop check`.

    checking    all checks, one after the other, and what came of each
    stories     whole games to try things at
    telling     words, refusals, views, matches as text
    secrets     what a seat cannot know shows in nothing that it is given
    machine     machine code and the interpreter agree
    sheet       every question that a game answers, put to one table
    kept        which games have passed

The tests of all games use them as well.
"""
