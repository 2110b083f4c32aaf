"""Amounts as the files of Project Autopilot write them: reading what an agent wrote, and writing in its form."""

import re
from collections.abc import Mapping

from cockpit.model import Unit
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import METRICS, Metric, dollars, folded_name
from cockpit.systems.shared.stated_values import is_nothing, plain, unfilled

_LONGEST = 200
_LARGEST = 1e15
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_STRUCK = regex(r"~~.*?~~|<(del|s|strike)>.*?</\1>", re.IGNORECASE | re.DOTALL)
_LINK = regex(r"\[([^\[\]]*)\]\([^()]*\)")
_NOISE = regex(r"<[^<>]{1,40}>|\[\^\w+\]|[*`⁰¹²³⁴-⁹]+|(?<![^\W_])_+|_+(?![^\W_])")
_DIGITS = r"(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d(?:[\d.,_]*\d)?|\.\d+)"
_UNIT = r"(?:%|per\s?cent\b|percent\b|pct\b|[$€£]|usd\b|us\$|eur\b|dollars?\b|bucks?\b|tokens?\b|tok\b|errors?\b)"
_AMOUNT = regex(
    rf"(?P<sign>[-−+]?)\s?(?:us)?[$€£]?(?:usd|eur)?\s?(?P<again>[-−]?)(?P<digits>{_DIGITS})"
    rf"\s?(?:(?P<scale>k|m|thousand|million)(?![^\W\d_]))?\s?(?P<unit>{_UNIT})?",
    re.IGNORECASE,
)
_BEFORE = regex(
    r"(?:(?:about|approx(?:\.|imately)?|around|roughly|nearly|almost|over|under|up to|at least|ca\.?|circa|currently"
    r"|current|now|at|used|spent|is|=|:|[~≈≥≤<>]|us(?=\$))\s*)+",
    re.IGNORECASE,
)
_GOES_ON = regex(
    r"\s*(?:to\b|or\b|and\b|until\b|→|->|=>|➜|⇒|±|\.\.+|[-–—](?=[$€£]?\d)|[-–—](?=\s*[$€£]?\d[\d.,]*\s?"
    r"(?:%|[kKmM]|usd)?\s*$))\s*(?=[$€£~]?\s?\d)",
    re.IGNORECASE,
)
_BROKEN = regex(r"[^\W_]|[:.,]\d|[×]")
_SHARED = regex(
    r"\s*(?:[×^]|\*\s?\d|x(?=\s?[$€£]?\d)|#\s?\d|(?:[KMG]i|bn|billion|hundreds?|thousands?|dozens?|scores?|tens|times(?=\s?\W*\d)"
    r"|plus|minus|and a half|halves|half|thirds?|quarters?|over|under|(?:percent |% )?(?:left|remaining|to go))\b)"
    r"|\s+\d(?!\d{3}-)",
    re.IGNORECASE,
)
"""What behind a number makes it another one, or a part of one."""
_AT_LEAST = regex(
    r"\W*(?:(?:now|already|currently) )?(?:(?:well |just )?(?:over|above|past)|at least|more than|no[t]? (?:less|fewer)"
    r" than|north of|exceed(?:s|ed|ing)|upwards? of|min(?:imum)?)\b|[^\w<≤=-]*[>≥][^<≤]*\d"
    r"|[^\d(]*\d[\d.,]*\s?[%kKmM]?\s?(?:\+(?!\s?[$€£\d])|or more\b|and (?:up|above|more|counting)\b)",
    re.IGNORECASE,
)
"""What says of an amount that it may be more."""
_APART = regex(r"[(\[{<—–,;:|·•…→!?\"“”'’]|\s-\s")
"""What sets a remark apart from the amount before it."""
_REMARKS = frozenset({
    "as", "after", "ack", "acked", "acknowledged", "actual", "again", "alert", "all", "already", "altogether",
    "and", "approx", "approximately", "approved", "at", "because", "before", "blocking", "build", "but", "by",
    "client", "combined", "consecutive", "critical", "crossed", "current", "currently", "cumulative", "during",
    "each", "euro", "euros", "est", "estimated", "exactly", "excl", "excluding", "failed", "failure",
    "failures", "fatal", "flaky", "for", "from", "hit", "in", "incl", "including", "ish", "is", "issue",
    "issues", "bug", "bugs", "lint", "limit", "measured", "more", "new", "now", "of", "ok", "okay", "on",
    "only", "open", "or", "out", "overall", "peak", "percentage", "points", "procent", "prozent", "rate",
    "reached", "reported", "running", "since", "so", "spent", "still", "stop", "test", "tests", "this",
    "through", "till", "to", "times", "today", "together", "total", "trending", "unresolved", "until", "up",
    "us", "used", "via", "warn", "warning", "was", "while", "with", "within", "without", "worth", "yesterday",
    "yet",
})  # fmt: skip
"""Words with which a remark begins that leaves the amount before it as it is."""
_TIMES = regex(r"\W*(?:x\s?\d|times\b\W*\d|\+\s?[$€£]?\d)|[^\w$€£]*[×^=]", re.IGNORECASE)
_PLUS = regex(r"\s\+\s?[$€£]?\d")
_PRODUCT = regex(r"\d\s?\\?(?<!\*)\*(?!\*)\s?[$€£]?\d")
_ASIDE = regex(r"\b(?:was|of|from|limit|stop|alert|warn\w*|max|budget|left|per|before|at)\b|/\s*$", re.IGNORECASE)
_NUMBERS = {
    word: number
    for words, numbers in (
        ("zero one two three four five six seven eight nine ten eleven twelve", range(13)),
        ("thirteen fourteen fifteen sixteen seventeen eighteen nineteen", range(13, 20)),
        ("twenty thirty forty fifty sixty seventy eighty ninety", range(20, 100, 10)),
    )
    for word, number in zip(words.split(), numbers, strict=True)
}
_DATE = regex(r"\s*[-–—]?\s*\d{4}-\d\d-\d\d")
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_WORDED = regex(
    rf"\b(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?P<ones>{_ONES}))?"
    rf"|(?P<small>zero|{_ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen))\b",
    re.IGNORECASE,
)
_ENTITY = regex(r"&(?:nbsp|emsp|ensp|#160|#xa0);", re.IGNORECASE)
_SIGNS = regex("[█▓▒■●🔴🛑⛔🔶🟠🚨💥❌🔥🟥‼❗]")
_UNFILLED = regex(r"\{\{?[^{}\d\"]*\}?\}|<[^<>\d]*>|\$?_+")
_NO_AMOUNT = regex(
    r"(?:o\.?k(?:ay)?|n\.?\s?/?a|(?:within|under|below) (?:the )?limits?|unknown|pending|untracked|tbd|tba|todo|x+|y+"
    r"|not (?:yet )?(?:measured|tracked|recorded|known|started|set)(?: yet)?)",
    re.IGNORECASE,
)
_GROUPS = {mark: regex(rf"\d{{1,3}}(?:{re.escape(mark)}\d{{3}})+") for mark in ",._"}


_WRITTEN = regex(r"\$?(\d{1,9}(?:\.\d\d?)?)%?(?: ⚠️| 🔶| 🛑| ACK)*")
"""An amount as the seed's agents and cockpit write it. What is so needs none of the other patterns, and to compile them
all is a good part of a hook's time."""


def read_amount(
    text: str, unit: Unit | None = None, *, dots_group: bool = False, any_unit: bool = False
) -> float | None:
    """The amount a cell or value states, in either style of numbers: `$26.50`, `**$25** ACK`, `35%`, `500K`, `1,200`,
    `$1.250,00`, `sixty dollars`, `~60`, `$12 / $50`; of a range or several the highest (`$20 → $60`).

    None where it states none, or one that can be read in two ways (`$1.250`, unless `dots_group`: the dots around it
    part thousands), and where a word follows that may make it another one (`five dozen`), unless it may be of
    `any_unit`. Of `unit` percent, `3/5` is a share.
    """
    if (written := _WRITTEN.fullmatch(text)) is not None:
        return float(written[1])
    bare = "" if _PRODUCT.search(text[:_LONGEST]) else _WORDED.sub(_digits, _bare(text))
    begins = _BEFORE.match(bare)
    found = _AMOUNT.match(bare, begins.end() if begins else 0)
    if found is None:
        others = [each for each in _AMOUNT.finditer(bare) if each["unit"] or bare[each.start()] in "$€£"]
        if len(others) != 1 or len(_AMOUNT.findall(bare)) != 1:
            return None
        found = others[0]
    rest = bare[found.end() :]
    parted = found[0][-1:].isspace()
    if (_BROKEN.match(rest) and not parted) or (parted and rest[:1].isdigit() and not _DATE.match(rest)):
        return None
    value = _value(found, dots_group)
    share = re.match(r"\s?/\s?(?=\d)", rest) if unit == "percent" and not found["unit"] else None
    if share is not None:
        whole = _AMOUNT.match(rest, share.end())
        total = _value(whole, dots_group) if whole is not None and not whole["unit"] else None
        return value / total * 100 if value is not None and total else None
    others = _others(bare, found)
    last = max((each.end() for each in others), default=found.end())
    if _SHARED.match(rest) or not (any_unit or (_is_remark(rest) and _is_remark(bare[last:]))):
        return None
    more = [_value(each, dots_group) for each in others]
    return None if value is None or None in more else max(value, *(each for each in more if each is not None), value)


def _is_remark(rest: str) -> bool:
    """Whether what stands behind an amount leaves it as it is: nothing, signs, what is set apart, a known word."""
    lead = re.match(r"[^\w$€£]*", rest)
    behind = rest[lead.end() :] if lead is not None else rest
    signs = lead[0] if lead is not None else ""
    if _TIMES.match(rest) or _PLUS.search(rest):
        return False
    if not behind or _APART.search(signs) or _GOES_ON.match(rest):
        return True
    if "/" in signs:
        return behind[0] in "$€£" or behind[0].isdigit()
    word = re.match(r"[^\W_]+", behind)
    return word is None or word[0].casefold() in _REMARKS or word[0].isdigit()


def is_at_least(text: str) -> bool:
    """Whether an amount may be more than what is stated: `> $12`, `at least $12`, `$12+`."""
    if _WRITTEN.fullmatch(text):
        return False
    return _AT_LEAST.match(_bare(_ENTITY.sub(" ", text[:_LONGEST]).replace("&gt;", ">"))) is not None


def _others(bare: str, first: re.Match[str]) -> list[re.Match[str]]:
    """The amounts behind the first one that state the same: the end of a range, the next of a list."""
    found: list[re.Match[str]] = []
    rest = first.end()
    while (goes_on := _GOES_ON.match(bare, rest)) is not None and not _DATE.match(bare, rest):
        if (second := _AMOUNT.match(bare, goes_on.end())) is None:
            break
        found, rest = [*found, second], second.end()
    if found:
        return found
    sign = "%" if first["unit"] == "%" else "$" if "$" in first[0] else None
    found += [each for each in _AMOUNT.finditer(bare, rest) if sign is not None and sign in each[0]]
    found += [each for each in _AMOUNT.finditer(bare, rest) if bare[rest : each.start()].rstrip().endswith(";")]
    return [each for each in found if not _ASIDE.search(bare[max(rest, each.start() - 12) : each.start()])]


def _digits(found: re.Match[str]) -> str:
    """A number in words, in digits."""
    return str(sum(_NUMBERS[word.lower()] for word in found.groups() if word))


def _bare(text: str) -> str:
    """A text without markup, struck words, footnotes and decoration."""
    plain = _LINK.sub(r"\1", _STRUCK.sub(" ", text[:_LONGEST])).translate(_FULL_WIDTH)
    plain = _NOISE.sub("", plain.replace("\\", ""))
    return re.sub(r"^[^\w$€£.~≈≥≤<>=:+−-]+", "", plain).strip()


def _value(found: re.Match[str], dots_group: bool) -> float | None:
    number = _number(found["digits"], found["unit"], dots_group)
    if number is None:
        return None
    value = number * _SCALES.get((found["scale"] or "").lower(), 1)
    return (-value if found["sign"] in ("-", "−") or found["again"] else value) if value < _LARGEST else None


def _number(digits: str, unit: str | None, dots_group: bool) -> float | None:
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
        return float(f"{whole}{part}") if dots_group else None
    return float(f"{whole or '0'}.{part}")


def states_something(text: str) -> bool:
    """Whether a text states something in the place of an amount: no dash, `N/A`, `TBD`, placeholder or `OK`."""
    if _WRITTEN.fullmatch(text):
        return True
    shown = plain(_ENTITY.sub(" ", text[:_LONGEST]))
    bare = re.sub(r"^[^\w∞]+|[^\w∞]+$", "", _bare(shown))
    if not bare:  # signs alone state something where they count or draw, and where they warn
        return bool(_SIGNS.search(shown))
    return not (is_nothing(shown) or unfilled(shown) or _UNFILLED.fullmatch(shown) or _NO_AMOUNT.fullmatch(bare))


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


# The keys and words by which the files of Project Autopilot name a metric (docs/systems/autopilot.md)

_OTHERS: Mapping[str, tuple[str, ...]] = {
    "cost": ("total_cost", "fuel_cost", "fuel", "fuel_used", "costs", "spend", "spending", "spent", "expense",
             "expenses", "budget_used", "cost_used", "cost_spent", "money", "money_spent", "api_cost", "session_cost",
             "kosten", "costo", "coste", "coût", "费用", "成本",
              "total_spend", "cost_so_far"),
    "context": ("context_used", "context_window", "context_usage", "ctx", "ctx_used", "window", "context_size",
                "context_fill", "context_budget", "ctx_window", "kontext", "contexto", "contexte"),
    "variance": ("cost_variance", "estimate_variance", "deviation", "estimate_deviation", "budget_variance",
                 "abweichung"),
    "errors": ("error_count", "error", "error_threshold", "failures", "failure_count", "errors_in_a_row",
               "consecutive_errors", "error_rate", "fehler", "errores", "erreurs"),
    "tokens": ("token_count", "total_tokens", "token", "token_usage", "tokens_used", "token_budget"),
}  # fmt: skip
_BY_NAME = {name: metric for metric in METRICS for name in (metric.name, *_OTHERS[metric.name])}
_UNITS = regex(r"(?:_(?:usd|us|eur|dollars?|percent|pct|count|tokens?|total|so_far|now|current|used))+$")
_HUMP = regex(r"(?<=[a-z])(?=[A-Z])")
_MARKS = regex(r"[^\w\s%/-]+")
OTHER = "thresholds"
"""Stands for a metric where something is stated that holds the agent, and nobody can tell of what."""
MENTION = regex(
    r"\b(?:costs?|fuel|spend|spent|kosten|contexts?(?: window)?|ctx|variance|errors?|tokens?)\b", re.IGNORECASE
)
"""A metric in a sentence or a longer name."""
_NOT_NOW = regex(
    r"\b(?:limits?|max(?:imum)?|budget|cap|thresholds?|warning|alert|stop|avg|average|per|each|estimated?|expected"
    r"|forecast|projected|target|last|previous|yesterday|allowed|if|when|whenever|once|unless|should|must)\b",
    re.IGNORECASE,
)
_LONGEST_NAME = 100
_LEFT = regex(r"\b(?:left|remaining|available)\b", re.IGNORECASE)


def spellings(metric: str) -> tuple[str, ...]:
    """The keys under which a metric may stand, its own name first."""
    return metric, *_OTHERS.get(metric, ())


def metric_named(name: str) -> Metric | None:
    """The metric a key or table label means, whatever its case, separators, signs and unit: `Cost (USD)`, `💰 Cost`,
    `context_percent`, `errorCount`; None where there is none."""
    if (written := _BY_NAME.get(name.lower())) is not None:
        return written
    folded = folded_name(_MARKS.sub(" ", _HUMP.sub("_", name[:_LONGEST_NAME])))
    return _BY_NAME.get(folded) or _BY_NAME.get(_UNITS.sub("", folded))


def metrics_in(name: str) -> tuple[Metric, ...]:
    """The metrics that a label is about: `Cost & Tokens`, `Cost (opus)`; none for a limit, an average or a forecast."""
    if (written := _BY_NAME.get(name.lower())) is not None:
        return (written,)
    name = name[:_LONGEST_NAME]
    mentioned = (metric_named(each[0]) for each in MENTION.finditer(name))
    found = tuple(dict.fromkeys(metric for metric in mentioned if metric is not None))
    named = metric_named(name)
    if named is not None and len(found) < 2:
        return (named,)
    return () if _NOT_NOW.search(name) else found


def is_about_other_time(name: str) -> bool:
    """Whether a label is about a limit, an average, a forecast or another time, and not about the present."""
    return _NOT_NOW.search(name.replace("_", " ")) is not None


def is_about_remainder(name: str) -> bool:
    """Whether a label is about what is left and not about what was used."""
    return _LEFT.search(name) is not None
