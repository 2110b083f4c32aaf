"""What hundreds of apps read is worked out once: a text of CSS with the same colours, a file of the same content, how
many parameters a function has.
"""

from dataclasses import replace
from types import FunctionType
from typing import Any

from textual import _callback
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from cockpit.storage.reading import safe_reading
from cockpit.systems.interface import FileContent

_parse = Stylesheet._parse_rules
_known: dict[object, list[RuleSet]] = {}
_count = _callback._count_parameters
_content = safe_reading._content
_derived: dict[tuple[str, bytes | None], dict[str, Any]] = {}
_MOST = 2000
"""Files whose meaning is remembered; then it begins anew."""


def _parsed_once(sheet: Stylesheet, css: str, *where: object, **how: object) -> list[RuleSet]:
    key = (css, where, tuple(how.items()), tuple(sheet._variables.items()))
    if key not in _known:
        _known[key] = _parse(sheet, css, *where, **how)  # type: ignore[arg-type]
    return _known[key]


def _derived_once(name: str, folder: int | None, shown: str) -> FileContent | None:
    read = _content(name, folder, shown)
    if read is None:
        return None
    if len(_derived) > _MOST:
        _derived.clear()
    return replace(read, derived=_derived.setdefault((read.path, read.data), {}))


def _counted_once(function: Any) -> int:
    """Textual remembers it too, but not of a function that is handed over with arguments."""
    if type(function) is not FunctionType:
        return _count(function)
    if "_counted" not in function.__dict__:
        function.__dict__["_counted"] = _count(function)
    return int(function.__dict__["_counted"])


def use() -> None:
    """Let Textual and the readers of files remember across apps; each alone does already."""
    _callback._count_parameters = _counted_once
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]
    safe_reading._content = _derived_once
