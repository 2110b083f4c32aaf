"""What verbs change, as text: `python -m tests.conformance.edit_tables` writes the tables anew, to be read."""

from collections.abc import Iterator
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from tests.conformance.described import Described
from tests.conformance.memory_system import Bytes, MemorySystem, applied, changed_lines, crlf


def tables(system: Described) -> Path:
    """Where the tables of a system lie."""
    return Path(__file__).parent / system.id.replace("-", "_") / "tables"


def table(system: Described, name: str) -> str:
    """What each verb does to a project: its sentence, its remarks, and by file the lines that go and come."""
    files = system.projects[system.tables[name]]
    return "\n".join("\n".join(edit_text(system, files, intent)) for intent in system.intents)


def edit_text(system: Described, files: Bytes, intent: Intent) -> Iterator[str]:
    """What a verb does. Fails where it does something else on the same files with CRLF."""
    yield f"# {intent_text(intent)}"
    edit = system.in_memory.edit_or_refusal(files, intent)
    if isinstance(edit, CommandError):
        yield f"refused: {edit}\n"
        return
    after = applied(files, edit)
    check_windows(system.in_memory, files, after, intent)
    yield f"= {edit.done}"
    yield from (f"> {remark}" for remark in edit.remarks)
    yield from changes_text(files, after, system.folder)
    yield ""


def changes_text(files: Bytes, after: Bytes, folder: str) -> Iterator[str]:
    """By file (without the folder) the lines that go and come; where one is gone, or was another, that alone."""
    for path, lines in changed_lines(files, after, folder).items():
        whole = path if path in files or path in after else f"{folder}{path}"
        moved = next((old for old in files if old not in after and files[old] == after.get(whole)), None)
        if whole in files and whole not in after:
            yield f"{path} is gone"
        elif moved is not None:
            yield f"{path} is what {moved.removeprefix(folder)} was"
        else:
            yield f"{path}:"
            yield from (f"    {line}".replace("\u00a0", "~") for line in lines)


def check_windows(system: MemorySystem, files: Bytes, after: Bytes, intent: Intent) -> None:
    """With CRLF, the same bytes with CRLF; a file that is new may have LF."""
    windows = system.files_after(crlf(files), intent)
    assert windows.keys() == after.keys()
    for path, data in after.items():
        assert windows[path] == crlf({path: data})[path] or (path not in files and windows[path] == data), path


def intent_text(intent: object) -> str:
    """A verb with its arguments, without those left out."""
    arguments = [f"{name}={getattr(intent, name)!r}" for name in type(intent).__slots__ if name != "draft"]
    unsaid = ("=None", "=()", " early=False", " force=False", " with_task=False")
    return " ".join([type(intent).__name__, *(each for each in arguments if not f" {each}".endswith(unsaid))])


if __name__ == "__main__":
    from tests.conformance.registry import DESCRIBED

    for each in DESCRIBED:
        tables(each).mkdir(parents=True, exist_ok=True)
        for name in each.tables:
            (tables(each) / f"{name}.txt").write_text(table(each, name), "utf-8", newline="\n")
