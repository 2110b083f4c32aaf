"""Makes the sample project: source code, history and state files of a work half done."""

from datetime import datetime, timedelta
from pathlib import Path

from cockpit.demo.history import HISTORY, Event
from cockpit.demo.layers import built
from cockpit.demo.moment import Finished, Moment
from cockpit.demo.phase_files import phase_files
from cockpit.demo.plan_files import plan_files
from cockpit.demo.repository import History, available
from cockpit.demo.state_files import state_files
from cockpit.demo.taskflow import TASKS
from cockpit.demo.transponder import transponder

COST, CONTEXT, VARIANCE, ERRORS = 23.88, 31, 12, 1
"""Where the metrics stand when the story begins: cost and context at warning, cost just below its alert."""

APART = timedelta(minutes=14)
"""The time between the tasks that share a commit."""
IGNORED = "node_modules/\ndist/\n*.db\n.autopilot/state/\n.autopilot/**/*.tmp\n"
"""The project's .gitignore; as with real agents, the counters stay out of git."""


def documents(moment: Moment) -> dict[str, str]:
    """The tracked documents below `.autopilot` at one moment, by path."""
    return {".autopilot/TRANSPONDER.md": transponder(moment), **plan_files(moment), **phase_files(moment)}


def moment_of(event: Event, before: Moment, commit: str | None, *, now: datetime) -> Moment:
    """The state of the work after an event of the history."""
    at = now - event.ago
    batch = TASKS[before.done : event.done]
    finished = {task.id: Finished(at - APART * back, commit) for back, task in enumerate(reversed(batch))}
    share = event.done / HISTORY[-1].done
    return Moment(
        at=at,
        done=event.done,
        log={**before.log, **finished},
        cost=round(COST * share, 2),
        context=CONTEXT if event is HISTORY[-1] else 12 + event.done,
        variance=round(VARIANCE * share),
        errors=ERRORS,
    )


class Project:
    """The sample project while it is being made: its files so far, and the moment they show."""

    def __init__(self, now: datetime, history: History | None) -> None:
        self.now = now
        self.history = history
        self.source: dict[str, str] = {".gitignore": IGNORED}
        self.papers: dict[str, str] = {}
        self.moment = Moment(at=now, done=0)

    @property
    def files(self) -> dict[str, str]:
        """Everything that git tracks, by path."""
        return {**self.source, **self.papers}

    def play(self, event: Event) -> None:
        """Add what one event of the history changed, and its commit."""
        if event.layer is None:
            self.moment = moment_of(event, self.moment, None, now=self.now)
            self.papers = documents(self.moment)
        else:
            self.source = built(self.source, event.layer)
        commit = self._commit(event)
        self.moment = moment_of(event, self.moment, commit, now=self.now)

    def _commit(self, event: Event) -> str | None:
        if self.history is None:
            return None
        commit = self.history.commit(self.files, event.message, at=self.now - event.ago)
        if event.tag:
            self.history.tag(event.tag)
        return commit


def write(root: Path, files: dict[str, str]) -> None:
    """Write files by their path below `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def create(folder: Path, *, now: datetime) -> Path:
    """Make the sample project in `folder`, as it stands at `now`, and return its root.

    With git, it has a history on branch `main` and a clean working tree; without, only files.
    Raises FileExistsError when the folder exists and is not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True)
    project = _with_history(folder, now) if available() else _played(Project(now, None), folder)
    write(folder, state_files(project.moment))
    return folder


def _with_history(folder: Path, now: datetime) -> Project:
    with History(folder, at=now) as history:
        return _played(Project(now, history), folder)


def _played(project: Project, folder: Path) -> Project:
    for event in HISTORY:
        project.play(event)
    write(folder, project.files)
    return project
