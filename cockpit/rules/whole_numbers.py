"""Whole numbers in a text of unknown origin."""

_LONGEST = 15
"""Digits of a number that is counted with: what a float holds exactly; some thousands make the conversion fail."""


def whole_number(text: str | None) -> int | None:
    """The whole number that a text is, in plain digits; None for any other text, and for a number that counts nothing
    for its length."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST else None


def last_number(text: str | None) -> int | None:
    """The last number of a step as it is written, 2 of `3.2`; None where that is no whole number."""
    return whole_number((text or "").rpartition(".")[2])
