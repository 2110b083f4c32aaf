"""Likely secrets in a text that is about to leave the machine: pointed out, not removed, for the person decides."""

import re

from cockpit.values import dataclass

_KNOWN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a private key", re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----")),
    ("an AWS access key", re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    ("a GitHub token", re.compile(r"\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{40,})\b")),
    ("a GitLab token", re.compile(r"\bglpat-[\w-]{20,}")),
    ("a Slack token", re.compile(r"\bxox[abeoprs]-[0-9A-Za-z-]{10,}")),
    ("a Google API key", re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b")),
    ("a Stripe key", re.compile(r"\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,}\b")),
    ("an API key", re.compile(r"\bsk-[0-9A-Za-z_-]{20,}")),
    ("an npm token", re.compile(r"\bnpm_[0-9A-Za-z]{36}\b")),
    ("a JSON web token", re.compile(r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{5,}")),
    ("a password in an address", re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:[^\s/@]{3,100}@")),
    (
        "a password or token",
        re.compile(
            r"(?i)\b[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
            r"(?=[^\s\"']{0,60}[0-9])(?=[^\s\"']{0,60}[A-Za-z])[^\s\"']{12,}"
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Secret:
    """What a line of a text looks like; `line` counts from 1."""

    line: int
    kind: str


def likely_secrets(text: str) -> tuple[Secret, ...]:
    """The lines that look like they hold a secret, each with the first kind it looks like."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        kind = next((kind for kind, pattern in _KNOWN if pattern.search(line)), None)
        if kind is not None:
            found.append(Secret(number, kind))
    return tuple(found)
