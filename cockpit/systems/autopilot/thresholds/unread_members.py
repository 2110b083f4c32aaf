"""What no rule reads of a JSON file: members under other keys, kept as they are written."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.taken_lines import TEXT_KEPT, Passage


def members_left(
    page: Page, location: tuple[str, ...], content: Mapping[str, Any], known: Collection[str]
) -> Iterator[Passage]:
    """The members of an object that are not known; `location` is the path to it."""
    for key, value in content.items():
        if key not in known and value is not None:
            text = f"{key}: {json.dumps(value, ensure_ascii=False)}"
            yield {
                "path": page.path,
                "section": ".".join(location),
                "line": page.json.line_of((*location, key)),
                "text": text if len(text) <= TEXT_KEPT else f"{text[:TEXT_KEPT]} …",
            }
