"""Whole numbers in a text of unknown origin."""

import re

from cockpit.regex import regex

_LONGEST = 15
"""Digits of a number that is counted with: what a float holds exactly; some thousands make the conversion fail."""

Numbers = tuple[int, ...]


def whole_number(text: str | None) -> int | None:
    """The whole number that a text is, in plain digits; None for any other text, and for a number that counts nothing
    for its length."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST else None


_SHOWN = 200
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT = regex(
    rf"(?isa)\+?(?P<count>\d{{1,{_LONGEST}}}|{'|'.join(_WORDS)})(?:\.0+(?!\d)|,0{{1,2}}(?!\d))?"
    r"(?:\s*(?:/|of|out\s+of)\s*\w{1,15})?"
    r"(?:\s*[(\[](?!\s*[-−]\s*\d|.*\+\s*\d).*|\s*[—–,;:-]\s+\D.*|\s+(?:retr|attempt|tim|tri)\w*.*)?"
)


def read_count(stated: object) -> int | None:
    """How often something was done, as a file states it: `2`, `2.0`, `two`, `2/3`, `3 of 3`, `3 (max reached)`.

    None where that cannot be said for certain, as of `2 (+1)`.
    """
    if isinstance(stated, bool) or not isinstance(stated, int | float | str):
        return None
    if not isinstance(stated, str):
        return int(stated) if 0 <= stated < 10**_LONGEST and stated == int(stated) else None
    said = re.sub(r"(?<=\S)\s#.*", "", " ".join(stated[:_SHOWN].split())).strip().strip("*_`'\"[]{}()").strip()
    found = _COUNT.fullmatch(said)
    if found is None:
        return None
    word = found["count"].casefold()
    return _WORDS.index(word) if word in _WORDS else int(word)


def last_number(text: str | None) -> int | None:
    """The last number of a step as it is written, 2 of `3.2` and `T002`; None where that is no whole number."""
    return whole_number((text or "").rpartition(".")[2].strip().removeprefix("T"))


def numbers_of(text: str | None) -> Numbers:
    """The numbers of an id, `2.1.3` or `T012`; none where it is made of anything else."""
    parts = [whole_number(part) for part in (text or "").strip().removeprefix("T").split(".")]
    return tuple(part for part in parts if part is not None) if None not in parts else ()
