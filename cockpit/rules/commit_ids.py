"""What can be the id of a commit, and the one that a text names."""

import re

_ID = re.compile(r"[0-9a-f]{4,64}", re.IGNORECASE)
_IN_TEXT = re.compile(r"(?<![\w./-])(?=[a-f]*\d)[0-9a-f]{7,64}(?![\w/-]|\.\w)", re.IGNORECASE)
_ADDRESS = re.compile(r"\]\([^()\s]*\)")
_OF_ADDRESS = re.compile(r"/commits?/([0-9a-f]{7,64})\b", re.IGNORECASE)
_BESIDE, _BEHIND = " \t(`*_[:—–@-", " \t)`*_]:—–,.-"


def is_commit_id(text: str) -> bool:
    """Whether a text is an id or the beginning of one: four hexadecimal digits or more, and nothing else."""
    return _ID.fullmatch(text) is not None


def commit_in(text: str, *, alone: bool = True) -> str | None:
    """The id of a commit that a text names, in ticks, as a link, or with words beside it; None where it names none, or
    several. Only where the text is there to name one (`alone`), digits without a letter are an id.
    """
    bare = text.strip(" `*_()[]")
    if alone and is_commit_id(bare):
        return bare
    shown = _ADDRESS.sub("]", text)
    found = dict.fromkeys(_IN_TEXT.findall(shown)) or dict.fromkeys(_OF_ADDRESS.findall(text))
    named = [each for each in found if alone or not each.isdigit()]
    return named[0] if len(named) == 1 else None


def without_commit(text: str, commit: str) -> str:
    """A text without the one mention of a commit in it: `Create model (abc1234)` is `Create model`."""
    label, address = r"\[[^\[\]]*", r"\]\([^()\s]*"
    known = re.escape(commit)
    shown = re.sub(rf"{label}{known}[^\[\]]*{address}\)|{label}{address}{known}[^()\s]*\)", commit, text)
    before, _, behind = shown.partition(commit)
    before = before.rstrip(_BESIDE).removesuffix("commit").rstrip(_BESIDE)
    return " ".join(filter(None, (before, behind.lstrip(_BEHIND))))
