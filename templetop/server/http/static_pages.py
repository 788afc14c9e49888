"""The built pages, as browsers are sent them: compressed, and only if they have not got them."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import HTMLResponse

from templetop.server.core.refusals import NoSuchTable
from templetop.server.translations import t

IMMUTABLE = "public, max-age=31536000, immutable"
TEXT = {".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"}
MAX_CACHED_FILES = 512  # that are kept in memory
PAGE_PATHS = (
    r"/", r"/lobby", r"/tables/[\w-]+", r"/tables/[\w-]+/replay(/\d+)?", r"/rules", r"/rules/\w+",
    r"/daily", r"/daily/\d{4}-\d\d-\d\d", r"/duplicates", r"/duplicates/[\w-]+",
    r"/puzzles", r"/puzzles/\w+",
    r"/me", r"/people", r"/people/[^/]+", r"/kept", r"/forgotten", r"/confirmed", r"/unsubscribe",
)  # the pages there are, as web/src/pages/index.ts knows them  # fmt: skip
BASE_TAG = b'data-base="/"'  # how the built page says where the server stands
RELATIVE_LINKS = b'="./'  # and where its parts are
NOT_BUILT_PAGE = """<!doctype html><title>Templetop</title>
<p>The pages of the table have not been built yet: <code>make play</code> builds them.
Scripts can play all the same: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
"""


@dataclass(frozen=True)
class StaticPage:
    """A file, and how it goes over the line."""

    media_type: str
    etag: str
    plain: bytes
    gzipped: bytes | None  # None: that would not make it smaller


def cached_page(file: Path, base: str = "") -> StaticPage:
    """As it is on disk now; read and packed once for each time that it was built."""
    file_stat = file.stat()
    return read_page(file, base, file_stat.st_mtime_ns, file_stat.st_size)


@lru_cache(MAX_CACHED_FILES)
def read_page(file: Path, base: str, modified_ns: int, size: int) -> StaticPage:
    plain = file.read_bytes()
    if file.suffix == ".html":  # it is shown at many paths, so it says where everything is
        plain = plain.replace(RELATIVE_LINKS, f'="{base}/'.encode())
        plain = plain.replace(BASE_TAG, f'data-base="{base}/"'.encode())
    gzipped = gzip.compress(plain, 9, mtime=0) if file.suffix in TEXT else plain
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    media_type = (
        "text/javascript" if file.suffix == ".js" else media_type
    )  # some systems know it otherwise
    etag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'
    return StaticPage(media_type, etag, plain, gzipped if len(gzipped) < len(plain) else None)


def page_response(
    page: StaticPage, request: Request, cache_control: str, status: int = 200
) -> Response:
    """The page; or that it is still the one that the browser has."""
    headers = {"Cache-Control": cache_control, "ETag": page.etag, "Vary": "Accept-Encoding"}
    if status == 200 and page.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if page.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(page.gzipped, status, headers=headers, media_type=page.media_type)
    return Response(page.plain, status, headers=headers, media_type=page.media_type)


def static_file(folder: Path, path: str) -> Path | None:
    """The file that a path names, if it is one of the pages'."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # too long for a file, or with a NUL in it
        return None


def has_built_pages(folder: Path) -> bool:
    return (folder / "index.html").is_file()


def is_page_path(path: str) -> bool:
    return any(re.fullmatch(pattern, f"/{path}", re.ASCII) for pattern in PAGE_PATHS)


def add_pages(app: FastAPI, folder: Path, base: str) -> None:
    """Files, and the pages of the application; where there is neither, its page says so."""

    @app.get("/api/{rest:path}", include_in_schema=False)
    async def nothing(rest: str) -> Response:
        raise NoSuchTable(t("There is nothing here."))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        file = static_file(folder, path)
        if file is not None:
            is_immutable = path.startswith("assets/")  # their names change with what is in them
            return page_response(
                cached_page(file, base), request, IMMUTABLE if is_immutable else "no-cache"
            )
        if path == "api" or path.startswith("assets/"):
            raise NoSuchTable(t("There is nothing here."))
        status = 200 if is_page_path(path) else 404
        if not has_built_pages(folder):
            return HTMLResponse(NOT_BUILT_PAGE, status)
        return page_response(cached_page(folder / "index.html", base), request, "no-cache", status)
