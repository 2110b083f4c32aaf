"""The signs of the screen, each with a plain ASCII form for terminals and fonts without them (`--ascii`)."""

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs. Every level and state differs by shape, never by colour alone."""

    stop: str
    alert: str
    warning: str
    quiet: str
    acknowledged: str
    question: str
    blocked: str
    bypassed: str
    open: str
    done: str
    active: str
    failed: str
    pending: str
    handoff: str
    note: str
    error: str
    changed: str
    cursor: str
    filled: str
    empty: str
    partial: str
    line: str
    line_filled: str
    limit: str
    value: str
    dot: str
    dash: str


UNICODE = Glyphs(
    stop="■",
    alert="▲",
    warning="◆",
    quiet="·",
    acknowledged="✓",
    question="?",
    blocked="■",
    bypassed="↷",
    open="○",
    done="✓",
    active="●",
    failed="✗",
    pending="○",
    handoff="↪",
    note="·",
    error="✗",
    changed="▎",
    cursor="▌",
    filled="━",
    empty="─",
    partial=" ╸",
    line="─",
    line_filled="━",
    limit="┿",
    value="●",
    dot="·",
    dash="—",
)

ASCII = Glyphs(
    stop="#",
    alert="!",
    warning="^",
    quiet=".",
    acknowledged="+",
    question="?",
    blocked="#",
    bypassed=">",
    open="o",
    done="+",
    active="*",
    failed="x",
    pending="o",
    handoff=">",
    note=".",
    error="x",
    changed="|",
    cursor=">",
    filled="#",
    empty="-",
    partial=" ",
    line="-",
    line_filled="=",
    limit="|",
    value="O",
    dot="-",
    dash="-",
)
