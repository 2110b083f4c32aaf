"""The fallback where no state file can be used: the step that the folders show (seed, "Folder Scan Rules")."""

from collections.abc import Iterator

from cockpit.systems.autodev.artefacts import DOCUMENT, PROBLEM, SOLUTION, TASKS, Artefacts, shown_done
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.step_tables import EXISTING, GREENFIELD, StepTable, TableStep, names_of, table_of
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """The step that a rule finds: by which evidence, and whether the rule is only inferred from the artefacts."""

    flow: str
    table: StepTable
    step: TableStep
    why: str
    inferred: bool = False

    @property
    def told(self) -> str:
        """The rule and what it found, in a sentence."""
        how = "inferred from the artefacts" if self.inferred else "by the folder scan"
        return f"{self.flow} step {self.step.id} {self.step.name} ({how}): {self.why}."


def detect_step(docs: Artefacts, state: StateFile | None = None) -> Detected | None:
    """The first rule that matches: existing-code step 1, then what follows it, then greenfield. None without source
    and without `_docs/`: then a flow begins, greenfield, at its first step.
    """
    return next(_rules(docs, state), None)


def _rules(docs: Artefacts, state: StateFile | None) -> Iterator[Detected]:
    source = docs.source
    if not docs.there and source is not None:
        yield _found(EXISTING, "Document", f"{source} exists, and _docs does not")
    final = docs.find(DOCUMENT, "FINAL_report.md")
    matrix = docs.find(f"{DOCUMENT}/tests", "traceability-matrix.md")
    documented = any("document" in names_of(row.name) for row in state.completed) if state is not None else False
    if final is not None and source is not None and matrix is None and documented:
        yield _found(EXISTING, "Test Spec", f"{final} exists, and no traceability matrix")
    lacks = docs.missing_problem()
    if lacks is not None:
        yield _found(GREENFIELD, "Problem", f"{lacks} is missing or empty")
    drafts = docs.find(SOLUTION, "solution_draft*.md")
    solution = docs.find(SOLUTION, "solution.md")
    architecture = docs.find(DOCUMENT, "architecture.md")
    if drafts is None:
        yield _found(GREENFIELD, "Research", f"{PROBLEM} is complete, and there is no solution draft")
    elif solution is None and architecture is None:
        yield _found(GREENFIELD, "Research", f"{drafts} exists, and whether it is enough is not decided")
    yield from _inferred(docs)


def _inferred(docs: Artefacts) -> Iterator[Detected]:
    """The later rules, which are not known word for word: the first step behind the last one that is shown done."""
    table = table_of("seed", GREENFIELD)
    if table is None:
        return
    shown = dict(shown_done(docs, GREENFIELD))
    batch = docs.find("03_implementation", "batch_*report.md")
    done = [step for step in table.steps if step.folded in shown]
    if batch is not None and "implement" not in shown:
        yield _found(GREENFIELD, "Implement", f"{batch} exists, and no final report", inferred=True)
    if not done:
        yield _found(GREENFIELD, "Plan", "there is no architecture", inferred=True)
        return
    last = done[-1]
    following = step_behind(table, last, docs)
    why = f"{shown[last.folded].path} exists"
    if following is None:
        yield Detected(flow=GREENFIELD, table=table, step=last, why=why, inferred=True)
        return
    if last.folded == "plan" and docs.holds(TASKS):
        why += ", and tasks without a dependencies table"
    yield Detected(flow=GREENFIELD, table=table, step=following, why=why, inferred=True)


def step_behind(table: StepTable, last: TableStep, docs: Artefacts) -> TableStep | None:
    """The step behind one that is done. What lies between Plan and Decompose leaves nothing that tells, and UI Design
    is only for a flow with a UI: where tasks lie there, both are past.
    """
    decompose = table.named("Decompose")
    if decompose and last.folded == "plan" and docs.holds(TASKS):
        return decompose[0]
    return table.after(last)


def _found(flow: str, name: str, why: str, *, inferred: bool = False) -> Detected:
    table = table_of("seed", flow)
    if table is None:
        raise LookupError(flow)
    return Detected(flow=flow, table=table, step=table.named(name)[0], why=why, inferred=inferred)


def beginning() -> Detected:
    """Where a flow begins in an empty folder (seed, rule 1: state detection determines step 1)."""
    return _found(GREENFIELD, "Problem", "there is neither source nor _docs")
