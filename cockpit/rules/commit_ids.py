"""What can be the id of a commit, and the one that a text names."""

import re

from cockpit.regex import regex

_ID = regex(r"[0-9a-f]{4,64}", re.IGNORECASE)
_IN_TEXT = regex(r"(?<![\w./-])(?=[a-f]*\d)[0-9a-f]{7,64}(?![\w/-]|\.\w)", re.IGNORECASE)
_ADDRESS = regex(r"\]\([^()\s]*\)")
_OF_ADDRESS = regex(r"/commits?/([0-9a-f]{7,64})\b", re.IGNORECASE)
_PLACED = regex(
    r"`([0-9a-f]{7,40})`|\bcommit:?\s+\W?([0-9a-f]{7,40})\b|\((?!(?:19|20)\d\d[01]\d[0-3]\d\))([0-9a-f]{7,40})\)[\s.*_~]*\Z",
    re.IGNORECASE,
)
"""Where digits alone are an id: in ticks, behind the word for it, and in brackets at the end, where they are no day."""
_BESIDE, _BEHIND = " \t(`*_[:—–@-", " \t)`*_]:—–,.-"


def is_commit_id(text: str) -> bool:
    """Whether a text is an id or the beginning of one: four hexadecimal digits or more, and nothing else."""
    return _ID.fullmatch(text) is not None


def commit_in(text: str, *, alone: bool = True) -> str | None:
    """The id of a commit that a text names, in ticks, as a link, or with words beside it; None where it names none, or
    several. Where the text is not there to name one (`alone`), digits without a letter need a place for one.
    """
    bare = text.strip(" `*_()[]")
    if alone and is_commit_id(bare):
        return bare
    visible = _ADDRESS.sub("]", text)
    found = dict.fromkeys(_IN_TEXT.findall(visible)) or dict.fromkeys(_OF_ADDRESS.findall(text))
    placed = {each for groups in _PLACED.findall(visible) for each in groups}
    named = [each for each in found if alone or not each.isdigit() or each in placed]
    return named[0] if len(named) == 1 else None


def without_commit(text: str, commit: str) -> str:
    """A text without the one mention of a commit in it: `Create model (abc1234)` is `Create model`."""
    label, address = r"\[[^\[\]]*", r"\]\([^()\s]*"
    known = re.escape(commit)
    visible = re.sub(rf"{label}{known}[^\[\]]*{address}\)|{label}{address}{known}[^()\s]*\)", commit, text)
    before, _, behind = visible.partition(commit)
    before = before.rstrip(_BESIDE).removesuffix("commit").rstrip(_BESIDE)
    return " ".join(filter(None, (before, behind.lstrip(_BEHIND))))
