"""Machine code does not notice an index beyond the end of a list, unless it is told to look."""

from pathlib import Path

from .digests import everything
from .elsewhere import digests_elsewhere

GAMES = 300


def test_no_rule_reaches_beyond_the_end_of_a_list(tmp_path: Path) -> None:
    checked = digests_elsewhere(["everything", str(GAMES)], tmp_path, NUMBA_BOUNDSCHECK="1")
    assert checked == everything(GAMES)
