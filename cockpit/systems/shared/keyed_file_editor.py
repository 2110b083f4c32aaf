"""A file of keys and values in a draft, changed value by value; what comes of it is held against what was meant."""

import copy
import re
from collections.abc import Callable, Sequence
from typing import Any

from cockpit.model.errors import CommandError
from cockpit.regex import regex
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text import json_text, yaml_text
from cockpit.text.frontmatter import FrontMatter, split
from cockpit.text.json_text import parse as parse_json
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message

Path = tuple[str | int, ...]

_WRAPPED = regex(r'\\".*\\"', re.DOTALL)
_MOST = 10_000
"""Values of JSON: YAML has a limit of its own."""


class KeyedFileEditor:
    """One file. What is damaged is never edited: CommandError names the line.

    `owner` is whose file it is, for sentences; `find` says where in the text the keys and values stand.
    """

    def __init__(self, draft: Draft, path: str, owner: str, find: Callable[[str], FrontMatter | None] = split) -> None:
        self.path = path
        self._draft, self._owner, self._find = draft, owner, find
        self.front = self._read()

    @property
    def text(self) -> str:
        """The whole file."""
        return self.front.text

    @property
    def newline(self) -> str:
        """The line end of lines that are added."""
        decoded = self._draft.decoded(self.path)
        return decoded.newline if decoded is not None else "\n"

    def at(self, *path: str | int) -> Any:  # noqa: ANN401 -- whatever a file holds
        """What stands at a path, as it is written; None where nothing does."""
        return yaml_text.at(self.front.data, path)

    def has(self, *path: str | int) -> bool:
        """Whether a mapping has a key, whatever its value."""
        above = self.at(*path[:-1])
        return isinstance(above, dict) and path[-1] in above

    def is_block(self, *path: str | int) -> bool:
        """Whether a text stands there as a block of lines."""
        mark = self.front.marks.get(path)
        return mark is not None and mark.style == "block"

    def flush(self) -> None:
        """Nothing is held back: each change is made at once."""

    def put(self, path: Path, value: object) -> None:
        """Give a key this value, or add it; mappings that are missing on the way come with it."""
        before = self.at(*path)
        if isinstance(value, str) and isinstance(before, str) and _WRAPPED.fullmatch(before):
            value = f'\\"{value}\\"'
        if self._same(before, value) and self.has(*path):
            return

        def mean(data: Any) -> None:  # noqa: ANN401
            for key in path[:-1]:
                if isinstance(data, dict) and data.get(key) is None:
                    data[key] = {}
                data = data[key]
            data[path[-1]] = self._plain(value)

        self._change("put", path, value, mean)

    def append(self, path: Path, value: object) -> None:
        """Add an element at the end of a list, which is added too where it is missing or empty."""
        if not self.at(*path):
            self.put(path, [value])
        else:
            self._change("append", path, value, lambda data: yaml_text.at(data, path).append(self._plain(value)))

    def drop(self, path: Path) -> None:
        """Take an element out of its list."""

        def mean(data: Any) -> None:  # noqa: ANN401
            del yaml_text.at(data, path[:-1])[path[-1]]

        self._change("drop", path, None, mean)

    def splice(self, *splices: Splice) -> None:
        """Change the body; the values stay."""
        expected = self.front.data
        self._draft.splice(self.path, splices)
        self.front = self._read()
        if self.front.data != expected:
            raise unsafe(self.path, Message("systems.result-differs"))

    def _change(self, how: str, path: Path, value: object, mean: Callable[[Any], None]) -> None:
        expected = copy.deepcopy(self.front.data)
        try:
            mean(expected)
            splices = self._json(how, path, value) if self.front.notation == "json" else self._yaml(how, path, value)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            key = ".".join(map(str, path))
            raise unsafe(self.path, Message("systems.key-written-otherwise", key=key, owner=self._owner)) from None
        self._draft.splice(self.path, splices)
        self.front = self._read()
        if self.front.data != expected:
            raise unsafe(self.path, Message("systems.result-differs"))

    def _yaml(self, how: str, path: Path, value: object) -> tuple[Splice, ...]:
        front = self.front
        if how == "drop":
            return yaml_text.drop(front.text, front.data, front.marks, path)
        changing = yaml_text.Changing(text=front.text, data=front.data, marks=front.marks, newline=self.newline)
        return changing.put(path, value) if how == "put" else changing.append(path, value)

    def _json(self, how: str, path: Path, value: object) -> tuple[Splice, ...]:
        start, document = self.front.start, parse_json(self.front.raw)
        if how == "drop":
            found: Sequence[Splice] = json_text.drop(document, path)
        else:
            change = json_text.put if how == "put" else json_text.append
            found = change(document, path, value)
        return tuple(Splice(each.start + start, each.end + start, each.text) for each in found)

    def _same(self, one: object, other: object) -> bool:
        return one == self._plain(other) and type(one) is type(self._plain(other))

    def _plain(self, value: object) -> Any:  # noqa: ANN401
        """A value as it is read back: in YAML, every scalar is a text."""
        if isinstance(value, dict):
            return {key: self._plain(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self._plain(inner) for inner in value]
        if self.front.notation == "json" or value is None or isinstance(value, str):
            return value
        return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)

    def _read(self) -> FrontMatter:
        text = self._draft.text(self.path)
        front = self._find(text) if text is not None else None
        if text is None:
            raise CommandError(Message("systems.file-missing", path=self.path))
        if front is not None:
            self._refuse_damaged(front)
        if front is None or not front.data:
            raise CommandError(Message("systems.file-without-keys", path=self.path, owner=self._owner), unchanged=True)
        return front

    def _refuse_damaged(self, front: FrontMatter) -> None:
        """Raise CommandError, naming the line, where something of the frontmatter cannot be read as it stands; and
        where it holds so much that an edit, which reads it many times, would take seconds."""
        if front.notation == "json" and front.raw.count(",") > _MOST:
            raise unsafe(self.path, Message("systems.file-too-many-values", most=_MOST))
        found = [(each.line or 1, each.message) for each in front.problems]
        if front.raw.lstrip().startswith("{") and front.notation == "yaml":
            before = front.text.count("\n", 0, front.start)
            found = [((each.line or 1) + before, each.message) for each in parse_json(front.raw).problems] + found
        if found:
            line, problem = found[0]
            message = Message("systems.file-damaged", path=self.path, line=line, problem=problem)
            raise CommandError(message, unchanged=True)
