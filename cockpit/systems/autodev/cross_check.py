"""The state file against the folders: where they disagree, and which of them counts (seed, rule 4)."""

from cockpit.model import Severity
from cockpit.systems.autodev.artefacts import Artefacts, Evidence, done_steps, first_missing_step, following_step
from cockpit.systems.autodev.flow_position import FlowPosition
from cockpit.systems.autodev.phases import is_in_cycle
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.vocabulary import StepTable, TableStep
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """The step of the file, and the one that the folders show. `folders_win` says which of them counts.

    `missing_rows` are the steps before `folder_step` that the file has no row for, each with the artefact that it left.
    """

    position: FlowPosition
    folder_step: TableStep
    why: Message
    folders_win: bool
    inferred: bool = False
    missing_rows: tuple[tuple[TableStep, str], ...] = ()

    @property
    def note(self) -> str:
        """The note in Last Session after a person chose the step of the file."""
        return printable(f"step {self.position.label} is kept, not step {self.folder_step.label} as the folders show")

    @property
    def explanation(self) -> Message:
        """Both steps, which of the two counts, and by which rule."""
        code = _EXPLANATIONS[self.folders_win, self.inferred]
        return Message(code, step=self.position.label, why=self.why, shown=self.folder_step.label)


_EXPLANATIONS = {
    (True, False): "autodev.folders-count",
    (True, True): "autodev.folders-count-inferred",
    (False, False): "autodev.file-counts",
    (False, True): "autodev.file-counts-inferred",
}
"""The messages by whether the folders win, and whether the rule is only inferred."""


def disagreement(state: StateFile, position: FlowPosition, docs: Artefacts) -> Disagreement | None:
    """The disagreement of file and folders: a step that is not completed left its artefact, or a completed one did not.

    That includes the present step, as in the seed's example. A step in progress may have left an artefact that only by
    inference ends it.
    """
    table, step = position.table, position.step
    if table is None or step is None or position.done:
        return None
    done = dict(done_steps(docs, position.flow))
    place = table.index_of(step)
    present_done = not _comes_twice(table, step) and _is_present_done(position, done.get(step.folded))
    later = () if is_in_cycle(position) else table.steps[place + 1 :]  # an earlier cycle left its own
    done_later = [each for each in later if each.folded in done and not _comes_twice(table, each)]
    last = done_later[-1] if done_later else step
    if done_later or (present_done and table.step_after(step) is not None):
        steps = (*((step,) if present_done else ()), *done_later)
        evidence = done[last.folded]
        return Disagreement(
            position=position,
            folder_step=following_step(table, last, docs) or last,
            why=Message("autodev.artefact-shows-done", path=evidence.path, step=last.name),
            folders_win=state.folders_win,
            inferred=evidence.inferred,
            missing_rows=tuple((each, done[each.folded].path) for each in steps),
        )
    missing = first_missing_step(docs, state, table)
    distance = place - table.index_of(missing.step) if missing is not None else 0
    if missing is None or distance < (2 if missing.undecided else 1) or _is_skipped(state, missing.step):
        return None
    return Disagreement(
        position=position, folder_step=missing.step, why=missing.why, folders_win=state.folders_win,
        inferred=missing.inferred,
    )  # fmt: skip


def check_folders(disagreement: Disagreement | None, state: StateFile, report: Report) -> None:
    """Report a disagreement: as a warning where the folders count, else as a note."""
    if disagreement is not None:
        line = state.current.step.line if state.current.step is not None else state.current.line
        severity: Severity = "warning" if disagreement.folders_win else "note"
        report.add("folders-disagree", state.path, line, disagreement.explanation, severity=severity)


def _is_present_done(position: FlowPosition, evidence: Evidence | None) -> bool:
    """Whether the present step left its artefact and the file does not have it as completed."""
    if evidence is None or position.status in ("phase_complete", "skipped"):
        return False
    return position.status == "not_started" or not evidence.inferred


def _comes_twice(table: StepTable, step: TableStep) -> bool:
    """Whether the flow has two steps of that name, so that an artefact does not say which of them left it."""
    return len(table.steps_named(step.name)) > 1


def _is_skipped(state: StateFile, step: TableStep) -> bool:
    return any(row.name is not None and step.name == row.name and "skip" in (row.outcome or "").casefold()
               for row in state.completed)  # fmt: skip
