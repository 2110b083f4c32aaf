"""The database as a store of the state: where it lies, which initiatives it has, and one of them as keys and values."""

from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.rows import StateRows, initiatives_of, state_rows
from cockpit.systems.codewalk.tables import TABLES, wrong_shape
from cockpit.systems.interface import DATABASE, Candidate, Files
from cockpit.systems.reading.value_tree import Values
from cockpit.values import dataclass

FOLDER, NAME = ".codewalk", "state.db"
USUAL = f"{FOLDER}/{NAME}"


@dataclass(frozen=True, slots=True)
class StateDatabase:
    """One initiative of a database."""

    path: str
    rows: StateRows
    root: Entry
    others: tuple[str, ...] = ()


def database_path(files: Files, base: str = "") -> str | None:
    """Where the database lies, relative to the project; None where it is said to lie outside, or elsewhere in it."""
    variable = files.variable(DATABASE, base)
    if variable is not None:
        path = files.place(variable.value, base)
        return path if path is not None and path.startswith(f"{base}/" if base else "") else None
    return f"{base}/{USUAL}" if base else USUAL


def is_outside(files: Files, base: str = "") -> bool:
    """Whether a path from the project's folder says that the database lies outside it, where it is not looked at.

    A whole path may be that of another project.
    """
    variable = files.variable(DATABASE, base)
    return (
        variable is not None and not variable.value.startswith("/") and not base and files.place(variable.value) is None
    )


def find_databases(files: Files, system: str, base: str) -> tuple[Candidate, ...]:
    """The initiatives of the database, each a track of its own; one track for a database that cannot be read."""
    path = database_path(files, base)
    if path is None:
        return (Candidate(system=system, path=USUAL),) if is_outside(files, base) else ()  # so that somebody says it
    folder, _, name = path.rpartition("/")
    if name not in (each.rstrip("/") for each in files.names(folder)):
        return ()
    content = files.rows(path, TABLES)
    if content is None:
        return ()
    if content.tables is None or (content.tables and wrong_shape(content.tables) is not None):
        return (Candidate(system=system, path=path, base=base),)
    return tuple(Candidate(system=system, path=path, base=base, part=each) for each in initiatives_of(content.tables))


def is_database(path: str) -> bool:
    """Whether a track's main file is a database."""
    return not path.endswith(".md")


def read_database(files: Files, candidate: Candidate, report: Report) -> StateDatabase | None:
    """The initiative of a candidate; None where it cannot be read, which is reported."""
    stated = files.variable(DATABASE, candidate.base)
    if stated is not None and is_outside(files, candidate.base):
        told = f"{DATABASE} names {stated.value}, which is not read: it is no file of the project."
        report.add("database-outside", stated.path or candidate.path, stated.line, told)
        return None
    content = files.rows(candidate.path, TABLES)
    if content is None:
        report.add("state-file-missing", candidate.path, None, "There is no database any more.")
        return None
    report.take(content.finding)
    if content.tables is None:
        return None
    wrong = wrong_shape(content.tables)
    if wrong is not None:
        told = f"The table {wrong[0]} {wrong[1]}, as Codewalkers' tables have it; nothing is read or written there."
        report.add("tables-unknown", candidate.path, None, told)
        return None
    known = initiatives_of(content.tables)
    if not candidate.part or candidate.part not in known:
        report.add("state-file-missing", candidate.path, None, "The database has no such initiative any more.")
        return None
    rows = state_rows(content.tables, candidate.part)
    if not rows.counted:
        report.add("progress-unreadable", candidate.path, None, "`progress_json` holds no JSON object.")
    root = Entry(candidate.path, Values(rows.tree, lambda _: None))
    return StateDatabase(candidate.path, rows, root, tuple(each for each in known if each != candidate.part))
