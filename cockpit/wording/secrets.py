"""Likely secrets in a text that is about to leave the machine: pointed out on the screen, masked in what is printed."""

import re
from functools import partial

from cockpit.regex import regex
from cockpit.values import dataclass
from cockpit.wording.messages import Message

_KNOWN: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a private key",
        regex(
            r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:[\s>|]+[0-9A-Za-z+/=]{8,})*"
            r"(?:[\s>|]*-----END (?:[A-Z]+ )*PRIVATE KEY-----)?"
        ),
    ),
    ("an AWS access key", regex(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    ("a GitHub token", regex(r"\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{40,})\b")),
    ("a GitLab token", regex(r"\bglpat-[\w-]{20,}")),
    ("a Slack token", regex(r"\bxox[abeoprs]-[0-9A-Za-z-]{10,}")),
    ("a Google API key", regex(r"\bAIza[0-9A-Za-z_-]{35}\b")),
    ("a Stripe key", regex(r"\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,}\b")),
    ("an API key", regex(r"\bsk-[0-9A-Za-z_-]{20,}")),
    ("an npm token", regex(r"\bnpm_[0-9A-Za-z]{36}\b")),
    ("a JSON web token", regex(r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{5,}")),
    ("a password in an address", regex(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:(?P<secret>[^\s/@]{3,100})@")),
    (
        "a password or token",
        regex(
            r"(?i)\b[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
            r"(?=[^\s\"']{0,60}[0-9])(?=[^\s\"']{0,60}[A-Za-z])(?P<secret>[^\s\"']{12,})"
        ),
    ),
)
_HINT = regex(
    r"PRIVATE KEY|A[KS]IA|gh[pousr]_|github_pat_|glpat-|xox|AIza|[rs]k_(?:live|test)_|sk-|npm_|eyJ|://"
    r"|(?i:passw|secret|token|api[_-]?key|access[_-]?key)"
)
"""What stands in each of them."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What a line of a text looks like; `line` counts from 1."""

    line: int
    kind: str


def may_hold_secrets(text: str) -> bool:
    """Whether it is worth looking closer; JSON's escapes may stand in it."""
    return _HINT.search(text) is not None


def likely_secrets(text: str) -> tuple[Secret, ...]:
    """The lines that look like they hold a secret, each with the first kind it looks like."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        kind = next((kind for kind, pattern in _KNOWN if pattern.search(line)), None)
        if kind is not None:
            found.append(Secret(number, kind))
    return tuple(found)


def masked(text: str) -> str:
    """The text with what looks like a secret named, not told: `[a GitHub token, masked]`. It has as many lines."""
    if may_hold_secrets(text):
        for kind, pattern in _KNOWN:
            text = pattern.sub(partial(_named, kind), text)
    return text


_NAMED = (
    r"(?:[A-Za-z0-9_-]{0,40}(?:TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL|API[_-]?KEY|ACCESS[_-]?KEY|AUTH)"
    r"[A-Za-z0-9_-]{0,40}|[A-Za-z0-9_]{0,40}_KEY|KEY)"
)
_VALUE = r"""(?:"[^"\n]{0,4096}"|'[^'\n]{0,4096}'|[^\s;&|"']{1,4096})"""
_IN_COMMANDS = (
    (regex(rf"(?m)((?:^|[;&|(])\s*(?:(?:export|env)\s+)?)((?:[A-Za-z_][A-Za-z0-9_]*={_VALUE}\s+)+)(?=\S)"), None),
    (regex(rf"(?i)(?<![A-Za-z0-9_])((?:--?)?{_NAMED}=){_VALUE}"), r"\1…"),
    (regex(rf"(?i)(?<!\S)(--?{_NAMED}\s+){_VALUE}"), r"\1…"),
    (regex(r"(?i)(\b[A-Za-z0-9-]{0,40}(?:authorization|api-key|token)\s*:\s*)[^\"'\n]{1,4096}"), r"\1…"),
    (regex(r"(://)[^\s/@]{1,500}:[^\s/@]{1,500}(@)"), r"\1…\2"),
)
"""What may be a secret in a command, whatever it looks like: what is set before it, values of names such as `TOKEN`, an
`Authorization` header, a person's name and password in an address."""
_SET = regex(rf"([A-Za-z_][A-Za-z0-9_]*=){_VALUE}")


def masked_command(command: str) -> str:
    """A command without what looks like a secret in it, or stands where one may: `TOKEN=… curl https://…@host/`."""
    text = command
    for pattern, instead in _IN_COMMANDS:
        text = pattern.sub(instead or (lambda found: f"{found[1]}{_SET.sub(_NOT_TOLD, found[2])}"), text)
    return masked(text)


_NOT_TOLD = r"\1…"


def masked_value(value: object) -> object:
    """The same in every text of a JSON value, and in one that stands under the name of a password or token."""
    match value:
        case str() | Message():
            return masked(str(value))
        case dict():
            return {masked(name): _masked_under(name, each) for name, each in value.items()}
        case list():
            return [masked_value(each) for each in value]
        case tuple():
            return tuple(masked_value(each) for each in value)
        case _:
            return value


def _named(kind: str, found: re.Match[str]) -> str:
    start, end = found.span("secret" if "secret" in found.re.groupindex else 0)
    before, after = found.string[found.start() : start], found.string[end : found.end()]
    lines = "\n" * found.string.count("\n", start, end)
    return f"{before}[{kind}, masked]{lines}{after}"


def _masked_under(name: str, value: object) -> object:
    if isinstance(value, str | Message):
        head = f"{name}: "
        whole = masked(f"{head}{value}")
        if whole.startswith(head):
            return whole[len(head) :]
    return masked_value(value)
