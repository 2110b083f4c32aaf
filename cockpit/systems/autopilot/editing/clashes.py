"""What must not come of a change made on content that others wrote meanwhile, though its lines fit."""

from pathlib import PurePosixPath

from cockpit.documents.markdown import Markdown, parse
from cockpit.documents.text import decode
from cockpit.systems.autopilot.decisions_log import NAME
from cockpit.systems.autopilot.editing.decision_log import numbers_in
from cockpit.systems.autopilot.editing.pruning import MOST_DECISIONS
from cockpit.systems.autopilot.recognition import STATE_NAMES
from cockpit.systems.editing.list_sections import entries_in
from cockpit.systems.reading.titles import DECISIONS


def clash(path: str, present: bytes, result: bytes) -> str | None:
    """Why the result must not replace what is there: a decision's number twice, or more decisions than are kept."""
    name = PurePosixPath(path).name
    before, after = (parse(decode(data).text) for data in (present, result))
    if name == NAME:
        twice = next(
            (number for number, count in numbers_in(after).items() if count > max(1, numbers_in(before)[number])), None
        )
        return f"{twice} is another decision of {path} by now" if twice else None
    if name in STATE_NAMES and _decisions(after) > max(MOST_DECISIONS, _decisions(before)):
        return f"The recent decisions of {path} are full by now"
    return None


def _decisions(markdown: Markdown) -> int:
    return len(entries_in(markdown.section(*DECISIONS)))
