"""Puts the built pages into the wheel: `templetop serve` is nothing without them."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT = "TEMPLETOP_WITHOUT_PAGES"
NOT_BUILT = (
    "The pages of the web table are not built, so they would be missing in the package: "
    "`make web/dist/index.html` builds them. "
    f"{WITHOUT}=1 makes a package for those who only simulate."
)


class Pages(BuildHookInterface):
    """`templetop serve` finds them in the package where there is no web/dist beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        pages = Path(self.root) / "web" / "dist"
        if version != "standard" or os.environ.get(WITHOUT):
            return
        if not (pages / "index.html").is_file():
            raise SystemExit(NOT_BUILT)
        if self.target_name == "wheel":  # the source package has them where they are
            build_data["force_include"][str(pages)] = "templetop/web"
