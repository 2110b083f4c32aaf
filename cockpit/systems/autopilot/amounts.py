"""Amounts as the files of Project Autopilot write them: reading what an agent wrote, and writing in its form."""

import re

from cockpit.model import Unit
from cockpit.rules.levels import dollars
from cockpit.systems.reading.values import is_nothing, plain, unfilled

_LONGEST = 200
_LARGEST = 1e15
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_STRUCK = re.compile(r"~~.*?~~|<(del|s|strike)>.*?</\1>", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_NOISE = re.compile(r"<[^<>]{1,40}>|\[\^\w+\]|[*`⁰¹²³⁴-⁹]+|(?<![^\W_])_+|_+(?![^\W_])")
_DIGITS = r"(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d(?:[\d.,_]*\d)?|\.\d+)"
_UNIT = r"(?:%|per\s?cent\b|percent\b|pct\b|[$€£]|usd\b|us\$|eur\b|dollars?\b|bucks?\b|tokens?\b|tok\b|errors?\b)"
_AMOUNT = re.compile(
    rf"(?P<sign>[-−+]?)\s?(?:us)?[$€£]?(?:usd|eur)?\s?(?P<again>[-−]?)(?P<digits>{_DIGITS})"
    rf"\s?(?:(?P<scale>k|m|thousand|million)(?![^\W\d_]))?\s?(?P<unit>{_UNIT})?",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:(?:about|approx(?:\.|imately)?|around|roughly|nearly|almost|over|under|up to|at least|ca\.?|circa|currently"
    r"|current|now|at|used|spent|is|=|:|[~≈≥≤<>]|us(?=\$))\s*)+",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\s*(?:to\b|or\b|and\b|until\b|→|->|=>|➜|⇒|±|\+|\.\.+|×|x(?=\s?\d)|[-–—](?=[$€£]?\d))\s*[$€£~]?\s?\d"
    r"|\s*[-–—]\s*[$€£]?\d[\d.,]*\s?(?:%|[kKmM]|usd)?\s*$",
    re.IGNORECASE,
)
_DATE = re.compile(r"\s*[-–—]?\s*\d{4}-\d\d-\d\d")
_NO_AMOUNT = re.compile(
    r"(?:ok(?:ay)?|(?:within|under|below) (?:the )?limits?|unknown|pending|untracked|tbd|tba|todo|x+|y+"
    r"|not (?:yet )?(?:measured|tracked|recorded|known|started|set)(?: yet)?)",
    re.IGNORECASE,
)
_GROUPS = {mark: re.compile(rf"\d{{1,3}}(?:{re.escape(mark)}\d{{3}})+") for mark in ",._"}


def read_amount(text: str) -> float | None:
    """The amount a cell or value states, in either style of numbers: `$26.50`, `**$25** ACK`, `35%`, `500K`, `1,200`,
    `$1.250,00`, `60 dollars`, `~60`, `$12 / $50`.

    None where it states none, several (`$20 → $60`), or one that can be read in two ways (`$1.250`).
    """
    bare = _bare(text)
    begins = _BEFORE.match(bare)
    found = _AMOUNT.match(bare, begins.end() if begins else 0)
    if found is None:
        others = [each for each in _AMOUNT.finditer(bare) if each["unit"] or bare[each.start()] in "$€£"]
        if len(others) != 1 or len(_AMOUNT.findall(bare)) != 1:
            return None
        found = others[0]
    rest = bare[found.end() :]
    if rest[:1].isalpha():
        return None
    if (_GOES_ON.match(rest) and not _DATE.match(rest)) or (not found["unit"] and re.match(r"[\d.,]*\d|[:/]\d", rest)):
        return _of_whole(found, rest)
    return _value(found)


def _of_whole(found: re.Match[str], rest: str) -> float | None:
    """The first of two numbers that a slash parts, 60 of `60/50`; None for other pairs."""
    return _value(found) if re.match(r"/[$€£]?\d[\d.,]*\s?[%kKmM]?(?!\S)", rest) else None


def _bare(text: str) -> str:
    """A text without markup, struck words, footnotes and decoration."""
    plain = _LINK.sub(r"\1", _STRUCK.sub(" ", text[:_LONGEST])).translate(_FULL_WIDTH)
    plain = _NOISE.sub("", plain.replace("\\", ""))
    return re.sub(r"^[^\w$€£.~≈≥≤<>=:+−-]+", "", plain).strip()


def _value(found: re.Match[str]) -> float | None:
    number = _number(found["digits"], found["unit"])
    if number is None:
        return None
    value = number * _SCALES.get((found["scale"] or "").lower(), 1)
    return (-value if found["sign"] in ("-", "−") or found["again"] else value) if value < _LARGEST else None


def _number(digits: str, unit: str | None) -> float | None:
    """The number that digits and marks are; None where two readings are possible, or none."""
    plain = re.sub(r"[ \u00a0\u202f'’]", "", digits)
    marks = [mark for mark in plain if not mark.isdigit()]
    if not marks:
        return float(plain) if len(plain) <= 15 else None
    last = marks[-1]
    whole, _, part = plain.rpartition(last)
    if len(set(marks)) > 1:  # 1,250.00 or 1.250,00
        group = marks[0]
        fits = last in ".," and marks.count(last) == 1 and _GROUPS[group].fullmatch(whole)
        return float(f"{whole.replace(group, '')}.{part}") if fits else None
    grouped = _GROUPS[last].fullmatch(plain) is not None
    if len(marks) > 1 or last == "_":
        return float(plain.replace(last, "")) if grouped else None
    if last == ",":
        return float(plain.replace(",", "")) if grouped else float(f"{whole}.{part}") if len(part) <= 2 else None
    if grouped and not whole.startswith("0") and unit != "%":  # 1.250
        return None
    return float(f"{whole or '0'}.{part}")


def states(text: str) -> bool:
    """Whether a text states something in the place of an amount: no dash, `N/A`, `TBD`, placeholder or `OK`."""
    shown = plain(text)
    bare = re.sub(r"^[^\w∞]+|[^\w∞]+$", "", shown)
    return bool(bare) and not (is_nothing(shown) or unfilled(shown) or _NO_AMOUNT.fullmatch(bare))


def write_amount(value: float, unit: Unit) -> str:
    """An amount as the files of Project Autopilot write it, without loss: `$10`, `35%`, `1`, `500K`, `1.2M`."""
    if unit == "usd":
        return dollars(value)
    if unit == "percent":
        return f"{value:g}%"
    if unit == "tokens" and value and value % 100_000 == 0 and abs(value) >= 1_000_000:
        return f"{value / 1_000_000:g}M"
    if unit == "tokens" and value and value % 1_000 == 0 and abs(value) < 1_000_000:
        return f"{value / 1_000:g}K"
    return f"{value:,.0f}" if value == int(value) else repr(value)
