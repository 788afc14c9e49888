"""The built pages: compressed, kept by browsers, and nothing beside them."""

import gzip
import re
from pathlib import Path

import pytest

from templetop.server.core import settings
from templetop.server.core.settings import Settings
from templetop.server.http import static_pages
from tests.server.serving import serving, settings_in

SCRIPT = "start();\n" * 200
WAYS = Path(__file__).parents[2] / "web" / "src" / "pages" / "index.ts"


def built(folder: Path) -> Path:
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<title>Templetop</title>")
    (folder / "web" / "assets" / "app-1a2b.js").write_text(SCRIPT)
    (folder / "web" / "assets" / "leaf.png").write_bytes(bytes(range(256)))
    return folder


def test_pages_are_served_and_nothing_beside_them(tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / "private.txt").write_text("private")
    with serving(settings_in(tmp_path)) as server:
        base = f"http://127.0.0.1:{server.port}"
        get = server.stranger().http.get
        assert get(f"{base}/tables/abc").text == "<title>Templetop</title>"
        assert "immutable" in get(f"{base}/assets/app-1a2b.js").headers["cache-control"]
        for path in ("/..%2fprivate.txt", "/%2e%2e/private.txt", "/assets/..%2f..%2fprivate.txt"):
            assert "private" not in get(f"{base}{path}").text


def test_what_is_text_is_sent_compressed_to_who_can_read_it(tmp_path: Path) -> None:
    with serving(settings_in(built(tmp_path))) as server:
        base, http = f"http://127.0.0.1:{server.port}", server.stranger().http
        address = f"{base}/assets/app-1a2b.js"
        with http.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
            packed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert len(packed) < len(SCRIPT) / 5
        assert gzip.decompress(packed).decode() == SCRIPT
        plain = http.get(address, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.headers["vary"] == "Accept-Encoding"
        assert plain.text == SCRIPT
        picture = http.get(f"{base}/assets/leaf.png")
        assert "content-encoding" not in picture.headers
        assert picture.headers["content-type"] == "image/png"
        assert picture.content == bytes(range(256))


def test_a_page_that_the_browser_has_is_not_sent_again_until_it_is_built_anew(
    tmp_path: Path,
) -> None:
    with serving(settings_in(built(tmp_path))) as server:
        base, http = f"http://127.0.0.1:{server.port}", server.stranger().http
        tag = http.get(base).headers["etag"]
        again = http.get(f"{base}/tables/abc", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        (tmp_path / "web" / "index.html").write_text("<title>Templetop, anew</title>")
        anew = http.get(base, headers={"If-None-Match": tag})
        assert (anew.status_code, anew.text) == (200, "<title>Templetop, anew</title>")


def test_without_pages_one_is_told_and_scripts_can_play(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        base, http = f"http://127.0.0.1:{server.port}", server.stranger().http
        page = http.get(base).text
        assert "have not been built" in page
        assert 'href="/api/openapi.json"' in page
        assert http.get(f"{base}/api/openapi.json").json()["info"]["title"] == "Templetop"


def test_an_installed_package_has_its_pages_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path)
    monkeypatch.setattr(settings, "PACKAGED_WEB", tmp_path / "web")
    assert Settings("data").web == str(tmp_path / "web")
    monkeypatch.setattr(settings, "PACKAGED_WEB", tmp_path / "none")
    assert Settings("data").web == str(settings.BUILT_WEB)


# ── What is there, and what is not ───────────────────────────────────────────────────────────────


def test_where_there_is_nothing_the_answer_is_404(tmp_path: Path) -> None:
    pages = ("", "lobby", "tables/aB-_9", "tables/aB/replay/12", "rules/karuba", "forgotten")
    there = (*pages, "assets/app-1a2b.js")
    not_there = ("wp-login.php", "tables", "tables/a/b", "lobby/", "assets/app-old.js", "assets")
    with serving(settings_in(built(tmp_path))) as server:
        http = server.stranger().http
        told = {
            path: http.get(f"http://127.0.0.1:{server.port}/{path}")
            for path in (*there, *not_there, "api", "api/nothing")
        }
    assert [path for path, answer in told.items() if answer.status_code == 200] == [*there]
    assert told["wp-login.php"].text == "<title>Templetop</title>"  # it says so, for people
    for path in ("api", "api/nothing", "assets/app-old.js"):
        assert told[path].json()["error"]["sentence"]


def test_the_server_knows_the_pages_that_the_application_has() -> None:
    found = re.findall(r"^ +(?:\[')?.*?/\^(\S+)\$/,", WAYS.read_text(), re.MULTILINE)
    ways = [re.sub(r"\?<\w+>", "", way).replace("\\/", "/") for way in found]
    ways = [re.sub(r"\(([^()]*)\)(?!\?)", r"\1", way) for way in ways]
    known = [re.sub(r"\((/\\d\+)\)\?", r"(\1)?", way) for way in static_pages.PAGE_PATHS]
    assert sorted(ways) == sorted(known)


def test_a_page_says_where_the_server_stands(tmp_path: Path) -> None:
    built(tmp_path)
    page = '<html data-base="/"><script src="./assets/app-1a2b.js"></script>'
    (tmp_path / "web" / "index.html").write_text(page)
    for base in ("", "/games"):
        with serving(settings_in(tmp_path, base=base)) as server:
            told = server.stranger().http.get(f"http://127.0.0.1:{server.port}{base}/tables/abc")
            assert f'<html data-base="{base}/"><script src="{base}/assets/' in told.text
