"""The files of a project as an edit leaves them, on top of what was read; a `Files` itself, so that readers read it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cockpit.model.errors import CommandError
from cockpit.systems.interface import EDITED_BYTES, TOO_LARGE, Change, FileContent, Files
from cockpit.text import described_edits, keyed_edits
from cockpit.text.decoding import Decoded, decode, encode
from cockpit.text.described import File
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.edits import Unsafe
from cockpit.text.keyed import KeyedText, Problem, json_problems, problems_of, read_keyed
from cockpit.text.lines import Document, document_of
from cockpit.text.rows import RowChange, applied, together
from cockpit.text.splice import Splice, apply
from cockpit.wording.messages import Message, Words, clause, plain

ARCHIVED_BYTES = 4 * EDITED_BYTES
"""The most that a file may have that is put away, which takes one look or two: of a longer one only the beginning is
read."""
_MIB = 1024 * 1024


def is_cut(content: FileContent) -> bool:
    """Whether only the beginning of a file was read, for its length."""
    return content.finding is not None and content.finding.code == TOO_LARGE


def unsafe(path: str, why: Words) -> CommandError:
    """The refusal of an edit that could damage a file."""
    return CommandError("systems.unsafe-edit", f"{path} cannot be edited safely: {clause(why)}.")


def refuse_conflict(path: str, document: Document) -> None:
    """Raise CommandError where git left a conflict in a file."""
    if line := document.conflict:
        raise unsafe(path, Message("systems.conflict-on-line", f"line {line} has an unresolved merge conflict"))


def _refuse_damaged(code: str, path: str, problems: Sequence[Problem]) -> None:
    """Raise CommandError where something is wrong with the keys of a file."""
    for problem in problems[:1]:
        why = clause(problem.sentence[:1].lower() + problem.sentence[1:])
        told = f"{path}:{problem.line} cannot be parsed ({why}). Fix the file first."
        raise CommandError(code, told, unchanged=True)


def _too_large(path: str, how: str) -> CommandError:
    return unsafe(path, Message("systems.file-too-large", f"it {how}; move its older part to another file first"))


def _unread(path: str, content: FileContent) -> CommandError:
    """The refusal of a file that was not read: why, and what a person can do about it, where that is known."""
    found = content.finding
    if found is None:
        return unsafe(path, Message("systems.file-unreadable", "it cannot be read"))
    return CommandError(
        Message("systems.file-unread", f"{found.message} {found.hint}") if found.hint else found.message
    )


class Draft:
    """What was read and what is to become of it. Paths are relative to the project."""

    def __init__(self, files: Files, largest: int = EDITED_BYTES) -> None:
        """`largest` is how many bytes a file may have that is edited."""
        self._files, self._largest = files, largest
        self.branch, self.read_global, self.variable, self.place = (  # which no edit changes
            files.branch, files.read_global, files.variable, files.place,
        )  # fmt: skip
        self._rows: dict[str, tuple[RowChange, ...]] = {}
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, bytes | None] = {}

    def read(self, path: str) -> FileContent | None:
        """A file as it is to become."""
        if path not in self._after:
            return self._files.read(path)
        data = self._after[path]
        before = self._files.read(path)
        changed = before.changed if before is not None else None
        return None if data is None else FileContent(path=path, data=data, changed=changed)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """The rows of a database as they are to become."""
        content = self._files.rows(path, tables)
        if content is None or content.tables is None or path not in self._rows:
            return content
        return replace(content, tables=applied(content.tables, self._rows[path]), derived={})

    def confirmed(self, path: str) -> FileContent | None:
        """What a person confirmed; what is written here, they will have."""
        if path not in self._after:
            return self._files.confirmed(path)
        return self.read(path) or FileContent(path=path, data=None)

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder as they are to become."""
        names = set(self._files.names(folder))
        prefix = f"{folder}/" if folder else ""
        for path, data in self._after.items():
            name, slash, _ = path.removeprefix(prefix).partition("/")
            if path.startswith(prefix) and data is not None:
                names.add(name + slash)
            elif path.startswith(prefix) and not slash:
                names.discard(name)
        return tuple(sorted(names))

    def is_there(self, folder: str) -> bool:
        """Whether anything lies there."""
        return bool(self.names(folder)) or self._files.is_there(folder)

    def decoded(self, path: str) -> Decoded | None:
        """A file's text, None where there is none. Raises CommandError where it cannot be read whole."""
        return self._there(path) if self.read(path) is not None else None

    def text(self, path: str) -> str | None:
        """A file's text, None where there is none. Raises CommandError where it cannot be read whole."""
        decoded = self.decoded(path)
        return None if decoded is None else decoded.text

    def put_rows(self, path: str, changes: Iterable[RowChange]) -> None:
        """Have these changes made in a database that is there, in place of others that were named for it."""
        self._rows[path] = tuple(changes)

    def splice(self, path: str, splices: Iterable[Splice]) -> None:
        """Change parts of a file that is there."""
        decoded = self._there(path)
        self._set(path, encode(decoded.with_text(apply(decoded.text, splices))))

    def create(self, path: str, text: str) -> None:
        """Add a file. Raises CommandError where there is one already."""
        self.create_bytes(path, encode(text))

    def create_bytes(self, path: str, data: bytes) -> None:
        """Add a file that is no text. Raises CommandError where there is one already."""
        if self.read(path) is not None:
            raise CommandError("systems.file-exists", f"{path} already exists.")
        self._set(path, data)

    def move(self, path: str, target: str) -> None:
        """Give a file another path, byte for byte. Raises CommandError where it cannot be read or the target exists."""
        self.copy(path, target)
        self._set(path, None)

    def copy(self, path: str, target: str) -> None:
        """Keep a file under another path too, byte for byte. Raises CommandError where the target exists."""
        data = self._whole(path)
        if self.read(target) is not None:
            raise CommandError("systems.file-exists", f"{target} already exists.")
        self._set(target, data)

    def overwrite(self, path: str, text: str) -> None:
        """Give a file a new text; line ends and byte order mark stay those it had."""
        decoded = self._there(path)
        self._set(path, encode(decoded.with_text(text.replace("\n", decoded.newline))))

    def describe(self, path: str, file: File, edits: Sequence[TextEdit]) -> None:
        """Make edits of a Markdown file that is described. Raises CommandError where it would not say what is meant."""
        decoded = self._there(path)
        try:
            text = described_edits.apply(file, decoded.text, edits)
        except Unsafe as why:
            raise unsafe(path, plain(str(why))) from None
        self._set(path, encode(decoded.with_text(text)))

    def keys(self, path: str, read: Callable[[str], KeyedText], system: str) -> KeyedText:
        """A file of keys of that system. Raises CommandError where it must not be edited."""
        file = read(self._there(path).text)
        if not file.is_whole:
            _refuse_damaged("keyed.damaged", path, problems_of(file))
            raise CommandError("keyed.damaged", f"{path} has no fields of {system}.", unchanged=True)
        return file

    def json(self, path: str) -> KeyedText:
        """A file that holds a JSON object. Raises CommandError where it must not be edited."""
        file = read_keyed(self._there(path).text, may_be_bare=True)
        _refuse_damaged("json.json-damaged", path, json_problems(file))
        if not isinstance(file.root.value, dict):
            raise unsafe(path, Message("json.no-json-object-here", "it is not a JSON object"))
        return file

    def document(self, path: str) -> Document:
        """The lines of a file that is to be edited. Raises CommandError where it cannot be read whole, and where git
        left a conflict in it."""
        document = document_of(self._there(path).text)
        refuse_conflict(path, document)
        return document

    def edit_keys(self, path: str, file: KeyedText, edits: Sequence[TextEdit], system: str) -> None:
        """Make edits of a file of keys. Raises CommandError where it would not say what is meant."""
        try:
            text = keyed_edits.apply(file, edits)
        except Unsafe as refused:
            told = f"`{refused}` is not written as {system} writes it"
            raise unsafe(path, Message("keyed.written-otherwise", told)) from None
        self.splice(path, [Splice(0, len(file.text), text)])

    def take(self, changes: Iterable[Change]) -> None:
        """Make changes that came of an edit of these files as they are here."""
        for change in changes:
            if change.rows:
                self._rows[change.path] = together(self._rows.get(change.path, ()), change.rows)
            else:
                self._set(change.path, change.after)

    def put_first(self, path: str) -> None:
        """Have a file written before the others: what is moved stands in its new place before it leaves the old one."""
        self._after = {path: self._after[path], **self._after}

    def changes(self) -> tuple[Change, ...]:
        """What is to change on disk: rows, which are the truth, then files in the order in which they were changed."""
        rows = (Change(path=path, before=None, after=None, rows=changes) for path, changes in self._rows.items())
        files = (Change(path=path, before=self._before[path], after=after) for path, after in self._after.items())
        return tuple(change for change in (*rows, *files) if not change.is_empty)

    def _there(self, path: str) -> Decoded:
        """The text of a file that is there. Raises CommandError where it is none, or cannot be read whole."""
        data = self._whole(path)
        if len(data) > self._largest:
            raise _too_large(path, f"is larger than {self._largest // _MIB} MiB")
        decoded = decode(data)
        if decoded.encoding == "binary":
            raise unsafe(path, Message("systems.file-no-text", "it is not a text file"))
        return decoded

    def _whole(self, path: str) -> bytes:
        """The bytes of a file that is there. Raises CommandError where they were not all read."""
        content = self.read(path)
        if content is None:
            raise unsafe(path, Message("systems.file-gone", "it no longer exists"))
        if content.data is None:
            raise _unread(path, content)
        if content.stale:
            told = "it is incomplete or still being written; try again, or fix the file"
            raise unsafe(path, Message("systems.file-half-written", told))
        if is_cut(content):
            raise _too_large(path, f"is larger than {ARCHIVED_BYTES // _MIB} MiB")
        return content.data

    def _set(self, path: str, data: bytes | None) -> None:
        if path not in self._before:
            content = self._files.read(path)
            self._before[path] = content.data if content else None
        self._after[path] = data
