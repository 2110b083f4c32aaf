"""A JSON file of a draft, changed member by member; each change is read again and compared with what was meant."""

import copy
from collections.abc import Mapping
from typing import Any

from cockpit.model.errors import CommandError
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.json_text import JsonDocument, JsonPath, append, drop, parse, put, write_new
from cockpit.text.splice import Splice


class JsonEditor:
    """One JSON file that holds an object. A file that is damaged is never edited: CommandError names the line."""

    def __init__(self, draft: Draft, path: str) -> None:
        self.path = path
        self._draft = draft
        self.document = self._read()

    @classmethod
    def open(cls, draft: Draft, path: str) -> "JsonEditor | None":
        """The file, None where there is none."""
        return cls(draft, path) if draft.read(path) is not None else None

    @classmethod
    def create(cls, draft: Draft, path: str, content: Mapping[str, object], newline: str = "\n") -> "JsonEditor":
        """A new file."""
        draft.create(path, write_new(content, newline))
        return cls(draft, path)

    @property
    def content(self) -> dict[str, Any]:
        """The object the file holds."""
        value: dict[str, Any] = self.document.value
        return value

    def put(self, path: JsonPath, value: object) -> None:
        """Give a member this value, or add it; objects that are missing on the way come with it."""
        meant = copy.deepcopy(self.content)
        target: Any = meant
        for key in path[:-1]:
            target = target.setdefault(key, {}) if isinstance(target, dict) else None
        if not isinstance(target, dict):
            raise unsafe(self.path, f"{'.'.join(map(str, path[:-1]))} is no object")
        target[path[-1]] = value
        self._apply(put(self.document, path, value), meant)

    def append(self, key: str, value: object) -> None:
        """Add an element to the array of a key, which is added too where it is missing or null."""
        array: Any = self.content.get(key)
        if not array:
            self.put((key,), [value])
            return
        if not isinstance(array, list):
            raise unsafe(self.path, f"{key} is no list")
        meant = copy.deepcopy(self.content)
        meant[key].append(value)
        self._apply(append(self.document, (key,), value), meant)

    def drop(self, path: JsonPath) -> None:
        """Remove a member or element."""
        meant = copy.deepcopy(self.content)
        target: Any = meant
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]
        self._apply(drop(self.document, path), meant)

    def _apply(self, splices: tuple[Splice, ...], meant: dict[str, Any]) -> None:
        self._draft.splice(self.path, splices)
        self.document = self._read()
        if self.content != meant:
            raise unsafe(self.path, "the result would not say what is meant")

    def _read(self) -> JsonDocument:
        document = parse(self._draft.text(self.path) or "")
        if not document.complete:
            problem = document.problems[-1]
            what = f"line {problem.line}: {problem.message}"
            raise CommandError(f"{self.path} is damaged ({what}); mend it first", unchanged=True)
        if not isinstance(document.value, dict):
            raise unsafe(self.path, "it holds no JSON object")
        return document
