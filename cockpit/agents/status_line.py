"""What Claude Code says to its status line on standard input. What is not stated as it should be is left out.

To read it imports next to nothing: a status line runs after every message.
"""

import json

LONGEST = 100
"""Characters of an id or a name that is kept."""
PROCESS = "CLAUDE_PID"
"""The variable that names the agent's process."""
_MOST = 10**12
"""No agent uses more of anything."""

Fields = dict[str, object]


def stated(data: bytes) -> Fields:
    """The JSON object that was said; an empty one where it is none."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def folder_in(said: Fields) -> str | None:
    """The folder of the project; None where none is stated."""
    workspace = _part(said, "workspace")
    named = (workspace.get("project_dir"), workspace.get("current_dir"), said.get("cwd"))
    return next((each for each in named if isinstance(each, str) and each.startswith("/") and "\0" not in each), None)


def reading_in(said: Fields, process: str | None) -> Fields:
    """The fields of a `Reading` that were stated; none without a session. No prompt, title or path is among them.
    `process` is what the environment says of `PROCESS`."""
    session = _name(said.get("session_id"))
    if session is None:
        return {}
    context, limits = _part(said, "context_window"), _part(said, "rate_limits")
    fields = {
        "session": session,
        "cost": _number(_part(said, "cost").get("total_cost_usd")),
        "context": _number(context.get("used_percentage")),
        "tokens": _tokens(_part(context, "current_usage")),
        "window": _number(context.get("context_window_size")),
        "model": _name(_part(said, "model").get("id")),
        "process": int(process) if process and process.isascii() and process.isdigit() else None,
    }
    for name in ("five_hour", "seven_day"):
        used, resets = (_number(_part(limits, name).get(each)) for each in ("used_percentage", "resets_at"))
        if used is not None and resets is not None:
            fields |= {name: used, f"{name}_resets": resets}
    return {name: value for name, value in fields.items() if value is not None}


def _part(said: Fields, name: str) -> Fields:
    part = said.get(name)
    return part if isinstance(part, dict) else {}


def _tokens(usage: Fields) -> float | None:
    """The tokens in the context: what goes in, not what comes out."""
    counts = [_number(usage.get(f"{each}input_tokens")) for each in ("", "cache_creation_", "cache_read_")]
    return None if counts[0] is None else sum(filter(None, counts))


def _number(value: object) -> float | None:
    """A number from 0; no truth value, and neither infinite nor none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and 0 <= value <= _MOST else None  # type: ignore[operator, return-value]


def _name(value: object) -> str | None:
    """An id or a name; none of other characters than ASCII, which would make lines of any length."""
    is_name = isinstance(value, str) and 0 < len(value) <= LONGEST and value.isascii() and value.isprintable()
    return value if is_name else None  # type: ignore[return-value]
