"""What a verb on the state works with beside the draft: what was read, and the editors of its files."""

from collections.abc import Mapping
from functools import cached_property

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.rows import is_database
from cockpit.systems.codewalk.rows_editor import RowsEditor
from cockpit.systems.codewalk.sources import Sources, read_sources
from cockpit.systems.codewalk.state_file import Entry, entry_name, find_keys
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.keyed_file_editor import KeyedFileEditor
from cockpit.systems.shared.keyed_text import Path
from cockpit.text.frontmatter_writer import write_keyed
from cockpit.wording.messages import Message

OWNER = "Codewalkers"


class EditSession(edit_session.EditSession):
    """An edit of one initiative's state, and what its files said before."""

    def __init__(self, files: Files, candidate: Candidate, context: ReadContext, before: Track) -> None:
        super().__init__(files, candidate, context, before)
        self.sources: Sources = read_sources(files, candidate, Report())
        self.added_ids: list[str] = []
        """The ids of the blockers that were added."""
        self._editors: dict[str, KeyedFileEditor] = {}

    @cached_property
    def editor(self) -> KeyedFileEditor | RowsEditor:
        """The state file, or the rows. Raises CommandError where there is none, or it must not be edited."""
        if is_database(self.candidate.path):
            now = int(self.context.now.timestamp())
            return RowsEditor(self.draft, self.candidate.path, self.candidate.part, now)
        if self.draft.read(self.candidate.path) is None:
            raise CommandError(Message("codewalk.state-missing", path=self.candidate.path))
        return KeyedFileEditor(self.draft, self.candidate.path, OWNER, find_keys)

    def editor_of(self, entry: Entry) -> KeyedFileEditor | RowsEditor:
        """The file in which an entry stands. Raises CommandError where it must not be edited."""
        if entry.path == self.candidate.path:
            return self.editor
        if entry.path not in self._editors:
            self._editors[entry.path] = KeyedFileEditor(self.draft, entry.path, OWNER)
        return self._editors[entry.path]

    def flush(self) -> None:
        """Have everything that was changed in the draft."""
        if "editor" in self.__dict__:
            self.editor.flush()

    def put(self, path: Path, value: object) -> None:
        """Give a key of the state file this value."""
        self.editor.put(path, value)

    def put_in(self, entry: Entry, key: str, value: object) -> None:
        """Give a key of an entry this value."""
        self.editor_of(entry).put((*entry.at, key), value)

    def add(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry of that kind (`decisions`, `blockers` or `sessions`), without the fields that are `...`: to the
        list in the state file, or as a file of its own, as others are."""
        stated = {key: value for key, value in fields.items() if value is not ...}
        if self.sources.in_folders:
            self.draft.create(self._new_path(kind, stated), write_keyed(stated, self.editor.newline))
        else:
            self.editor.append((kind,), stated)

    def _new_path(self, kind: str, fields: Mapping[str, object]) -> str:
        """The path of the new file; a number behind its name where there is one already."""
        name = entry_name(kind, fields)
        for number in range(1, 1000):
            path = self.path(f"{kind}/{name}{f'-{number}' if number > 1 else ''}.md")
            if self.draft.read(path) is None:
                return path
        return self.path(f"{kind}/{name}.md")

    def forget(self, path: Path) -> None:
        """Say that a key has no value, where it is there."""
        if self.editor.has(*path):
            self.editor.put(path, None)

    def path(self, name: str) -> str:
        """The path of a file beside the state file."""
        above = self.candidate.path.rpartition("/")[0]
        return f"{above}/{name}" if above else name
