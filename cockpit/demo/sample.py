"""Makes a sample project from its files and its history: a work half done, as of now."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cockpit.demo import repository
from cockpit.regex import regex

# What is filled into the files of a sample project and into an agent's script

_PLACEHOLDER = regex(
    r"\{(?:(?P<offset>now|begun|-(?:\d+[dhm])+)(?: (?P<form>day|folder|name|git|s|ms))?"
    r"|commit (?P<subject>[^{}\n]+))\}"
)
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}
_FORMS = {None: "%Y-%m-%dT%H:%M:%SZ", "day": "%Y-%m-%d", "folder": "%Y/%m/%d", "name": "%Y-%m-%dT%H-%M-%S"}


def filled(text: str, now: datetime, commits: Mapping[str, str], begun: datetime | None = None) -> str:
    """The text with its placeholders resolved; `commits` has the short ids by subject.

    An instant is `{now}`, `{begun}` (when the agent began to play) or as long ago as `{-1d5h}`. It is written as
    `2026-01-29T14:30:00Z`; with a word behind it as the `day` 2026-01-29, the `folder` 2026/01/29, the `name` of a file
    2026-01-29T14-30-00, the seconds `s` or milliseconds `ms` since 1970, and as `git` wants it.
    """

    def value(found: re.Match[str]) -> str:
        if found["subject"]:
            return commits.get(found["subject"], "—")
        parts = {_UNITS[unit]: int(number) for number, unit in re.findall(r"(\d+)([dhm])", found["offset"])}
        start = begun if begun is not None and found["offset"] == "begun" else now
        at = (start - timedelta(**parts)).astimezone(UTC)
        match found["form"]:
            case "git":
                return f"{int(at.timestamp())} +0000"
            case "s":
                return str(int(at.timestamp()))
            case "ms":
                return str(int(at.timestamp() * 1000))
            case form:
                return at.strftime(_FORMS[form])

    return _PLACEHOLDER.sub(value, text)


ENDED = "ended"
"""The file beside the project that tells that the agent's script is over."""
HOME = "home"
"""The folder beside the project that stands for a person's own, where agents keep their sessions."""
STATE = "state"
"""The folder beside the project in which cockpit keeps what it knows of the sessions there."""
_DATA = Path(__file__).with_name("data")
_FILE = regex(r"(?m)^\{file (?P<path>.+)\}$")


@dataclass(frozen=True, slots=True)
class Story:
    """What is played: the folder's name, and what the project is called.

    With `has_homes`, the agents keep their sessions in the folder `HOME` beside the project, and with `has_state` state
    in the project.
    """

    folder: str
    name: str
    has_homes: bool = False
    has_state: bool = True


STORIES = {
    "autopilot": Story("taskflow-app", "TaskFlow", has_homes=True),
    "maestro": Story("ferry-board", "Ferry board"),
    "autodev": Story("canal-locks", "Canal locks"),
    "codewalk": Story("harbour-lights", "Harbour lights"),
    "speckit": Story("night-market", "Night market"),
    "agents": Story("tea-shop", "Tea shop", has_homes=True, has_state=False),
}
"""By the id of the system, and `agents` for a repository without one; the first is played where none is named."""


def script_of(system: str) -> str:
    """The script of the agent that works on the sample project of a system."""
    return (_DATA / system / "script.txt").read_text("utf-8")


def create(folder: Path, *, now: datetime, system: str = "autopilot") -> Path:
    """Make the sample project of a system in `folder`, as it stands at `now`, and return its root.

    With git, it has a history on branch `main` and a clean working tree; without, only files.
    Raises FileExistsError when the folder exists and is not empty, subprocess.CalledProcessError when git fails.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = _files(_DATA / system / "project")

    def fill(part: str, commits: dict[str, str]) -> str:
        whole = _FILE.sub(lambda found: _addition(found["path"], files[found["path"]]), part)
        return filled(whole, now, commits)

    commits: dict[str, str] = {}
    if repository.available():
        history = (_DATA / system / "history.txt").read_text("utf-8")
        commits = repository.begin(folder, history, fill, at=now)
    for name, text in files.items():
        path = folder / filled(name, now, commits)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(text, now, commits), "utf-8", newline="\n")
    return folder


def _files(project: Path) -> dict[str, str]:
    """The files by their path in the project. A name that begins with a dot there begins with `dot-` here."""
    files = sorted(path for path in project.rglob("*") if path.is_file())
    return {
        re.sub(r"(^|/)dot-", r"\1.", path.relative_to(project).as_posix()): path.read_text("utf-8") for path in files
    }


def _addition(path: str, text: str) -> str:
    """What adds a file to a commit: in a history, `{file PATH}` stands for it where it is as in the project."""
    return f"M 100644 inline {path}\ndata <<EOF\n{text}EOF"
