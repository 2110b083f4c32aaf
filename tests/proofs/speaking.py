"""Every command that prints, on one project: what it says on both outputs, and what it writes."""

import contextlib
import io
from pathlib import Path

from cockpit.cli.main import main
from tests.proofs.poison import harmless

SPOKEN: tuple[tuple[str, ...], ...] = (
    ("status",), ("status", "--json"), ("status", "cost"), ("lint",), ("lint", "--json"), ("check",), ("config",),
    ("resume",), ("resume", "--json"), ("resume", "prompt"), ("status", "@"), ("@",), ("status", "--track", "@"),
    ("todo", "done", "@"), ("blocker", "resolve", "@"), ("set", "status=@"), ("set", "@=1"), ("todo", "add", "@"),
    ("decision", "add", "@"), ("todo", "add", "one more"), ("decision", "add", "so it is"), ("undo",),
    ("handoff", "--next", "go on", "--existing", "archive", "--dry-run"), ("handoff", "--next", "@", "--dry-run"),
    ("handoff", "--next", "go on", "--existing", "archive"), ("resume", "prompt"), ("log",), ("log", "--json"),
)  # fmt: skip
"""Command lines, those that write at the end; `@` is the hostile text."""


def speak(folder: Path, text: str) -> dict[tuple[str, ...], str]:
    """What each command prints on both outputs. Fails where a terminal would act on it."""
    said = {}
    for line in SPOKEN:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
            main(["-C", str(folder), *(word.replace("@", text) for word in line)])
        said[line] = out.getvalue() + err.getvalue()
        assert said[line], line
        assert "Traceback" not in said[line], (line, said[line])
        harmless(said[line], line)
    return said
