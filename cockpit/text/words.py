"""Words of state files: the form in which two are equal, and the texts that say nothing."""

import re
import unicodedata
from functools import lru_cache

from cockpit.regex import regex

_NO_BREAK_SPACE = "\u00a0"
_BLANKS = " \t\r\n\f\v"
_BREAK = regex(r"\r\n|\n|\r")
_UNESCAPED_PIPE = regex(r"(?<!\\)\|")
_BOLD_LABEL = regex(r"(?P<mark>\*\*|__)(?P<label>[^*\n]{1,80}?)[ \t]*(?::[ \t]*(?P=mark)|(?P=mark)[ \t]*:)(?=\s|$)")
_BREAKING = regex(rf"[{_BLANKS}]+")
_MARKS = frozenset("*_`")
_SIGNS = regex(r"[\W_]+")
_NUMBERED = regex(r"\W*\d+(?:\.\d+)*[.)][ \t]+|[ \t]*\(\d+\)\W*\Z")
_LONGEST_TITLE = 200
_NOTHING = frozenset((
    "none", "none yet", "none active", "none open", "none blocking", "none currently", "nothing", "nothing yet", "n a",
    "na", "nil", "null", "empty", "tbd", "not set", "no blockers", "no active blockers", "no open blockers", "no todos",
    "no decisions",
))  # fmt: skip
_DASHES = regex(r"[\s\-‐-―−_\"'`*()\[\]{}.,:;/?]*")
_PLACEHOLDER = regex(r"\[[^\[\]\n]{1,200}\]|<[^<>\n]{1,200}>|\{\{?[^{}\n:]{1,200}\}?\}|\[?(?:\.\.\.|…)\]?")
_BRACKETS = regex(
    r"(?>[\[{][^\[\]{}\n:]{1,120}[\]}]|(?:Phase|Plan|Task)(?: [\d.]+: (?=\{))?|Step|SubStep|of|min|[\W_])++",
    re.IGNORECASE,
)
_BOX = regex(r"\[[ xX]?\](?:\s|$)")
_ARROW = regex(r"(?:^|(?<=\s))←.*", re.DOTALL)


@lru_cache(maxsize=16_384)
def fold(text: str) -> str:
    """Words without case, emphasis and differences between spaces, hyphens and underscores."""
    return " ".join(_SIGNS.sub(" ", unicodedata.normalize("NFKC", text)).casefold().split())


def fold_title(title: str) -> str:
    """A title for comparison: without a number before it and a count behind it, as in `3. Blockers (2)`. No title that
    is compared is as long as where it is cut; of a long one the search would take the square of its length."""
    return fold(_NUMBERED.sub("", title.strip()[:_LONGEST_TITLE]))


def plain(text: str) -> str:
    """A text on one line, without emphasis or code ticks around all of it; no-break spaces stay."""
    folded = " ".join(text.split() if _NO_BREAK_SPACE not in text else _BREAKING.split(text.strip(_BLANKS)))
    for mark in ("**", "__", "`", "*", "_") * 2 if folded[:1] in _MARKS else ():
        inner = folded[len(mark) : -len(mark)]
        if folded.startswith(mark) and folded.endswith(mark) and inner.strip() and mark not in inner:
            folded = inner.strip()
    return folded


def unquoted(text: str) -> str:
    """A plain text without a template's remark behind it (`3 ← active flow`) and without quotes around it."""
    bare = plain(_ARROW.sub("", text) if "←" in text else text)
    quoted = len(bare) > 1 and bare[0] in "\"'" and bare[-1] == bare[0] and bare[0] not in bare[1:-1]
    return bare[1:-1].strip() if quoted else bare


def says_nothing(text: str) -> bool:
    """Whether a text says that there is nothing: empty, dashes, or one of few words such as `None yet`. Other signs may
    count something: `+++`."""
    words = fold(text)
    return words in _NOTHING if words else _DASHES.fullmatch(text) is not None


def is_placeholder(text: str) -> bool:
    """Whether a text is a template's placeholder: `[step name]`, `Step [N] [Name]`, `Task 3: {name}`, `...`; no link,
    and no check box."""
    bare = text.strip().strip("\"'`*_").strip()
    if len(bare) > 400 or "](" in bare or "][" in bare or _BOX.search(bare):
        return False
    return _PLACEHOLDER.fullmatch(bare) is not None or (
        ("[" in bare or "{" in bare) and _BRACKETS.fullmatch(bare) is not None
    )


def is_stated(text: str) -> bool:
    """Whether a text says something: it is neither nothing nor a placeholder."""
    return not says_nothing(text) and not is_placeholder(text)


def on_one_line(text: str) -> str:
    """The text, stripped, each line break in it as a space."""
    stripped = text.strip()
    if stripped.isprintable():
        return stripped
    return " ".join(line.strip(" \t") for line in _BREAK.split(stripped))


def in_cell(text: str) -> str:
    """The text as a table cell can hold it: on one line, its pipes escaped."""
    return _UNESCAPED_PIPE.sub(r"\\|", on_one_line(text))


def without_label_marks(text: str) -> str:
    """A text whose label in front has lost its emphasis: `**Phase 3:** keys` is `Phase 3: keys`."""
    found = _BOLD_LABEL.match(text)
    return f"{found['label'].strip()}:{text[found.end() :]}" if found else text
