"""YAML with positions, read so that scalars keep their text: `03`, `2.10`, dates and `PR #642` mean what they say.

Where YAML sees a comment without a blank behind its `#`, the text goes on: cutting `PR #642` would lose what was meant.
Only the null forms (`null`, `~`, nothing) become None; what is a number or a truth value, the reader of a format
decides. A damaged text is repaired in memory, line by line, so that everything else in it is read; each repaired line
is a problem. The text itself is changed by splicing at the marks.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cockpit.documents.splice import Splice
from cockpit.documents.text import Problem
from cockpit.documents.yaml_nodes import Mark, Path, rewrite
from cockpit.documents.yaml_repair import read_repairing
from cockpit.documents.yaml_scalars import write_scalar
from cockpit.values import dataclass

__all__ = ["Mark", "Path", "YamlDocument", "parse", "write_scalar"]


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A YAML text that was read.

    `data` holds dict, list, str and None. `marks` gives the position of every value by its path (`("phases", 0,
    "id")`; the root's is empty). Problem codes: `yaml-invalid`, `yaml-duplicate-key`, `yaml-alias`, `yaml-depth`,
    `yaml-size`, `yaml-documents`.
    """

    text: str
    data: Any
    problems: tuple[Problem, ...]
    marks: Mapping[Path, Mark]

    def line_of(self, path: Path) -> int | None:
        """The 1-based line of a value, or of its nearest ancestor that has one."""
        for length in range(len(path), -1, -1):
            if mark := self.marks.get(tuple(path[:length])):
                return mark.line
        return None

    def rewrite(self, path: Path, value: str | None) -> Splice:
        """The change that gives the scalar at `path` another value, in the notation it has now.

        Raises KeyError where there is no such value, ValueError where it is a collection, an alias or has an anchor.
        """
        return rewrite(self.text, self.data, self.marks, tuple(path), value)


@lru_cache(maxsize=8)
def parse(text: str) -> YamlDocument:
    """Read a whole YAML text. Never raises.

    The last few are kept: an edit asks for the same text many times, and nobody changes what was read.
    """
    data, problems, marks = read_repairing(text)
    return YamlDocument(text, data, problems, marks)
