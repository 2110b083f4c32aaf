"""Likely secrets in a text that is about to leave the machine: pointed out on the screen, masked in what is printed."""

import re
from functools import partial

from cockpit.regex import regex
from cockpit.values import dataclass
from cockpit.wording.messages import Message

_SPACE = r"[ \t]{0,20}"
_IS = rf"\\?[\"']?{_SPACE}[:=]{{1,2}}>?{_SPACE}"
"""Between a name and its value: `: `, `=`, `": "`, ` => '`."""
_STATED = r"(?!(?:your|example|placeholder|redacted|x{3}|\.{2})|[$<{%*\[(…])"
"""No placeholder."""
_LITERAL = (
    r"(?:\\?[\"']|(?![\w.]{1,60}[(\[]|[A-Za-z_]\w{0,30}(?:\.[A-Za-z_]\w{0,30}){1,6}(?:[\s,;)\]}]|$)"
    r"|[.~]{0,2}/[\w.-]{1,60}/|https?://))"
)
"""What begins a value that stands there itself: a quote, or no call, attribute, path or address."""
_MIXED = r"(?=[^\s\"']{0,60}[0-9])(?=[^\s\"']{0,60}[A-Za-z])"

_KNOWN: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    (
        "a private key", r"PRIVATE KEY",
        regex(
            r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:[\s>|]+[0-9A-Za-z+/=]{8,})*"
            r"(?:[\s>|]*-----END (?:[A-Z]+ )*PRIVATE KEY-----)?"
        ),
    ),
    ("an AWS access key", r"A[KS]IA", regex(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    (
        "a GitHub token", r"gh[pousr]_|github_pat_",
        regex(r"\b(?:gh[pousr]_(?![xX]{6})[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{40,})\b"),
    ),
    ("a GitLab token", r"glpat-", regex(r"\bglpat-(?![xX]{6})[\w-]{20,}")),
    (
        "a webhook", r"hooks\.slack",
        regex(r"\bhooks\.slack\.com/(?:services|workflows|triggers)/(?!\S{0,60}[xX]{6})(?P<secret>[\w/-]{20,})"),
    ),
    (
        "a webhook", r"webhook\.office",
        regex(r"\bwebhook\.office\.com/webhookb2/(?P<secret>[\w@/-]{60,})"),
    ),
    (
        "a webhook", r"/webhooks/",
        regex(r"\bdiscord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{15,22}/(?P<secret>[\w-]{50,})"),
    ),
    (
        "a Slack token", r"xox|xapp",
        regex(
            r"\b(?:xox[abeoprs](?:\.xox[bp])?-(?=[\w-]{0,60}[0-9])(?![\w-]{0,60}[xX]{6})[0-9A-Za-z-]{10,}"
            r"|xapp-\d-[0-9A-Za-z-]{20,})"
        ),
    ),
    ("a bot token", r"\d:AA", regex(r"(?<!\d)\d{8,10}:AA[\w-]{32,35}(?![\w-])")),
    (
        "a bot token", r"\.[\w-]{6}\.[\w-]{27}",
        regex(r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.(?=[\w-]{0,45}[0-9])[\w-]{27,45}(?![\w-])"),
    ),
    ("a Google API key", r"AIza", regex(r"\bAIza[0-9A-Za-z_-]{35}\b")),
    ("a Stripe key", r"[rs]k_(?:live|test)_", regex(r"\b[rs]k_(?:live|test)_(?![xX]{6})[0-9A-Za-z]{16,}\b")),
    ("an API key", r"sk-", regex(r"\bsk-(?=[\w-]{0,60}[0-9])(?![\w-]{0,60}[xX]{6})[0-9A-Za-z_-]{20,}")),
    ("a SendGrid key", r"SG\.", regex(r"\bSG\.[\w-]{20,24}\.[\w-]{40,50}(?![\w-])")),
    ("a Hugging Face token", r"hf_", regex(r"\bhf_(?![xX]{6})[0-9A-Za-z]{30,}\b")),
    ("a Docker token", r"dckr_", regex(r"\bdckr_[op]at_(?![xX]{6})[\w-]{20,}")),
    ("a DigitalOcean token", r"_v1_", regex(r"\bdo[opr]_v1_[0-9a-f]{40,}\b")),
    (
        "a service's key", r"pypi-|hvs\.|glsa_|shp\w\w_|gsk_|whsec_|AGE-SECRET|ya29\.",
        regex(
            r"\b(?:pypi-AgE[\w-]{50,}|hvs\.[\w-]{24,}|glsa_[0-9A-Za-z]{32}_[0-9a-f]{8}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}"
            r"|gsk_[0-9A-Za-z]{40,}|whsec_[0-9A-Za-z+/]{24,}={0,2}|AGE-SECRET-KEY-1[0-9A-Z]{50,}|ya29\.[\w-]{20,})"
        ),
    ),
    ("an npm token", r"npm_", regex(r"\bnpm_(?![xX]{6})[0-9A-Za-z]{36}\b")),
    ("a JSON web token", r"eyJ", regex(r"(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{5,}")),
    (
        "an account key", r"(?i:account|access)Key=",
        regex(r"(?i)\b(?:account|sharedaccess)key=(?P<secret>[0-9A-Za-z+/]{40,}={0,2})"),
    ),
    (
        "a login of a request", r"(?i:authorization)",
        regex(
            rf"(?i)\bauthorization{_IS}(?:\\?[\"'])?(?:basic[ \t]{{1,3}}(?=[^\s\"']{{0,60}}(?:[0-9=]|(?-i:[a-z][A-Z])))"
            rf"|(?:[\w-]{{1,20}}[ \t]{{1,3}})?(?=[^\s\"']{{0,60}}[0-9])){_STATED}(?P<secret>[\w.~+/=-]{{8,}})"
        ),
    ),
    (
        "a login of a request", r"(?i:bearer)",
        regex(rf"(?i)\bbearer[ \t]{{1,3}}{_STATED}(?=[^\s\"']{{0,60}}[0-9])(?P<secret>[\w.~+/=-]{{8,}})"),
    ),
    (
        "a login of a request", r"curl",
        regex(
            r"\bcurl\b(?:\\\n|[^\n|]){0,300}?\s(?:-[A-Za-z]{0,8}u ?|--user[ =])[\"']?"
            r"(?P<secret>(?!\d+:\d+(?!\S))[^\s:\"'$<{-][^\s:\"'$<{]{0,100}:[^\s:\"'$<{*][^\s\"']{0,100})"
        ),
    ),
    (
        "a cookie", r"curl",
        regex(
            r"\bcurl\b(?:\\\n|[^\n|]){0,300}?\s(?:-b ?|--cookie[ =])[\"']?"
            rf"(?P<secret>[\w.-]{{1,60}}={_STATED}{_MIXED}[^\s\"']{{6,}})"
        ),
    ),
    (
        "a cookie", r"(?i:cookie)",
        regex(
            rf"(?i)\bcookie\\?[\"']?[ \t]{{0,3}}:[ \t]{{0,3}}(?:\\?[\"'])?"
            rf"(?P<secret>(?:[\w.-]{{1,60}}=[^;\s\"']{{0,60}};[ \t]{{0,3}}){{0,8}}[\w.-]{{1,60}}={_STATED}"
            r"(?=[^;\s\"']{0,60}[0-9])(?=[^;\s\"']{0,60}[A-Za-z])[^;\s\"']{6,}[^\n\"']{0,4096})"
        ),
    ),
    (
        "a password in an address", r"://",
        regex(rf"\b[a-z][a-z0-9+.-]{{1,20}}://[^\s/:@]{{0,100}}:{_STATED}(?!pass(?:wd|word)?@)(?P<secret>[^\s/@]{{3,100}})@"),
    ),
    (
        "a password or token", r"PASS|PWD",
        regex(
            rf"(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD)={_LITERAL}{_STATED}"
            r"(?!(?i:change|secret|pass|none|null|true|false|dummy))(?P<secret>[^\s\"']{4,})"
        ),
    ),
    (
        "a password or token", r"(?i:pass|_pwd)",
        regex(
            rf"(?i)(?:password|passwd|passphrase|_pass|_pwd|(?<![\w-])pass(?=\\?[\"']?{_SPACE}[:=]{_SPACE}\\?[\"']))"
            rf"{_IS}{_LITERAL}{_STATED}{_MIXED}(?P<secret>[^\s\"']{{6,}})"
        ),
    ),
    (
        "a password or token", r"(?i:secret|token|credential|key)",
        regex(
            r"(?i)(?:secret|token|credentials?|(?:api|access|secret|private|auth|account|signing|encryption)[_-]?key)"
            rf"{_IS}{_LITERAL}{_STATED}{_MIXED}(?P<secret>[^\s\"']{{12,}})"
        ),
    ),
)  # fmt: skip
"""What secrets look like: the kind, what stands in each of them, and the pattern; where that has a group `secret`, the
rest of it is told. Prefixes, alphabets and lengths are those that the services publish."""
_HINT = regex("|".join(dict.fromkeys(hint for _, hint, _ in _KNOWN)))


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
        if not may_hold_secrets(line):
            continue
        kind = next((kind for kind, _, pattern in _KNOWN if pattern.search(line)), None)
        if kind is not None:
            found.append(Secret(number, kind))
    return tuple(found)


def masked(text: str) -> str:
    """The text with what looks like a secret named, not told: `[a GitHub token, masked]`. It has as many lines."""
    if may_hold_secrets(text):
        for kind, hint, pattern in _KNOWN:
            text = pattern.sub(partial(_named, kind), text) if re.search(hint, text) else text
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
    (regex(r"(?i)(\b[A-Za-z0-9-]{0,40}(?:authorization|api-key|token|cookie)\s*:\s*)[^\"'\n]{1,4096}"), r"\1…"),
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
