"""The files of a project as an edit leaves them, on top of what was read; a `Files` itself, so that readers read it."""

from collections.abc import Iterable, Sequence

from cockpit.documents import rows_changes
from cockpit.documents.rows import only, parse, write
from cockpit.documents.splice import Splice, apply
from cockpit.documents.text import Decoded, decode, encode
from cockpit.model.refused import Refused
from cockpit.systems.interface import Change, FileContent, Files, Variable

LARGEST = 1024 * 1024
"""Bytes of a file that is edited: each look at a longer one takes seconds, and an edit looks many times."""
_HALF = "it is being written, or damaged; try again, or mend it"


def unsafe(path: str, why: str) -> Refused:
    """The refusal of an edit that could damage a file."""
    return Refused(f"{path} cannot be edited safely: {why}.")


class Draft:
    """What was read and what is to become of it. Paths are relative to the project.

    Of a database only what differs is held, as texts of rows: whoever asks for its tables gets that on what was read.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        self._databases: set[str] = set()
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, bytes | None] = {}

    def read(self, path: str) -> FileContent | None:
        """A file as it is to become."""
        if path not in self._after or path in self._databases:
            return self._files.read(path)
        data = self._after[path]
        before = self._files.read(path)
        changed = before.changed if before is not None else None
        return None if data is None else FileContent(path=path, data=data, changed=changed)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """The rows of a database as they are to become."""
        content = self._files.rows(path, tables)
        if path not in self._databases:
            return content
        made = self._with_rows(path, tables, content)
        return content if made is None else FileContent(path=path, data=encode(made))

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

    def read_global(self, path: str) -> FileContent | None:
        """A file below the home folder; those are never edited."""
        return self._files.read_global(path)

    def variable(self, name: str, base: str = "") -> Variable | None:
        """A variable of the environment or of a `.env`; those are never edited."""
        return self._files.variable(name, base)

    def place(self, path: str, base: str = "") -> str | None:
        """Where a path leads that somebody states."""
        return self._files.place(path, base)

    def decoded(self, path: str) -> Decoded | None:
        """A file's text, None where there is none. Raises Refused where it cannot be read whole."""
        content = self.read(path)
        if content is None:
            return None
        if content.data is None:
            raise unsafe(path, "it cannot be read")
        if content.stale:
            raise unsafe(path, _HALF)
        if len(content.data) > LARGEST:
            raise unsafe(path, "it is larger than 1 MiB; archive the older part of it")
        decoded = decode(content.data)
        if decoded.encoding == "binary":
            raise unsafe(path, "it is no text")
        return decoded

    def text(self, path: str) -> str | None:
        """A file's text, None where there is none. Raises Refused where it cannot be read whole."""
        decoded = self.decoded(path)
        return None if decoded is None else decoded.text

    def rows_text(self, path: str, tables: Sequence[str]) -> str | None:
        """The text of rows, None where there is no database. Raises Refused where it cannot be read."""
        content = self.rows(path, tables)
        if content is None:
            return None
        if content.data is None or content.stale:
            raise unsafe(path, "it cannot be read now")
        return decode(content.data).text

    def splice_rows(self, path: str, tables: Sequence[str], splices: Iterable[Splice]) -> None:
        """Change parts of the text of these tables."""
        text = self.rows_text(path, tables)
        if text is None:
            raise unsafe(path, "it is gone")
        before, after = rows_changes.narrowed(text, apply(text, splices))
        if path not in self._databases:
            self._put_rows(path, before, after)
            return
        known, whole = self._before[path], decode(self._after[path] or b"").text
        if known is None:
            made = rows_changes.reapply(before, after, whole)
            if made is None:
                raise unsafe(path, "its tables cannot hold that")
            self._put_rows(path, None, made)
        else:
            self._put_rows(path, *rows_changes.joined((decode(known).text, whole), (before, after)))

    def create_rows(self, path: str, text: str) -> None:
        """Add a database, whose tables say how they are made. Raises Refused where there is a file already."""
        if self.rows(path, ()) is not None:
            raise Refused(f"{path} exists already.")
        self._put_rows(path, None, text)

    def splice(self, path: str, splices: Iterable[Splice]) -> None:
        """Change parts of a file that is there."""
        decoded = self.decoded(path)
        if decoded is None:
            raise unsafe(path, "it is gone")
        self._set(path, encode(decoded.with_text(apply(decoded.text, splices))))

    def create(self, path: str, text: str) -> None:
        """Add a file. Raises Refused where there is one already."""
        if self.read(path) is not None:
            raise Refused(f"{path} exists already.")
        self._set(path, encode(text))

    def move(self, path: str, target: str) -> None:
        """Give a file another path, byte for byte. Raises Refused where it cannot be read or the target exists."""
        self.copy(path, target)
        self._set(path, None)

    def copy(self, path: str, target: str) -> None:
        """Keep a file under another path too, byte for byte. Raises Refused where the target exists."""
        data = self._whole(path)
        if self.read(target) is not None:
            raise Refused(f"{target} exists already.")
        self._set(target, data)

    def overwrite(self, path: str, text: str) -> None:
        """Give a file a new text; line ends and byte order mark stay those it had."""
        decoded = self.decoded(path)
        if decoded is None:
            raise unsafe(path, "it is gone")
        self._set(path, encode(decoded.with_text(text.replace("\n", decoded.newline))))

    def put_first(self, path: str) -> None:
        """Have a file written before the others: what is moved stands in its new place before it leaves the old one."""
        self._after = {path: self._after[path], **self._after}

    def changes(self) -> tuple[Change, ...]:
        """What is to change on disk, in the order in which the files were first changed."""
        every = (self._change(path, self._before[path], after) for path, after in self._after.items())
        return tuple(change for change in every if change.before != change.after)

    def _change(self, path: str, before: bytes | None, after: bytes | None) -> Change:
        if path in self._databases and before is not None and after is not None:
            old, new = rows_changes.narrowed(decode(before).text, decode(after).text)
            before, after = encode(old), encode(new)
        return Change(path=path, before=before, after=after, rows=path in self._databases)

    def _put_rows(self, path: str, before: str | None, after: str) -> None:
        self._databases.add(path)
        self._before[path] = None if before is None else encode(before)
        self._after[path] = encode(after)

    def _with_rows(self, path: str, tables: Sequence[str], content: FileContent | None) -> str | None:
        """The text of tables with what is to become of them; None where they cannot be read."""
        before, after = (
            "" if data is None else write(only(parse(decode(data).text), tables))
            for data in (self._before[path], self._after[path])
        )
        if self._before[path] is None:
            return after
        if content is None or content.data is None or content.stale:
            return None
        return rows_changes.reapply(before, after, decode(content.data).text)

    def _whole(self, path: str) -> bytes:
        content = self.read(path)
        if content is None or content.data is None:
            raise unsafe(path, "it cannot be read")
        if content.stale:
            raise unsafe(path, _HALF)
        return content.data

    def _set(self, path: str, data: bytes | None) -> None:
        if path not in self._before:
            content = self._files.read(path)
            self._before[path] = content.data if content else None
        self._after[path] = data
