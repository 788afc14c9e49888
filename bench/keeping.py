"""Figures are kept: a file for each machine, day and what was measured."""

import json
import re
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from bench.ours import machine, processor

RESULTS = Path(__file__).parent / "results"


def keep(what: str, found: Mapping[str, Any], folder: Path = RESULTS) -> Path:
    """With the machine, the day and the command; what was kept under that name is replaced."""
    path = folder / f"{date.today()}{what and f'-{what}'}-{name_of_machine()}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {"machine": machine(), "date": str(date.today()), "command": command()}
    text = json.dumps({**about, **found}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def name_of_machine() -> str:
    return re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-")


def command() -> str:
    """As it can be typed again."""
    module = getattr(sys.modules["__main__"], "__spec__", None)
    name = module.name.removesuffix(".__main__") if module else "bench"
    return " ".join(["python -m", name, *sys.argv[1:]])
