"""A session of the first tier, written after its work was done: no phases, but how the check of it ended (seed)."""

from typing import Any

from cockpit.model import Track
from cockpit.model.intents import DoneWork
from cockpit.systems.editing.texts import checked_option

STATUSES = {"pass": "completed", "fail": "failed", "skipped": "completed"}
"""By the result of the check the status of the session."""


def quick_values(session_id: str, title: str, now: str, work: DoneWork) -> dict[str, Any]:
    """What its frontmatter says. Raises Refused for a text that cannot be written."""
    return {
        "session_id": session_id,
        "created": now,
        "updated": now,
        "status": STATUSES[work.result],
        "tier": "T1",
        "task": title,
        "agent": checked_option(work.agent, "agent"),
        "design_document": None,
        "implementation_plan": None,
        "files_created": [],
        "files_modified": [],
        "files_deleted": [],
        "validation": {"command": checked_option(work.command, "command"), "result": work.result},
        "errors": [],
    }


def says(track: Track, session_id: str, work: DoneWork) -> bool:
    """Whether a track is that session."""
    validation = track.extra.get("validation", {})
    told = (track.id, track.extra.get("tier"), track.position.status, validation.get("result"), track.phases)
    return told == (session_id, "T1", STATUSES[work.result], work.result, ())
