"""The state against the folders: what each says, and which of them counts (seed, rule 4; formats/autodev.md C.1)."""

from collections.abc import Iterator

from cockpit.model import Severity
from cockpit.systems.autodev.artefacts import Artefacts, Evidence, leaves_artefact, shown_done
from cockpit.systems.autodev.phases import loops
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.standing import Standing
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.step_tables import StepTable, TableStep
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """The step of the file, and the one that the folders show; `evidence` are the paths, `folders_win` the rule."""

    standing: Standing
    shown: TableStep
    why: str
    evidence: tuple[str, ...]
    folders_win: bool
    inferred: bool = False

    @property
    def rule(self) -> str:
        """Which of the two counts, and by which rule."""
        if self.folders_win:
            return "In this form of the file the folders count, and it is to be updated to match (state.md, rule 4)"
        return "In this form of the file it counts, and the folders are not consulted"

    @property
    def told(self) -> str:
        """Both sides and the rule, as sentences."""
        how = ", inferred from the artefacts" if self.inferred else ""
        return f"The file says {self.standing.called}; {self.why}: the folders show step {self.shown.id} " \
               f"{self.shown.name}{how}. {self.rule}."  # fmt: skip


def disagreement(state: StateFile, standing: Standing, docs: Artefacts) -> Disagreement | None:
    """Where file and folders disagree: a step that is not yet reached left its artefact, or one that is behind has not.

    A step that is under way may have left its artefact already; its own skill knows.
    """
    table, step = standing.table, standing.step
    if table is None or step is None or standing.done:
        return None
    shown = dict(shown_done(docs, standing.flow))
    place = table.place(step)
    reached = step.folded in shown and standing.status == "not_started" and not _comes_twice(table, step)
    later = () if loops(standing) else table.steps[place + 1 :]  # an earlier cycle left its own
    ahead = [each for each in _once(table, later) if each.folded in shown]
    if ahead or reached:
        last = ahead[-1] if ahead else step
        return _ahead(table, last, shown[last.folded], state, standing)
    behind = (each for each in table.steps[:place] if leaves_artefact(standing.flow, each.folded))
    gone = next((each for each in behind if each.folded not in shown), None)
    if gone is None or _is_skipped(state, gone):
        return None
    why = f"nothing below _docs shows that {gone.name} is done"
    return Disagreement(standing=standing, shown=gone, why=why, evidence=(), folders_win=state.folders_win)


def check_folders(found: Disagreement | None, state: StateFile, report: Report) -> None:
    """Report where file and folders disagree: as a warning where the folders count, else as a note."""
    if found is not None:
        line = state.current.step.line if state.current.step is not None else state.current.line
        severity: Severity = "warning" if found.folders_win else "note"
        report.add("folders-disagree", state.path, line, found.told, severity=severity)


def _ahead(
    table: StepTable, last: TableStep, evidence: Evidence, state: StateFile, standing: Standing
) -> Disagreement | None:
    following = table.after(last)
    return Disagreement(
        standing=standing,
        shown=following or last,
        why=f"{evidence.path} shows that {last.name} is done",
        evidence=(evidence.path,),
        folders_win=state.folders_win,
        inferred=evidence.inferred,
    )


def _once(table: StepTable, steps: tuple[TableStep, ...]) -> Iterator[TableStep]:
    """The steps whose artefact says which of them left it."""
    return (step for step in steps if not _comes_twice(table, step))


def _comes_twice(table: StepTable, step: TableStep) -> bool:
    return len(table.named(step.name)) > 1


def _is_skipped(state: StateFile, step: TableStep) -> bool:
    return any(row.name is not None and step.name == row.name and "skip" in (row.outcome or "").casefold()
               for row in state.completed)  # fmt: skip
