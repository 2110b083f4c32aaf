"""The documents a session names: the design and the plan, wherever they lie by now."""

import re
from collections.abc import Iterator

from cockpit.systems.interface import Files
from cockpit.systems.maestro.session import SessionFile
from cockpit.systems.reading.report import Report

LABELS = {"design_document": "design", "implementation_plan": "plan"}
"""By the key of a document what a sentence calls it."""
_ELSEWHERE = re.compile(r"/|\\\\|~|[A-Za-z]:(?:[\\/]|$)|[A-Za-z][\w+.-]*://")
_SEPARATORS = re.compile(r"[\\/]")


def find_documents(
    files: Files, base: str, session: SessionFile, report: Report
) -> tuple[dict[str, str], dict[str, str]]:
    """Where the documents lie in the project; and, as it is written, each that is written otherwise."""
    found: dict[str, str] = {}
    otherwise: dict[str, str] = {}
    for name, stated in session.documents.items():
        path = next(_places(files, base, session.path, stated), None)
        if path is not None:
            found[LABELS[name]] = path
        if path != stated:
            otherwise[name] = stated
        _report(name, stated, session, report, named=files.place(stated, base), found=path)
    return found, otherwise


def _places(files: Files, base: str, main: str, stated: str) -> Iterator[str]:
    """Where it says, else among the plans, from where an archived session's are moved to a folder of their own."""
    state = main.rpartition("/")[0].rpartition("/")[0]
    plans = f"{state}/plans" if state else "plans"
    name = _SEPARATORS.split(stated)[-1]
    named = files.place(stated, base)
    for path in (named, *(f"{place}/{name}" for place in (plans, f"{plans}/archive") if name)):
        if path and is_there(files, path):
            yield path


def is_there(files: Files, path: str | None) -> bool:
    """Whether something lies at a path of the project."""
    parent, _, name = (path or "").rpartition("/")
    return bool(name) and name in files.names(parent)


def _report(
    name: str, stated: str, session: SessionFile, report: Report, *, named: str | None, found: str | None
) -> None:
    line, told = session.line(name), f"`{name}` is {stated}"
    if named is None and _ELSEWHERE.match(stated):
        report.add("path-elsewhere", session.path, line, f"{told}, a path of another machine.")
    elif named is None:
        report.add("path-outside", session.path, line, f"{told}, which leads out of the project.")
    elif found is None:
        report.add("document-missing", session.path, line, f"{told}, which is not there.")
