"""The marbles: the ground they roll on, and the physics that lets them roll."""
