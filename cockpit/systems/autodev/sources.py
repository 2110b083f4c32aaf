"""The sources of one reading: the state file, the flow's position, and the folders."""

from cockpit.systems.autodev.artefacts import DOCS, FOLDERS, Artefacts, DetectedStep, Tasks, detect_step, read_tasks
from cockpit.systems.autodev.cross_check import Disagreement, check_folders, disagreement
from cockpit.systems.autodev.flow_position import FlowPosition, check_flow_position, flow_named, read_flow_position
from cockpit.systems.autodev.phases import check_steps
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.state_file import NAMES, TITLES, StateFile, is_state, read_state
from cockpit.systems.autodev.vocabulary import table_of
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.stated_values import check_time
from cockpit.systems.shared.taken_lines import Passage
from cockpit.values import dataclass
from cockpit.wording.messages import Message

_MOST_NAMES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What was read. `state` is None where no file can be used; `detected` is then the step by the folders."""

    folder: Folder
    docs: Artefacts
    tasks: Tasks
    state: StateFile | None = None
    position: FlowPosition = FlowPosition()
    detected: DetectedStep | None = None
    disagreement: Disagreement | None = None
    other: tuple[Passage, ...] = ()


def state_file_name(folder: Folder) -> str | None:
    """The name of the state file. Of two, the one with a step counts, then the later name; None where there is none."""
    pages = [(name, page) for name in NAMES if (page := folder.page(name)) is not None]
    with_state = (name for name, page in pages if not page.bad and is_state(page))
    return next(with_state, pages[0][0] if pages else None)


def read_sources(files: Files, candidate: Candidate, report: Report) -> Sources:
    """Read everything, and report what is wrong with it."""
    folder = Folder(files, candidate.base, report, DOCS)
    folder.check_folders(*FOLDERS)
    docs, tasks = Artefacts(files, candidate.base, folder), read_tasks(folder, report)
    page = folder.markdown(candidate.path.rpartition("/")[2])
    if page is None:
        detected = detect_step(docs)
        report.add(
            "state-file-missing", candidate.path, None, _with_folders(Message("autodev.no-state-file"), detected)
        )
        return Sources(folder=folder, docs=docs, tasks=tasks, detected=detected)
    other = _read_other_file(folder, page, report)
    if page.bad:
        return Sources(folder=folder, docs=docs, tasks=tasks, detected=detect_step(docs), other=other)
    state = read_state(page, report)
    if state.is_blank:
        report.add("empty-file", page.path, None, Message("systems.state-file-empty"))
    if not state.is_usable:
        flow = flow_named(state.current.flow.text) if state.current.flow is not None else None
        detected = detect_step(docs, state, table_of(state.generation, flow) or table_of("seed", flow))
        if not state.is_blank and not state.current.unfilled:
            report.add("layout-unknown", page.path, None, _with_folders(_no_step_message(page), detected))
        return Sources(folder=folder, docs=docs, tasks=tasks, state=state, detected=detected, other=other)
    position = read_flow_position(state)
    check_flow_position(state, position, report)
    check_steps(state, position, report)
    check_time("date", state.session.date, page.path, report)
    conflict = disagreement(state, position, docs)
    check_folders(conflict, state, report)
    _check_sub_step(state, position, docs, report)
    return Sources(
        folder=folder, docs=docs, tasks=tasks, state=state, position=position, disagreement=conflict, other=other
    )


def _check_sub_step(state: StateFile, position: FlowPosition, docs: Artefacts, report: Report) -> None:
    """Report an unreadable sub-step, with the step that the folders show: the agent goes by them then."""
    sub = state.current.sub_step
    if sub is not None and state.has_unreadable_sub_step:
        detected = detect_step(docs, state, position.table)
        message = _with_folders(Message("autodev.sub-step-unreadable"), detected)
        report.add("sub-step-unreadable", state.path, sub.line, message)


def _no_step_message(page: Page) -> Message:
    """The message that no step is named, with the sections that are there."""
    sections = page.markdown.sections
    if page.markdown.section(*TITLES) is not None or not sections:
        return Message("autodev.no-step-named")
    names = [f"“{section.title}”" for section in sections[:_MOST_NAMES]]
    if len(sections) > _MOST_NAMES:
        return Message("autodev.no-step-named-in-many", sections=names)
    return Message("autodev.no-step-named-in", sections=names)


def _with_folders(problem: Message, detected: DetectedStep | None) -> Message:
    """A problem, with the step that the folders show."""
    if detected is None:
        return problem
    return Message("autodev.problem-and-folders", problem=problem, found=detected.explanation)


def _read_other_file(folder: Folder, page: Page, report: Report) -> tuple[Passage, ...]:
    """The text of the file with the other name, which is not read where both exist."""
    other = next((name for name in NAMES if folder.path(name) != page.path), None)
    unread = folder.page(other) if other is not None else None
    if unread is not None and not unread.bad and is_state(unread):
        message = Message("autodev.two-state-files", path=page.path, other=other)
        report.add("two-state-files", unread.path, None, message)
    return Outline(unread, Report()).unread() if unread is not None and not unread.bad else ()
