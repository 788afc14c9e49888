"""The server that the pages are tested with: `python -m tests.web.serve PORT FOLDER`.

As `templetop serve` does it, but all our guests come from one address, more than it lets in; and
everyone's first table has always the same luck, the second another: what fails once fails again.
LUCK=2 in the environment is another luck for all. It is always one day. Where there is a folder
for it, experiments wait. Machine code for bots that search is made ready for no game but those that
SEARCHING names: to load that of all games takes longer than twenty tests. Bots of the other games
play at first sight.
"""

import os
import sys
from collections import Counter

from templetop.server.api_models import BotsView, NewTable
from templetop.server.bots import bot_pool
from templetop.server.core import utc_days
from templetop.server.core.settings import RateLimitSettings, Settings
from templetop.server.operations.runner import run_server
from templetop.server.store.person_store import Person
from templetop.server.tables import create, deal_key
from templetop.server.tables.table import Table
from tests.server.held import HELD, experiment_unless_held

LUCK = os.environ.get("LUCK", "1")
tables_of: Counter[str] = Counter()  # how many a person has made
make = create.build_table
NOON = utc_days.end_of_day("2026-03-01") + 12 * 3600  # of a day that lasts as long as the tests


def new_table(person: Person, wanted: NewTable) -> Table:
    tables_of[person.id] += 1
    key = f"{LUCK} {tables_of[person.id]}".encode().hex()
    deal_key.new_secret = lambda: key
    return make(person, wanted)


def as_if_ready(_: bot_pool.BotPool, game: str) -> BotsView:
    """Pages look as they do where everything has been made ready."""
    return BotsView(is_ready=True, is_coming=False, before=0, part=1.0)


if __name__ == "__main__":
    create.build_table = new_table
    utc_days.clock = lambda: NOON
    searching = os.environ.get("SEARCHING", "").split()
    setattr(bot_pool, "ready_games", lambda: searching)  # noqa: B010
    if not searching:
        setattr(bot_pool.BotPool, "bots_view", as_if_ready)  # noqa: B010
    if HELD in os.environ:
        setattr(bot_pool, "experiment_in_worker", experiment_unless_held)  # noqa: B010
    port, data = sys.argv[1:]
    limits = RateLimitSettings(guests=0, requests=0, tables_from=0, hints=0)
    settings = Settings(data=data, limits=limits, coach=0.1)
    run_server(settings, "127.0.0.1", int(port), 1, False)
