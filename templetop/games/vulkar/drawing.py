"""The island as it is drawn: `island.json`, the one source of all that has a place on it."""

import hashlib
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("island.json")

DRAWING: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))

# What is baked carries this name, so that it is never used with another island.
HASH = hashlib.sha256(json.dumps(DRAWING, sort_keys=True).encode()).hexdigest()[:12]
