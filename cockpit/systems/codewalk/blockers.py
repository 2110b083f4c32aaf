"""The blockers, in both shapes of the seed: that of the example, and that of the format, with status and tasks."""

from collections.abc import Iterator

from cockpit.model import Blocker, Step
from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.codewalk.vocabulary import BLOCKER_STATES, blocker_state
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class BlockerEntry:
    """A blocker and where it stands."""

    blocker: Blocker
    entry: Entry


def read_blocker(entry: Entry, report: Report, *, own_file: bool = False) -> BlockerEntry | None:
    """One blocker; None where the entry says nothing that could be one."""
    if entry.at and not entry.is_mapping:
        told = entry.alone
        return BlockerEntry(Blocker(text=told), entry) if told is not None else None
    identity, described = entry.text("id"), entry.text("description") or entry.body or None
    text = described or identity
    if text is None:
        return None
    stated = entry.text("status")
    status = blocker_state(stated)
    if status is None:
        known = ", ".join(BLOCKER_STATES)
        report.add("blocker-status-unknown", entry.path, entry.line("status"),
                   f"The status of {identity or 'a blocker'} is {stated}, which is none of {known}.")  # fmt: skip
    blocker = Blocker(
        id=identity,
        text=text,
        status=status or "active",
        since=entry.time(report, "blocked_since", "identified_at"),
        affects=entry.texts("affects"),
        workaround=entry.text("workaround"),
        resolution=entry.text("resolution"),
        resolved_at=entry.time(report, "resolved_at"),
        tasks=tuple(_tasks(entry, "blocked_tasks")),
        workaround_tasks=tuple(_tasks(entry, "workaround_tasks")),
        path=entry.path if own_file else None,
    )
    _check(blocker, entry, report)
    return BlockerEntry(blocker, entry)


def _tasks(entry: Entry, key: str) -> Iterator[Step]:
    """The tasks of a list, each a mapping of one id to a name, or a text."""
    values = entry.values
    for at in values.entries(*entry.at, key):
        value = values.raw(*at)
        if isinstance(value, dict):
            yield from (Step(id=id_, name=values.text(*at, id_)) for id_ in value if not _is_nested(value[id_]))
        elif isinstance(at[-1], str) and not _is_nested(value):
            yield Step(id=at[-1], name=values.text(*at))
        elif (text := text_of(value)) is not None and not _is_nested(value):
            values.text(*at)
            yield Step(name=text)


def _is_nested(value: object) -> bool:
    return isinstance(value, dict | list)


def _check(blocker: Blocker, entry: Entry, report: Report) -> None:
    """What contradicts what: a resolution of one that is open, a way around that is not told."""
    name = blocker.id or "A blocker"
    if blocker.resolution is not None and blocker.status != "resolved":
        told = f"{name} has a resolution and is {blocker.status}."
        report.add("blocker-contradicts", entry.path, entry.line("resolution"), told)
    if blocker.status == "bypassed" and blocker.workaround is None:
        report.add("workaround-missing", entry.path, entry.line(), f"{name} is bypassed, and nothing says how.")
