"""A JSON file of a draft, changed member by member; each change is read again and compared with what was meant."""

import copy
from collections.abc import Mapping
from typing import Any

from cockpit.model.errors import CommandError
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.json_text import JsonDocument, JsonPath, append, drop, parse, put, write_new
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message, clause


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
        intended = copy.deepcopy(self.content)
        target: Any = intended
        for key in path[:-1]:
            target = target.setdefault(key, {}) if isinstance(target, dict) else None
        if not isinstance(target, dict):
            raise unsafe(
                self.path, Message("json.member-no-object", f"{'.'.join(map(str, path[:-1]))} is not an object")
            )
        target[path[-1]] = value
        self._apply(put(self.document, path, value), intended)

    def append(self, path: JsonPath, value: object) -> None:
        """Add an element to an array, which is added too where it is missing or null."""
        array = self.document.at(*path)
        if array is None or not array.value:
            self.put(path, [value])
            return
        if not isinstance(array.value, list):
            raise unsafe(self.path, Message("json.member-no-list", f"{'.'.join(map(str, path))} is not a list"))
        intended = copy.deepcopy(self.content)
        target: Any = intended
        for key in path:
            target = target[key]
        target.append(value)
        self._apply(append(self.document, path, value), intended)

    def drop(self, path: JsonPath) -> None:
        """Remove a member or element."""
        intended = copy.deepcopy(self.content)
        target: Any = intended
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]
        self._apply(drop(self.document, path), intended)

    def _apply(self, splices: tuple[Splice, ...], intended: dict[str, Any]) -> None:
        self._draft.splice(self.path, splices)
        self.document = self._read()
        if self.content != intended:
            raise unsafe(self.path, Message("systems.result-differs"))

    def _read(self) -> JsonDocument:
        document = parse(self._draft.text(self.path) or "")
        if not document.complete:
            problem = document.problems[-1]
            told = f"{self.path}:{problem.line} is not valid JSON ({clause(problem.message)}). Fix the file first."
            damage = Message("json.json-damaged", told)
            raise CommandError(damage, unchanged=True)
        if not isinstance(document.value, dict):
            raise unsafe(self.path, Message("json.no-json-object-here", "it is not a JSON object"))
        return document
