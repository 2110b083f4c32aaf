"""Everything that one reading of a track goes by: the state, wherever it is kept, and the plan files."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from cockpit.rules.times import parse_instant
from cockpit.systems.codewalk.blockers import BlockerEntry, read_blocker
from cockpit.systems.codewalk.database import is_database, read_database
from cockpit.systems.codewalk.decisions import DecisionEntry, read_decision
from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.codewalk.entry_files import FOLDERS, MARKED, EntryFile, entry_names, read_entries, unread_of
from cockpit.systems.codewalk.plan_files import PlanFiles, read_plan_files
from cockpit.systems.codewalk.position import Progress, read_progress
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.resume_context import ResumeContext, read_resume_context
from cockpit.systems.codewalk.sessions import SessionEntry, read_session
from cockpit.systems.codewalk.state_file import NAME, StateFile, is_state, read_state_file
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.reading.folder import Folder
from cockpit.systems.reading.taken import Passage
from cockpit.systems.reading.value_tree import Values
from cockpit.values import dataclass

STATE_FOLDERS = (".planning", "")
"""Where STATE.md and its folders may lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What was read. `root` holds the keys at the margin; `form` says where the state is kept, `has_state` whether
    STATE.md could be read; `changed` is when the newest of the files was written, where that is known.
    """

    folder: Folder
    path: str
    form: str
    has_state: bool
    root: Entry
    progress: Progress
    decisions: tuple[DecisionEntry, ...] = ()
    blockers: tuple[BlockerEntry, ...] = ()
    sessions: tuple[SessionEntry, ...] = ()
    context: ResumeContext
    plans: PlanFiles
    changed: datetime | None = None
    unread: tuple[Passage, ...] = ()

    @property
    def verifications(self) -> tuple[Mapping[str, Any], ...]:
        """What checks of phases said, as it was recorded, oldest first."""
        values = self.root.values
        found = (values.whole(*at) for at in values.entries("verifications"))
        return tuple(each for each in found if isinstance(each, dict))

    @property
    def in_folders(self) -> bool:
        """Whether decisions, blockers and sessions have files of their own."""
        return self.form == "folders"


def state_folder_of(candidate: Candidate) -> str:
    """The folder of a state file, relative to its base."""
    path = candidate.path.removeprefix(f"{candidate.base}/") if candidate.base else candidate.path
    return path.rpartition("/")[0]


def main_folders(files: Files, base: str) -> tuple[str, ...]:
    """The state folders with an initiative's state: by their STATE.md, else by the entries in the folders beside it."""
    return tuple(name for name in STATE_FOLDERS if _holds_state(Folder(files, base, Report(), name)))


def _holds_state(folder: Folder) -> bool:
    page = folder.page(NAME)
    if page is not None and not page.bad:
        return is_state(page)
    return any(entry_names(folder, kind) for kind in FOLDERS)


def read_sources(files: Files, candidate: Candidate, report: Report) -> Sources:
    """Everything, with what is wrong with it reported."""
    folder = Folder(files, candidate.base, report, state_folder_of(candidate))
    if is_database(candidate.path):
        return _of_database(files, folder, candidate, report)
    folder.check_folders(*FOLDERS)
    page = folder.page(NAME)
    state = read_state_file(page, report) if page is not None and not page.bad else None
    if page is None:
        told = "There is no STATE.md; only the entries in the folders beside it were read."
        report.add("state-file-missing", candidate.path, None, told)
    elif not page.bad and not page.text.strip():
        report.add("empty-file", candidate.path, None, "The state file is empty.")
    return _Reader(files, folder, candidate, state, report).sources()


def _of_database(files: Files, folder: Folder, candidate: Candidate, report: Report) -> Sources:
    """The rows of one initiative."""
    state = read_database(files, candidate, report)
    root = state.root if state is not None else Entry(candidate.path, Values({}, lambda _: None))
    at = parse_instant(state.rows.updated) if state is not None else None
    return Sources(
        folder=folder,
        path=candidate.path,
        form="sqlite" if state is not None else "unreadable",
        has_state=state is not None,
        root=root,
        progress=read_progress(root.under("progress"), report),
        decisions=tuple(each for entry in root.entries("decisions") if (each := read_decision(entry, report))),
        blockers=tuple(found for entry in root.entries("blockers") if (found := read_blocker(entry, report))),
        sessions=tuple(read_session(entry, report) for entry in root.entries("sessions") if entry.is_mapping),
        context=read_resume_context(root.under("resume_context")),
        plans=read_plan_files(Folder(files, candidate.base, report, "")),
        changed=at.at if at is not None else None,
    )


class _Reader:
    """Reads the entries, those of the state file first, and notes what nobody took."""

    def __init__(
        self, files: Files, folder: Folder, candidate: Candidate, state: StateFile | None, report: Report
    ) -> None:
        self._files, self._folder, self._candidate, self._state, self._report = files, folder, candidate, state, report
        self._own = {kind: tuple(read_entries(folder, kind, report)) for kind in FOLDERS}
        self._unread: list[Passage] = [*state.unread] if state is not None else []

    def sources(self) -> Sources:
        """What was read."""
        root = self._state.root if self._state is not None else Entry(self._candidate.path, Values({}, lambda _: None))
        report = self._report
        decisions = [each for entry in root.entries("decisions") if (each := read_decision(entry, report))]
        blockers = [found for entry in root.entries("blockers") if (found := read_blocker(entry, report))]
        sessions = [read_session(entry, report) for entry in root.entries("sessions") if entry.is_mapping]
        for file in self._own["decisions"]:
            decision = read_decision(file.entry, report, own_file=True)
            decisions += [decision] if decision is not None else []
            self._left(file, *((decision.decision.text, decision.decision.reason) if decision is not None else ()))
        for file in self._own["blockers"]:
            blocker = read_blocker(file.entry, report, own_file=True)
            blockers += [blocker] if blocker is not None else []
            self._left(file, *((blocker.blocker.text, blocker.blocker.id) if blocker is not None else ()))
        for file in self._own["sessions"]:
            sessions.append(read_session(file.entry, report, own_file=True))
            self._left(file, sessions[-1].session.notes, sessions[-1].session.id)
        lists = any(root.values.raw(kind) is not None for kind in FOLDERS)
        in_folders = any(self._own.values()) or (not lists and bool(self._folder.names(MARKED)))
        return Sources(
            folder=self._folder,
            path=self._candidate.path,
            form="folders" if in_folders else self._state.form if self._state is not None else "unreadable",
            has_state=self._state is not None and self._state.text.notation != "none",
            root=root,
            progress=read_progress(root.under("progress"), report),
            decisions=tuple(decisions),
            blockers=tuple(blockers),
            sessions=tuple(sessions),
            context=read_resume_context(root.under("resume_context")),
            plans=read_plan_files(Folder(self._files, self._candidate.base, report, "")),
            changed=self._changed(),
            unread=tuple(self._unread),
        )

    def _left(self, file: EntryFile, *taken: str | None) -> None:
        self._unread += unread_of(file, taken)

    def _changed(self) -> datetime | None:
        paths = [self._candidate.path, *(file.entry.path for files in self._own.values() for file in files)]
        contents = (content for path in paths if (content := self._files.read(path)) is not None)
        return max((each.changed for each in contents if each.changed is not None), default=None)
