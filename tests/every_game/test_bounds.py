"""Machine code does not notice an index beyond the end of a list, unless it is told to look."""

from pathlib import Path

from .digests import digests_of_answers
from .elsewhere import digests_elsewhere

GAMES = 10  # at each table


def test_no_rule_reaches_beyond_the_end_of_a_list(tmp_path: Path) -> None:
    """Every question after every move; where a rule reached too far, an IndexError would come."""
    checked = digests_elsewhere(["answers", str(GAMES)], tmp_path, NUMBA_BOUNDSCHECK="1")
    assert checked == digests_of_answers(GAMES)
