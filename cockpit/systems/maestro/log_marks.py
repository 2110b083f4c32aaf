"""The sections of the phases in the log, and those whose heading says that the phase is completed."""

import re
from collections.abc import Iterable, Mapping

from cockpit.documents.markdown import Section

_PHASE = re.compile(r"phase\s+(?P<id>(?P<short>[\w.]*\w)(?:-[\w.-]*\w)?)", re.IGNORECASE)
_COMPLETED = re.compile(r"(?:[✅✔✓☑]\ufe0f?|\((?:completed?|done)\))\s*$", re.IGNORECASE)


def phase_sections(sections: Iterable[Section], first_line: int) -> Mapping[str, Section]:
    """By the id of a phase, folded, the last section of the log that is about it; the log begins at that line."""
    found: dict[str, Section] = {}
    for each in sections:
        if each.heading is not None and each.level == 2 and each.line >= first_line:
            named = _PHASE.match(each.title)
            if named:
                found |= dict.fromkeys((named["id"].casefold(), named["short"].casefold()), each)
    return found


def says_completed(section: Section | None) -> bool:
    """Whether the heading of a phase's section has the mark of one that is completed."""
    return section is not None and _COMPLETED.search(section.title) is not None
