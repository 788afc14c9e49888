"""Pages that show what others link to: a source file, or those in a folder."""

from collections.abc import Iterator
from pathlib import Path

from docs.site.contents import ROOT

LANGUAGES = {
    ".c": "c",
    ".js": "javascript",
    ".md": "markdown",
    ".mjs": "javascript",
    ".py": "python",
    ".rs": "rust",
    ".sh": "bash",
    ".toml": "toml",
}
FENCE = "`" * 6  # longer than any in the files


def listing(path: str) -> str:
    """What lies there; of files that nobody reads, only the names."""
    place = ROOT / path
    head = f"---\norphan: true\n---\n\n# {path}\n\n"
    if place.is_file():
        return head + shown(place, place.name)
    files = [*files_in(place)]
    named = [f"- `{file.relative_to(place)}`" for file in files if file.suffix not in LANGUAGES]
    parts = [
        f"## {file.relative_to(place)}\n\n{shown(file, str(file.relative_to(place)))}"
        for file in files
        if file.suffix in LANGUAGES
    ]
    return head + "\n\n".join(["\n".join(named), *parts] if named else parts) + "\n"


def files_in(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        is_made = {"__pycache__", "target", "node_modules"} & {*file.parts}
        if file.is_file() and not is_made and not file.name.startswith("."):
            yield file


def shown(file: Path, name: str) -> str:
    language = LANGUAGES.get(file.suffix, "none")
    text = file.read_text("utf-8") or "\n"
    caption = name.replace("_", "\\_")
    return f"{FENCE}{{code-block}} {language}\n:caption: {caption}\n\n{text}{FENCE}\n"
