"""Cases as data: the files of a small project, what the program says of it, and what commands change in it.

`SYSTEM/NAME/` holds

- `project/`: its files; of a database `state.db` the statements that make it, as `state.db.sql`;
- `begin.sh`, where one commit of them all is not enough: makes the repository, in the project's folder;
- `status.json`, `check.txt`, `screen-*.txt` and so on: what is said, all written by `python -m tests.cases`;
- `verbs.txt`: `$ ` and a command line, written by a person; what it prints and changes, written by the same command;
- `wrong.toml`, in a case that the program does not get right yet, instead of what is said: why it is wrong (`wrong`),
  and for command lines, carried out in order, parts of what they should print: `all` of these, and `none` of those.
  `folder` is where they are carried out, if not in the project's own. Once it is right, the file goes.
"""

from pathlib import Path

CASES = Path(__file__).resolve().parent
NO_STATE = "no-state"
"""The folder of the cases in which no state is found."""
SYSTEMS = ("autopilot", "maestro", "autodev", "codewalk", "speckit", "plain-repository")


def case_project(name: str) -> Path:
    """The files of a case, `SYSTEM/NAME`; to be copied before anything is written."""
    return CASES / name / "project"


def names(*more: str, wrong: bool = False) -> list[str]:
    """The cases of all systems, and of `more` folders, that the program gets right, or those that it gets `wrong`."""
    folders = (path for system in (*SYSTEMS, *more) for path in (CASES / system).iterdir())
    return sorted(f"{path.parent.name}/{path.name}" for path in folders if (path / "wrong.toml").exists() == wrong)


def in_database(name: str) -> bool:
    """Whether the state of a case is in a database, of which its project has the statements alone."""
    return any(case_project(name).rglob("*.db.sql"))
