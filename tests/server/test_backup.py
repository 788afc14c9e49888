"""Backup and restore: one command each, while the server plays on, with the secret."""

import shutil
import sqlite3
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from templetop.cli.app import app
from templetop.server.store.database import Store
from tests.server import services
from tests.server.serving import Person, Serving, play_on, serving, settings_in


def templetop(command: str, file: Path, folder: Path, *others: str) -> Result:
    words = [command, str(file), "--data", str(folder / "data"), *others]
    return CliRunner(env={"NO_COLOR": "1"}).invoke(app, words)


def refused(answer: Result) -> str:
    assert answer.exit_code == 1
    assert len(answer.stderr.splitlines()) == 1
    return str(answer.stderr)


def come_back(server: Serving, cookies: dict[str, str]) -> Person:
    person = server.stranger()
    person.http.cookies.update(cookies)
    return person


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "data").iterdir()}


def test_what_was_backed_up_while_people_played_is_restored(tmp_path: Path) -> None:
    """Elsewhere, with the cookies still good; and over what has happened since."""
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "evening.tar"
    with serving(settings_in(here)) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", 1)
        then = play_on([ann], table, 4)["number"]
        before = ann.look(table)
        assert templetop("backup", file, here).exit_code == 0
        assert file.stat().st_mode & 0o077 == 0
        play_on([ann], table, then + 4)
        assert "A server is still using this store" in refused(templetop("restore", file, here))
        assert ann.look(table)["number"] >= then + 4
        cookies = dict(ann.http.cookies)
    assert not list(tmp_path.glob("evening.tar?*"))
    for folder in (here, there):
        assert templetop("restore", file, folder).exit_code == 0
        with serving(settings_in(folder)) as server:
            again = come_back(server, cookies)
            assert again.get("/me")["name"] == "Ann"
            seen = again.look(table)
            assert seen["number"] >= before["number"]
            assert seen["log"][: len(before["log"]) - 1] == before["log"][:-1]
            assert seen["number"] < then + 4
    assert {path.name for path in (here / "data").glob("*.old")} == {
        "templetop.sqlite.old",
        "secret.old",
    }


def made_in(folder: Path) -> Path:
    """A backup of a server at which nothing has happened."""
    settings = settings_in(folder)
    settings.load_secret()
    Store(settings.store_url).close()
    file = folder / "backup.tar"
    assert templetop("backup", file, folder).exit_code == 0
    return file


def test_no_file_is_written_over(tmp_path: Path) -> None:
    file = made_in(tmp_path)
    before = file.read_bytes()
    assert "already exists" in refused(templetop("backup", file, tmp_path))
    assert file.read_bytes() == before


def test_an_archive_of_links_to_themselves_changes_nothing(tmp_path: Path) -> None:
    made_in(tmp_path)
    before, bad = contents(tmp_path), tmp_path / "bad.tar"
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
        with tarfile.open(bad, "w") as archive:
            for name in ("templetop.sqlite", "secret"):
                about = tarfile.TarInfo(name)
                about.type, about.linkname = kind, name
                archive.addfile(about)
        assert "is not a backup" in refused(templetop("restore", bad, tmp_path))
        assert contents(tmp_path) == before


def test_what_is_not_a_good_backup_changes_nothing(tmp_path: Path) -> None:
    good = made_in(tmp_path)
    before = contents(tmp_path)
    bad = tmp_path / "bad.tar"
    with tarfile.open(good) as archive:
        archive.extractall(tmp_path / "parts", filter="data")
    store, secret = tmp_path / "parts" / "templetop.sqlite", tmp_path / "parts" / "secret"

    def pack(**parts: Path) -> None:
        with tarfile.open(bad, "w") as archive:
            for name, path in parts.items():
                archive.add(path, "templetop.sqlite" if name == "store" else name)

    whole, empty = store.read_bytes(), tmp_path / "empty"
    empty.write_bytes(b"")
    damaged = tmp_path / "damaged"
    damaged.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    newer = tmp_path / "newer"
    shutil.copy(store, newer)
    connection = sqlite3.connect(newer)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    cases: dict[str, Callable[[], object]] = {
        "not a backup": lambda: bad.write_bytes(b"a letter, say"),
        "is damaged": lambda: bad.write_bytes(good.read_bytes()[:5000]),
        "is not a backup": lambda: pack(store=store),
        "The secret in": lambda: pack(store=store, secret=empty),
        "The store in it is damaged": lambda: pack(store=damaged, secret=secret),
        "newer version": lambda: pack(store=newer, secret=secret),
    }
    for sentence, prepare in cases.items():
        prepare()
        assert sentence in refused(templetop("restore", bad, tmp_path)), sentence
        assert contents(tmp_path) == before, sentence


def test_what_is_not_there_is_neither_backed_up_nor_restored(tmp_path: Path) -> None:
    file = tmp_path / "backup.tar"
    assert "There is no store" in refused(templetop("backup", file, tmp_path))
    assert "no such file" in refused(templetop("restore", file, tmp_path))
    assert not file.exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_has_tools_of_its_own(tmp_path: Path, command: str) -> None:
    store = ["--store", "postgresql://localhost/templetop"]
    answer = templetop(command, tmp_path / "backup.tar", tmp_path, *store)
    assert "pg_dump" in refused(answer)


@pytest.mark.slow
def test_postgresql_is_backed_up_as_the_page_of_operation_says(
    postgresql: str, tmp_path: Path
) -> None:
    """By these commands, and the secret as a file."""
    binaries, file = services.postgres_binaries(), str(tmp_path / "templetop.dump")
    assert binaries is not None
    with services.database(postgresql) as here, services.database(postgresql) as there:
        with serving(settings_in(tmp_path, here)) as server:
            ann = server.person("Ann")
            table = ann.open_table("karuba", "me", "open")
            cookies = dict(ann.http.cookies)
            subprocess.run(
                [binaries / "pg_dump", "--format=custom", f"--file={file}", here], check=True
            )
        restore = [
            str(binaries / "pg_restore"),
            "--exit-on-error",
            "--no-owner",
            f"--dbname={there}",
        ]
        subprocess.run([*restore, file], check=True)
        with serving(settings_in(tmp_path, there)) as server:
            again = come_back(server, cookies)
            assert again.get("/me")["name"] == "Ann"
            assert again.look(table)["seats"][0]["name"] == "Ann"
