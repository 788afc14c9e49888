"""Puts the built pages into the wheel, where `templetop serve` looks for them."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NOT_BUILT = (
    "This package has no pages for the web table, because they are not built: "
    "run `make web/dist/index.html` and install again. Everything else works."
)


class Pages(BuildHookInterface):
    """The package has the pages if they are built; otherwise it is built without them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        pages = Path(self.root) / "web" / "dist"
        if version != "standard":
            return
        if not (pages / "index.html").is_file():
            self.app.display_warning(NOT_BUILT)
        elif self.target_name == "wheel":  # the source package has them where they are
            build_data["force_include"][str(pages)] = "templetop/web"
