"""What a verb on a session works with beside the draft: the session as read, its editor, and the lookup of phases."""

from collections.abc import Sequence
from functools import cached_property

from cockpit.model import Phase, PhaseError
from cockpit.model.errors import CommandError
from cockpit.systems.maestro.documents import MAIN
from cockpit.systems.maestro.session import PhaseEntry, SessionFile, find_front, read_session
from cockpit.systems.maestro.vocabulary import STATUS_WORDS, folded, id_of, status_of
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.keyed_file_editor import KeyedFileEditor
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message

_MOST_NAMES = 8
_AMBIGUOUS = {
    "in_progress": "maestro.several-phases-in-progress",
    "failed": "maestro.several-phases-failed",
}
_ABSENT = {
    "in_progress": "maestro.no-phase-in-progress",
    "failed": "maestro.no-phase-failed",
}
"""The messages that several phases have a status, or none has it, by status."""


class EditSession(edit_session.EditSession):
    """An edit of one session, and the session before it."""

    @cached_property
    def editor(self) -> KeyedFileEditor:
        """The session file. Raises CommandError where it must not be edited."""
        return KeyedFileEditor(self.draft, self.candidate.path, "Maestro", find_front)

    @cached_property
    def folder(self) -> Folder:
        """The folder of the session file, as it was read."""
        return Folder(self.files, "", Report(), self.candidate.path.rpartition("/")[0])

    @cached_property
    def session(self) -> SessionFile:
        """The session before the edit. Raises CommandError where there is none."""
        session = self._session
        if session is None:
            raise CommandError(Message("maestro.no-active-session"))
        return session

    @property
    def now(self) -> str:
        """The present instant, with milliseconds where the session writes them."""
        values = self._session.text.values if self._session is not None else None
        updated = (values.raw("updated") or values.raw("created")) if values is not None else None
        if isinstance(updated, str) and "." in updated:
            return super().now.replace("Z", f".{self.context.now.microsecond // 1000:03d}Z")
        return super().now

    def touch(self) -> None:
        """Set `updated`, if anything changed."""
        if self.draft.changes():
            self.editor.put(("updated",), self.now)

    def find_phase(self, name: str | None, status: str = "in_progress") -> PhaseEntry:
        """The phase with an id or name; without a name, the current phase, or the only one with that status.

        Raises CommandError, listing the candidates, where no phase or several match.
        """
        entries = self._entries()
        if name is not None:
            return _find_phase(entries, name.strip(), self.session)
        current = [entry for entry in entries if entry.phase.id == self.session.current_phase]
        matches = [entry for entry in entries if status_word(entry.phase) == status]
        if len(current) == 1 and current[0] in matches:
            return current[0]
        if len(matches) == 1:
            return matches[0]
        if matches:
            phases = [each.phase.id or each.phase.name or "?" for each in matches[:_MOST_NAMES]]
            raise CommandError(Message(_AMBIGUOUS[status], phases=phases))
        raise CommandError(Message(_ABSENT[status]))

    def find_any_phase(self, name: str | None) -> PhaseEntry | None:
        """The phase with an id or name, else the current one; None for a session without phases."""
        if not self.session.entries and name is None:
            return None
        if name is not None:
            return _find_phase(self._entries(), name.strip(), self.session)
        current = [entry for entry in self.session.entries if entry.phase.id == self.session.current_phase]
        if len(current) != 1:
            raise CommandError(Message("maestro.present-phase-unknown"))
        return current[0]

    @cached_property
    def _session(self) -> SessionFile | None:
        page = self.folder.page(MAIN)
        return read_session(page, Report()) if page is not None else None

    def _entries(self) -> Sequence[PhaseEntry]:
        if not self.session.entries:
            raise CommandError(Message("maestro.session-without-phases"))
        return self.session.entries


def status_word(phase: Phase) -> str:
    """A phase's status in Maestro's own words; an unknown status as written."""
    return STATUS_WORDS.get(status_of(phase.status), phase.status or "")


def _find_phase(entries: Sequence[PhaseEntry], name: str, session: SessionFile) -> PhaseEntry:
    by_id = [each for each in entries if each.phase.id == id_of(name) is not None]
    by_name = [each for each in entries if each.phase.name and folded(each.phase.name) == folded(name)]
    by_number = [each for each in entries if _number(each.phase.id) == _number(name) is not None]
    matches = by_id or by_name or by_number
    if len(matches) == 1:
        return matches[0]
    if matches:
        phases = [
            Message("maestro.phase-in-line", name=each.phase.name, line=session.line(*each.at)) for each in matches
        ]
        raise CommandError(Message("maestro.phase-ambiguous", name=name, phases=phases))
    names = [id_of(each.phase.id) or each.phase.name or Message("maestro.one-without-id") for each in entries]
    omitted = len(names) - _MOST_NAMES
    if omitted > 0:
        raise CommandError(
            Message("maestro.no-such-phase-of-many", phase=name, known=names[:_MOST_NAMES], more=omitted)
        )
    raise CommandError(Message("maestro.no-such-phase", phase=name, known=names))


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text is not None and len(text) < 20 else None
    except ValueError:
        return None


def unresolved_errors(errors: Sequence[PhaseError]) -> tuple[PhaseError, ...]:
    """The errors that are not resolved."""
    return tuple(each for each in errors if not each.resolved)
