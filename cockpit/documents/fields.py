"""Field lines: `**Label:** value`, `**Label**: value`, `Label: value`, each also as a list entry."""

import re
from collections.abc import Iterable
from typing import Literal

from cockpit.documents.inline import in_cell, on_one_line
from cockpit.documents.labels import fold_label
from cockpit.documents.splice import Splice
from cockpit.values import dataclass

FieldStyle = Literal["plain", "bold", "list plain", "list bold", "table"]

_BULLET = r"[ \t]*(?P<bullet>(?:[-*+]|\d{1,9}[.)])[ \t]+)?"
_BOLD = re.compile(
    _BULLET + r"(?P<mark>\*\*|__)[ \t]*(?P<label>[^*\n]{1,80}?)[ \t]*"
    r"(?:[:：][ \t]*(?P=mark)[ \t]*|(?P=mark)[ \t]*[:：](?=[ \t]|$))(?P<value>.*)$"
)
_PLAIN = re.compile(
    r"(?: {0,3}|[ \t]*(?P<bullet>(?:[-*+]|\d{1,9}[.)])[ \t]+))"
    r"(?P<label>(?:[^\w\s!-~]{1,3}[ \t]*)?[^\W\d_][\w \t/&'’()#+\-]{0,39}?)[ \t]*(?::(?=[ \t]|$)|：)(?P<value>.*)$"
)
_LABEL_MARKS = re.compile(r"[*`]|__")


@dataclass(frozen=True, slots=True)
class Field:
    """A label with a value on one line.

    `label` is without emphasis; `value` is the stripped text between `value_start` and `value_end`. A comment at its
    end does not belong to it.
    """

    label: str
    value: str
    line: int
    value_start: int
    value_end: int
    style: FieldStyle
    padding: tuple[str, str] = ("", "")
    """What must stand around a value that is written where there was none."""

    def rewrite(self, value: str) -> Splice:
        """The change that gives this field another value. Line breaks in it become spaces: a field is one line."""
        value = in_cell(value) if self.style == "table" else on_one_line(value)
        before, after = self.padding if value else ("", "")
        return Splice(self.value_start, self.value_end, before + value + after)


def find_field(fields: Iterable[Field], *labels: str) -> Field | None:
    """The first field with one of the labels, compared without case and decoration."""
    wanted = {fold_label(label) for label in labels}
    return next((field for field in fields if fold_label(field.label) in wanted), None)


def read_field(line: str, number: int, offset: int) -> Field | None:
    """The field on a line, or None. `number` is the 1-based line, `offset` where the line starts in the text."""
    if ":" not in line and "：" not in line:
        return None
    match = _BOLD.match(line) or _PLAIN.match(line)
    if match is None:
        return None
    kind: FieldStyle = "bold" if match.re is _BOLD else "plain"
    style: FieldStyle = _in_list(kind) if match["bullet"] else kind
    value, start, end, gap = _value_span(line, match.start("value"))
    label = " ".join(_LABEL_MARKS.sub("", match["label"]).split())
    return Field(label, value, number, offset + start, offset + end, style, (gap, ""))


def _in_list(kind: FieldStyle) -> FieldStyle:
    return "list bold" if kind == "bold" else "list plain"


def _value_span(line: str, after_label: int) -> tuple[str, int, int, str]:
    value = line[after_label:].strip()
    if value:
        start = after_label + len(line[after_label:]) - len(line[after_label:].lstrip())
        return value, start, start + len(value), ""
    if line[after_label : after_label + 1] in (" ", "\t"):
        return "", after_label + 1, after_label + 1, ""
    spaced = after_label > 0 and line[after_label - 1] in " \t"
    return "", after_label, after_label, "" if spaced else " "
