"""The lanes that run past a picture space, as sentence 12.18 of the rulebooks lists them.

    python -m templetop.games.vulkar.picture_lanes

writes the lists into the rulebooks anew, from the data of the island. A test compares them.
"""

import re
from pathlib import Path

from templetop.engine.speech import ENGLISH, speaking
from templetop.engine.words import listed
from templetop.games.vulkar.rules.island import LANE_IDS, REGIONS
from templetop.games.vulkar.rules.pieces import PICTURE_LANES
from templetop.games.vulkar.words import SPEECH

RULEBOOKS = {ENGLISH: "rulebook.md", "de": "rulebook.de.md"}
PLACES = {  # how a region stands behind its lanes
    ENGLISH: {"Scarside": "in Scarside", "Summit": "on the Summit", "Beachside": "on Beachside"},
    "de": {
        "Scarside": "auf der Narbenseite",
        "Summit": "auf dem Gipfel",
        "Beachside": "auf der Strandseite",
    },
}
LIST = re.compile(r"^(- \*\*12\.18\*\* [^:]*: ).*?(\. \()", re.MULTILINE)  # up to the reason


def lanes_listed(spoken: str) -> str:
    """The lanes of each region, in that language and in the order of the alphabet."""
    with speaking(spoken):
        return "; ".join(
            f"{listed(lanes_past_pictures(region))} {PLACES[spoken][name]}"
            for region, name in enumerate(REGIONS)
        )


def lanes_past_pictures(region: int) -> list[str]:
    """The names of the lanes that run past a picture space of a region."""
    marked = zip(LANE_IDS, PICTURE_LANES[region], strict=True)
    return sorted(SPEECH.text(lane, "ort") for lane, is_past in marked if is_past)


def written_into(text: str, spoken: str) -> str:
    """The rulebook with the list in sentence 12.18 as it follows from the island."""
    return LIST.sub(lambda found: found[1] + lanes_listed(spoken) + found[2], text)


def main() -> None:
    for spoken, name in RULEBOOKS.items():
        file = Path(__file__).with_name(name)
        file.write_text(written_into(file.read_text("utf-8"), spoken), "utf-8")


if __name__ == "__main__":
    main()
