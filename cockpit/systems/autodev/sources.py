"""What autodev's files are read to: the state file, the folders, and where the two disagree."""

from cockpit.systems.autodev.description import NAMES
from cockpit.systems.autodev.flow import TABLES, State
from cockpit.systems.autodev.folders import (
    DOCS,
    FOLDERS,
    Disagreement,
    Docs,
    Shown,
    Tasks,
    detect,
    disagreement,
    read_tasks,
)
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.report import Report
from cockpit.text.words import fold
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What was read. `state` is None where the file is missing or cannot be read, `is_missing` where it is missing.

    `shown` is the step by the folders, where the file names none or its agent would scan them; `other` is the file of
    the other name, which is not read."""

    path: str
    folder: Folder
    docs: Docs
    tasks: Tasks
    is_missing: bool = False
    state: State | None = None
    shown: Shown | None = None
    conflict: Disagreement | None = None
    other: Page | None = None

    @property
    def usable(self) -> State | None:
        """The state, where it names the present step."""
        return self.state if self.state is not None and self.state.is_usable else None


def state_file_name(folder: Folder) -> str | None:
    """The name of the state file. Of two, the one with a step counts, then the later name; None where there is none."""
    pages = [(name, page) for name in NAMES if (page := folder.page(name)) is not None]
    stated = (name for name, page in pages if not page.bad and is_state(page))
    return next(stated, pages[0][0] if pages else None)


def read_state(page: Page) -> State:
    """The state in a file, worked out once."""
    return page.once(_state_of)


def _state_of(page: Page) -> State:
    return State(page.path, page.text)


def is_state(page: Page) -> bool:
    """Whether a page is a state file: by its title, or by what it says of the present step. Another file of that name
    is one too, where it stands alone: no other tool writes it below `_docs/`."""
    state = read_state(page)
    titles = {"autopilot state", "autodev state"}
    titled = any(fold(each.title) in titles for each in state.reading.document.sections if each.level == 1)
    return titled or state.is_usable or state.text("current", "flow") is not None


def read_sources(files: Files, candidate: Candidate, report: Report) -> Sources:
    """Read everything; what is wrong with a file as such is reported."""
    folder = Folder(files, candidate.base, report, DOCS)
    folder.check_folders(*FOLDERS)
    docs, name = Docs(files, candidate.base, folder), candidate.path.rpartition("/")[2]
    page, other = folder.page(name), next((folder.page(each) for each in NAMES if each != name), None)
    state = read_state(page) if page is not None and not page.bad else None
    usable = state if state is not None and state.is_usable else None
    table = None
    if state is not None and usable is None:
        table = TABLES.get((state.form, state.flow or "")) or TABLES.get(("seed", state.flow or ""))
    elif usable is not None and usable.unreadable_sub_step:
        table = usable.table
    scans = usable is None or usable.unreadable_sub_step
    return Sources(
        path=candidate.path,
        folder=folder,
        docs=docs,
        tasks=read_tasks(docs),
        is_missing=page is None,
        state=state,
        shown=detect(docs, state, table) if scans else None,
        conflict=disagreement(usable, docs) if usable is not None else None,
        other=other if page is not None and other is not None and not other.bad else None,
    )
