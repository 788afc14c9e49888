"""`templetop backup` and `templetop restore`: all that a server keeps, in one file."""

from pathlib import Path
from typing import Annotated

import typer

from templetop.cli.admin import Data, StoreUrl, say
from templetop.cli.serve import check_packages
from templetop.cli.words import t


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to make, a tar archive.")],
    data: Data = "",
    store: StoreUrl = "",
) -> None:
    """Back up a server's store and secret, while it runs.

    The file holds everything: keep it as safe as the server itself. For PostgreSQL use pg_dump, as
    docs/operation.md says.
    """
    check_packages()
    from templetop.server.core.settings import Settings, default_data_folder
    from templetop.server.store.backup import write_backup

    write_backup(Settings(data or default_data_folder(), store), Path(file))
    say(t("Everything the server keeps is in {file}.", file=file))


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file made by `templetop backup`.")],
    data: Data = "",
    store: StoreUrl = "",
) -> None:
    """Restore a server's store and secret from a backup; stop the server first.

    What was there before is kept beside it, as FILE.old.
    """
    check_packages()
    from templetop.server.core.settings import Settings, default_data_folder
    from templetop.server.store import backup

    settings = Settings(data or default_data_folder(), store)
    kept = backup.restore_backup(settings, Path(file))
    say(t("{file} is restored to {folder}; start the server.", file=file, folder=settings.data))
    for one in kept:
        say(t("What was there before is in {file}.", file=one))
