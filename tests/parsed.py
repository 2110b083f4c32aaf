"""Each text of CSS is parsed once, not anew by every app: what it says with the same colours is the same every time."""

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse = Stylesheet._parse_rules
_known: dict[object, list[RuleSet]] = {}


def _parsed_once(sheet: Stylesheet, css: str, *where: object, **how: object) -> list[RuleSet]:
    key = (css, where, tuple(how.items()), tuple(sheet._variables.items()))
    if key not in _known:
        _known[key] = _parse(sheet, css, *where, **how)  # type: ignore[arg-type]
    return _known[key]


def use() -> None:
    """Let Textual's stylesheets remember across apps; each alone does already."""
    Stylesheet._parse_rules = _parsed_once  # type: ignore[method-assign]
