"""Whole numbers in a text of unknown origin."""

_LONGEST = 15
"""Digits of a number that is counted with: what a float holds exactly; some thousands make the conversion fail."""

Numbers = tuple[int, ...]


def whole_number(text: str | None) -> int | None:
    """The whole number that a text is, in plain digits; None for any other text, and for a number that counts nothing
    for its length."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST else None


def last_number(text: str | None) -> int | None:
    """The last number of a step as it is written, 2 of `3.2`; None where that is no whole number."""
    return whole_number((text or "").rpartition(".")[2])


def numbers_of(text: str | None) -> Numbers:
    """The numbers of an id, `2.1.3`; none where it is made of anything else."""
    parts = [whole_number(part) for part in (text or "").strip().split(".")]
    return tuple(part for part in parts if part is not None) if None not in parts else ()
