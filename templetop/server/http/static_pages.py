"""Serves the built pages from memory, compressed and with ETags. Begin with `add_pages`."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import HTMLResponse

from templetop.server.core.refusals import NoSuchPage
from templetop.server.translations import t

IMMUTABLE = "public, max-age=31536000, immutable"
TEXT = {".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"}
MAX_CACHED_FILES = 512  # beyond that, the file used least recently is read again
PAGE_PATHS = (
    r"/", r"/lobby", r"/tables/[\w-]+", r"/tables/[\w-]+/replay(/\d+)?", r"/rules", r"/rules/\w+",
    r"/daily", r"/daily/\d{4}-\d\d-\d\d", r"/duplicates", r"/duplicates/[\w-]+",
    r"/puzzles", r"/puzzles/\w+",
    r"/me", r"/people", r"/people/[^/]+", r"/kept", r"/forgotten", r"/confirmed", r"/unsubscribe",
)  # as in web/src/pages/index.ts; other paths get status 404  # fmt: skip
BASE_TAG = b'data-base="/"'  # in the built page; replaced by the base path
RELATIVE_LINKS = b'="./'  # in the built page; replaced by links from the base path
NOT_BUILT_PAGE = """<!doctype html><title>Templetop</title>
<p>The pages of the table have not been built yet: <code>make play</code> builds them.
Scripts can play all the same: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
"""


@dataclass(frozen=True)
class StaticPage:
    """A file as it is sent."""

    media_type: str
    etag: str
    plain: bytes
    gzipped: bytes | None  # None if compression does not make the file smaller


def cached_page(file: Path, base: str = "") -> StaticPage:
    """Returns a file as it is on disk now; it is read again when its time or size changes."""
    file_stat = file.stat()
    return read_page(file, base, file_stat.st_mtime_ns, file_stat.st_size)


@lru_cache(MAX_CACHED_FILES)
def read_page(file: Path, base: str, modified_ns: int, size: int) -> StaticPage:
    plain = file.read_bytes()
    if file.suffix == ".html":  # the page is served at many paths, so its links must be absolute
        plain = plain.replace(RELATIVE_LINKS, f'="{base}/'.encode())
        plain = plain.replace(BASE_TAG, f'data-base="{base}/"'.encode())
    gzipped = gzip.compress(plain, 9, mtime=0) if file.suffix in TEXT else plain
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # Some systems map .js to another type, which browsers refuse for modules.
    media_type = "text/javascript" if file.suffix == ".js" else media_type
    etag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'
    return StaticPage(media_type, etag, plain, gzipped if len(gzipped) < len(plain) else None)


def page_response(
    page: StaticPage, request: Request, cache_control: str, status: int = 200
) -> Response:
    """Returns the page, or status 304 if the browser has this version already."""
    headers = {"Cache-Control": cache_control, "ETag": page.etag, "Vary": "Accept-Encoding"}
    if status == 200 and page.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if page.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(page.gzipped, status, headers=headers, media_type=page.media_type)
    return Response(page.plain, status, headers=headers, media_type=page.media_type)


def static_file(folder: Path, path: str) -> Path | None:
    """Returns the file that a path names; None if there is none inside the folder."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # the path is too long, or has a NUL in it
        return None


def has_built_pages(folder: Path) -> bool:
    return (folder / "index.html").is_file()


def is_page_path(path: str) -> bool:
    return any(re.fullmatch(pattern, f"/{path}", re.ASCII) for pattern in PAGE_PATHS)


def add_pages(app: FastAPI, folder: Path, base: str) -> None:
    """Adds the routes of the built files and pages.

    An unknown path gets the page with status 404, so that the application can say so.
    """

    @app.get("/api/{rest:path}", include_in_schema=False)
    async def nothing(rest: str) -> Response:
        raise NoSuchPage(t("There is nothing here."))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        file = static_file(folder, path)
        if file is not None:
            is_immutable = path.startswith(
                "assets/"
            )  # the names of assets contain a hash of their content
            return page_response(
                cached_page(file, base), request, IMMUTABLE if is_immutable else "no-cache"
            )
        if path == "api" or path.startswith("assets/"):
            raise NoSuchPage(t("There is nothing here."))
        status = 200 if is_page_path(path) else 404
        if not has_built_pages(folder):
            return HTMLResponse(NOT_BUILT_PAGE, status)
        return page_response(cached_page(folder / "index.html", base), request, "no-cache", status)
