"""`python -m docs.site`: gathers the pages, and has Sphinx build them into build/site."""

import sys

from docs.site.contents import ROOT
from docs.site.gather import BrokenLink, Gathering

PAGES, SITE = ROOT / "build" / "docs", ROOT / "build" / "site"


def main() -> int:
    from sphinx.cmd.build import main as sphinx

    try:
        Gathering(PAGES).gather()
    except BrokenLink as broken:
        print(broken, file=sys.stderr)
        return 1
    failed = sphinx(
        ["-b", "html", "-q", "-W", "--keep-going", *sys.argv[1:], str(PAGES), str(SITE)]
    )
    if not failed:
        print(f"The site is built: open {(SITE / 'index.html').relative_to(ROOT)} in a browser.")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
