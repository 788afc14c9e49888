"""Puts the built pages into the wheel, if they have been built."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Pages(BuildHookInterface):
    """`templetop serve` finds them in the package where there is no web/dist beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        pages = Path(self.root) / "web" / "dist"
        if version == "standard" and (pages / "index.html").is_file():
            build_data["force_include"][str(pages)] = "templetop/web"
