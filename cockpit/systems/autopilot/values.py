"""Values as files write them: with their line, without markup, and told apart from "nothing" and from placeholders."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cockpit.documents.labels import fold_label
from cockpit.documents.markdown import Field, Section
from cockpit.systems.autopilot.report import Report

_NOTHING = re.compile(
    r"(?:[-*+]\s+)?[\s*_(\[.`]*(?:none(?:\s+(?:yet|currently|known|at\s+this\s+time|so\s+far|blocking|pending|identified|found))?"
    r"|nothing(?:\s+yet)?|n/?a|nil|null|empty|tbd|no\s+(?:known\s+|active\s+|pending\s+|open\s+|current\s+|recent\s+)?"
    r"(?:blockers?|todos?|decisions?|issues?|errors?|items?|tasks?)(?:\s+(?:yet|currently|pending|recorded))?"
    r"|not\s+(?:set|available|applicable)|[-–—?]+)[\s*_)\].`]*(?:[-–—:,;(.].*)?",
    re.IGNORECASE | re.DOTALL,
)
_PLACEHOLDER = re.compile(r"\{\{?[A-Za-z_][\w .,'\"/|:-]*\}?\}")
_WRAPPED = re.compile(r"(\*\*|__|`|\*|_)(?P<inner>.+?)\1", re.DOTALL)
_SPACES = re.compile(r"\s+")
_PHASE_PREFIX = re.compile(
    r"\[?(?:(?:phase|p)\s?(?P<named>\d[\w.]*)|(?P<bare>\d{1,4}(?:\.\d+)*[A-Za-z]?))(?:\]\s?:?|\s?[:—–]|\s-)\s+(?=\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Value:
    """A stated value and the line it stands on; never empty, never "None", never a template's placeholder."""

    text: str
    line: int


def is_nothing(text: str) -> bool:
    """Whether a text says that there is nothing: empty, `None yet.`, `- None`, `*(none)*`, `N/A`, a dash."""
    return not text.strip() or _NOTHING.fullmatch(text.strip()) is not None


def placeholder_in(text: str) -> str | None:
    """The first placeholder of a template that stands in a text (`{status}`, `{{project_name}}`), else None."""
    found = _PLACEHOLDER.search(text)
    return found.group() if found else None


def plain(text: str) -> str:
    """A text without the Markdown emphasis or code ticks that wrap all of it, white space folded."""
    folded = _SPACES.sub(" ", text).strip()
    while wrapped := _WRAPPED.fullmatch(folded):
        inner = wrapped["inner"]
        if wrapped[1] in inner:
            break
        folded = inner.strip()
    return folded


def stated(text: str, line: int, path: str, report: Report) -> Value | None:
    """The value a text states; None for nothing and for a placeholder, which is reported."""
    shown = plain(text)
    if is_nothing(shown):
        return None
    if placeholder := placeholder_in(shown):
        report.add("template-placeholder", path, line, f"The template's placeholder {placeholder} was never filled in.")
        return None
    return Value(shown, line)


def phase_prefix(text: str) -> tuple[str | None, str]:
    """The phase an entry is prefixed with and the rest: `Phase 3: API keys` gives `3` and `API keys`."""
    found = _PHASE_PREFIX.match(text)
    if found is None:
        return None, text
    return found["named"] or found["bare"], text[found.end() :]


class Labels:
    """Labelled values of one place, by label, whatever its case; the first of a label counts."""

    def __init__(self, fields: Iterable[Field], path: str, report: Report) -> None:
        self._path, self._report = path, report
        self._fields: dict[str, Field] = {}
        for field in fields:
            self._fields.setdefault(fold_label(field.label), field)

    def get(self, *labels: str) -> Value | None:
        """The value of the first label that is present; None where it states nothing."""
        field = self.raw(*labels)
        return stated(field.value, field.line, self._path, self._report) if field else None

    def raw(self, *labels: str) -> Field | None:
        """The first of the labels that is present, as written."""
        return next((self._fields[label] for label in map(fold_label, labels) if label in self._fields), None)

    def all(self) -> dict[str, str]:
        """Every label with its value as written, without those that state nothing."""
        values = {plain(field.label): self.get(field.label) for field in self._fields.values()}
        return {label: value.text for label, value in values.items() if value is not None}


def fields_of(section: Section | None) -> tuple[Field, ...]:
    """The labelled values of a section's own body: the rows of its two-column tables, then its label lines."""
    if section is None:
        return ()
    rows = [field for table in section.tables() if _is_pair(table.header) for field in table.as_fields()]
    return (*rows, *section.fields())


def _is_pair(header: tuple[object, ...]) -> bool:
    return len(header) in (0, 2)
