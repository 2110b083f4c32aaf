"""Cells that name a phase, plan or task, with another number: `3 of 6 (dashboard)`, `Mid-plan 3.2, task 3 of 5`."""

import re

_ID = r"(?:[A-Za-z]{1,4}-|[-−])?\d+(?:[.-]\d+)*[A-Za-z]?"
_OF = r"\s+of\s+|\s*/\s*|\s*\(of\s+"
_STEP = re.compile(
    rf"(?P<lead>(?:(?:phase|plan|task|leg|chunk)\s+)?)(?P<id>{_ID})(?P<of>(?:{_OF})\S+)?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TASK = re.compile(rf"(?P<lead>\btask\s+)(?P<id>{_ID})(?:(?P<of>{_OF})(?P<total>\d+))?", re.IGNORECASE)
_NAME = re.compile(r"(?P<open>[\s:(\[—–-]+)(?P<name>.*?)(?P<close>[)\]]?\s*)", re.DOTALL)


def with_step(text: str, identifier: str, name: str | None) -> str:
    """The cell with another id. The name behind it, which was the old step's, becomes the new one's or goes."""
    found = _STEP.fullmatch(text.strip())
    if found is None:
        return identifier
    return f"{found['lead']}{identifier}{found['of'] or ''}{_renamed(found['rest'], name)}"


def with_task(text: str, identifier: str, total: int | None = None) -> str | None:
    """A sentence with another task number, None where it names no task."""
    found = _TASK.search(text)
    if found is None:
        return None
    of = f"{found['of'] or ' of '}{total or found['total']}" if total or found["total"] else ""
    return f"{text[: found.start()]}{found['lead']}{identifier}{of}{text[found.end() :]}"


def _renamed(rest: str, name: str | None) -> str:
    found = _NAME.fullmatch(rest)
    if not rest.strip() or found is None or name is None:
        return ""
    return f"{found['open']}{name}{found['close']}"
