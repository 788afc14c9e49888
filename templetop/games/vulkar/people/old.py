"""Numbers of earlier versions of the rules, as they are now."""


def from_version_1(seat: int, number: int) -> int:
    """The same; but after a theft others knew less, and souvenirs were asked for at other times."""
    return number


def from_version_2(seat: int, number: int) -> int:
    """The same; but whoever had tokens of one colour alone was not asked which one is lost."""
    return number


RENUMBERED = {1: from_version_1, 2: from_version_2}
