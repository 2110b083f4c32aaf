"""What verbs change, as text: `python -m tests.systems.editing.told_changes` writes the tables anew, to be read."""

from collections.abc import Iterator

from cockpit.model.intents import Intent
from cockpit.model.refused import Refused
from tests.systems.editing.bench import Bytes, applied, changed_lines, crlf, make
from tests.systems.editing.every_verb import INTENTS, PROJECTS
from tests.systems.memory_files import FIXTURES

TABLES = FIXTURES / "verbs"
TOLD = {
    "seed": "the seed's shape",
    "example": "without thresholds",
    "other-shape": "the other shape of the JSON",
    "layout-2": "layout 2",
    "phase-files": "phase files",
    "decision-log": "a decision log",
    "odd": "odd",
}
"""The tables, and the projects they are about."""


def table(name: str) -> str:
    """What each verb does to a project: its sentence, its remarks, and by file the lines that go and come."""
    return "\n".join("\n".join(told(PROJECTS[TOLD[name]], intent)) for intent in INTENTS)


def told(files: Bytes, intent: Intent) -> Iterator[str]:
    """What a verb does. Fails where it does something else on the same files with CRLF."""
    yield f"# {words(intent)}"
    try:
        edit = make(files, intent)
    except Refused as refused:
        yield f"refused: {refused}\n"
        return
    after = applied(files, edit)
    check_windows(files, after, intent)
    yield f"= {edit.done}"
    yield from (f"> {remark}" for remark in edit.remarks)
    for path, lines in changed_lines(files, after).items():
        moved = next((old for old in files if old not in after and files[old] == after.get(f".autopilot/{path}")), None)
        if f".autopilot/{path}" in files and f".autopilot/{path}" not in after:
            yield f"{path} is gone"
        elif moved is not None:
            yield f"{path} is what {moved.removeprefix('.autopilot/')} was"
        else:
            yield f"{path}:"
            yield from (f"    {line}".replace("\u00a0", "~") for line in lines)
    yield ""


def check_windows(files: Bytes, after: Bytes, intent: Intent) -> None:
    """With CRLF, the same bytes with CRLF; a file that is new may have LF."""
    windows = applied(crlf(files), make(crlf(files), intent))
    assert windows.keys() == after.keys()
    for path, data in after.items():
        assert windows[path] == crlf({path: data})[path] or (path not in files and windows[path] == data), path


def words(intent: Intent) -> str:
    """A verb with what it was given."""
    given = [f"{name}={getattr(intent, name)!r}" for name in intent.__slots__ if name != "draft"]
    return " ".join([type(intent).__name__, *(each for each in given if not each.endswith(("=None", "=()")))])


if __name__ == "__main__":
    TABLES.mkdir(exist_ok=True)
    for each in TOLD:
        (TABLES / f"{each}.txt").write_text(table(each), "utf-8", newline="\n")
