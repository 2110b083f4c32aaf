"""The values of a frontmatter: what a rule asks for is taken; what nobody asked for is left, to be kept as it is."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cockpit.rules.numbers import whole_number
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.taken import TEXT_KEPT, Passage

Path = tuple[str | int, ...]


class Values:
    """A tree of mappings, lists and scalars, read by paths."""

    def __init__(self, data: Mapping[str, Any], line_of: Callable[[Path], int | None]) -> None:
        self._data = data
        self._taken: set[Path] = set()
        self.line_of = line_of

    def raw(self, *path: str | int) -> object:
        """What stands at a path, which is not taken; None where nothing does."""
        value: object = self._data
        for step in path:
            if isinstance(value, dict) and isinstance(step, str):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int):
                value = value[step] if step < len(value) else None
            else:
                return None
        return value

    def text(self, *path: str | int) -> str | None:
        """A scalar as text; None for nothing, and for a mapping or a list, which stays."""
        value = self.raw(*path)
        if not isinstance(value, dict | list):
            self._taken.add(path)
        return text_of(value)

    def number(self, *path: str | int) -> int | None:
        """A whole number; None for anything else, which stays."""
        text = text_of(self.raw(*path))
        number = whole_number(text)
        if text is None or number is not None:
            self.text(*path)
        return number

    def flag(self, *path: str | int) -> bool | None:
        """A truth value; None for anything else, which stays."""
        flag = {"true": True, "false": False}.get((text_of(self.raw(*path)) or "").casefold())
        if flag is not None or text_of(self.raw(*path)) is None:
            self.text(*path)
        return flag

    def texts(self, *path: str | int) -> tuple[str, ...]:
        """The scalars of a list; one alone counts as such a list. What is none of them stays."""
        value = self.raw(*path)
        if not value:
            self._taken.add(path)
        if not isinstance(value, list):
            text = self.text(*path)
            return (text,) if text is not None else ()
        found = (self.text(*path, number) for number in range(len(value)))
        return tuple(each for each in found if each is not None)

    def entries(self, *path: str | int) -> Iterator[Path]:
        """The paths of the members of a list or of a mapping."""
        value = self.raw(*path)
        if not value:
            self._taken.add(path)
        steps = range(len(value)) if isinstance(value, list) else [*value] if isinstance(value, dict) else ()
        for step in steps:
            yield (*path, step)

    def whole(self, *path: str | int) -> object:
        """Everything at a path."""
        self._taken.add(path)
        return self.raw(*path)

    def left(self, file: str) -> Iterator[Passage]:
        """What nobody took, as passages; a part of which nothing was taken is one passage."""
        touched = {path[:length] for path in self._taken for length in range(len(path))} | {()}
        waiting: list[Path] = [()]
        while waiting:
            path = waiting.pop()
            if path in self._taken:
                continue
            if path in touched:
                waiting += [*self.entries(*path)][::-1]
            elif not isinstance(path[-1], int) or self.raw(*path) not in ([], {}, "", None):
                yield passage(file, self.line_of(path), _told(path, self.raw(*path)), ".".join(map(str, path[:-1])))


def passage(file: str, line: int | None, text: str, section: str = "") -> Passage:
    """A text that no rule read."""
    kept = text if len(text) <= TEXT_KEPT else f"{text[:TEXT_KEPT]} …"
    return {"path": file, "section": section, "line": line or 1, "text": kept}


def _told(path: Path, value: object) -> str:
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return f"{path[-1]}: {told}" if isinstance(path[-1], str) else str(told)
