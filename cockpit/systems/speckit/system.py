"""The system Spec Kit: the present feature of a repository as a track, with its phases and tasks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cockpit.model import Counted, Position, RuleAction, Severity, Status, Step, Todo, Track
from cockpit.model.checklist import Resumption
from cockpit.regex import regex
from cockpit.rules.next_step import by_rule
from cockpit.systems import NAMES
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.limits_file import LIMITS_PATH
from cockpit.systems.shared.own_limits import RULES, KeepsOwnLimits, read_own
from cockpit.systems.shared.report import Report
from cockpit.systems.speckit.tasks import TaskList, read_tasks
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import HandoffDraft

_LACKS = ("decisions", "blockers", "new-todo", "questions", "phase", "status", "plan", "answer", "retries", "session",
          "position", "archive", "next")  # fmt: skip
_HOME = ".specify"
_STAGES = ("tasks.md", "plan.md", "spec.md")
"""What a feature has, the last of it first."""
_NUMBERED = regex(r"(\d{8}-\d{6}|\d{3,})-.+")


class SpecKit(KeepsOwnLimits):
    """The system `speckit`."""

    id = "speckit"
    name = NAMES["speckit"]
    state_folders: tuple[str, ...] = (_HOME,)
    begins = Message("speckit.begins-itself", "Spec Kit begins a feature: `/speckit.specify` in your agent.")
    lacking = Message("speckit.keeps-tasks", "Spec Kit keeps tasks to tick, and has no place for anything else.")

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The present feature."""
        path = present_feature(files, Report()) if not base else None
        return (Candidate(system=self.id, path=path),) if path is not None else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report, path = Report(RULES), candidate.path
        folder, _, main = path.rpartition("/")
        name = folder.rpartition("/")[2]
        present_feature(files, report)
        tasks = tasks_of(files, candidate, report)
        thresholds, handoffs = read_own(files, report, context, has_phases=tasks.present is not None)
        phase, task, total = tasks.present.phase if tasks.present else None, tasks.task, len(tasks.tasks)
        done = sum(each.mark is True for each in tasks.tasks)
        status: Status = "completed" if done == total else "in_progress" if done else "not_started"
        highest = max([len(tasks.phases), *(whole_number(each.phase.id) or 0 for each in tasks.phases)])
        rule, at = _rule(tasks, main), tasks.phases.index(tasks.present) if tasks.present else 0
        in_order = (each for part in (*tasks.phases[at:], *tasks.phases[:at]) for each in part.tasks)
        shown = (replace(each.phase, status=status) if each is tasks.present else each.phase for each in tasks.phases)
        extra = {
            "phases": {each.phase.id or each.phase.name: each.more for each in tasks.phases},
            "features": {each: main for each, main in features(files).items() if main != path},
            "unread": [*tasks.unread, *handoffs.unread],
        }
        documents = {each.rstrip("/").removesuffix(".md"): f"{folder}/{each}" for each in files.names(folder)}
        return Track(
            system=self.id,
            path=path,
            format=main.removesuffix(".md"),
            id=name,
            title=tasks.title or name,
            documents={**documents, **handoffs.documents(), "limits": LIMITS_PATH},
            position=Position(
                phase=Step(id=phase.id, name=phase.name, total=highest if phase.id else None) if phase else None,
                task=Step(id=task.id, name=task.words) if task else None,
                status=status if total else "unknown" if main == _STAGES[0] else "planning",
                counted=Counted(done=done, total=total, unit="tasks") if total else None,
            ),
            next_action=by_rule(rule),
            next_by_rule=rule,
            thresholds=thresholds,
            todos=tuple(Todo(text=each.text, done=each.mark is True) for each in in_order),
            phases=tuple(shown),
            handoff=handoffs.waiting,
            archived_handoffs=handoffs.archived,
            extra={key: value for key, value in extra.items() if value},
            findings=report.findings(),
            lacks=dict.fromkeys((*_LACKS, *(() if total else ("todos",))), self.lacking),
        )

    def verbs(self) -> Mapping[type[Any], Any]:
        """Ticking."""
        from cockpit.systems.speckit.verbs import TICKING

        return TICKING

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now: the tasks of the present phase, and what remains."""
        from cockpit.systems.speckit.verbs import proposed

        return proposed(self.read(files, candidate, context), tasks_of(files, candidate, Report()))

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> Resumption:
        """What the list of tasks says of going on."""
        from cockpit.systems.speckit.verbs import resumption

        return resumption(self.read(files, candidate, context), tasks_of(files, candidate, Report()), files)


def features(files: Files) -> dict[str, str]:
    """By its name the main file of each feature, the oldest first."""
    names = [each.rstrip("/") for each in files.names("specs") if each.endswith("/")]
    order = sorted((int(at[1].replace("-", "")) if (at := _NUMBERED.fullmatch(name)) else 0, name) for name in names)
    return {name: main for _, name in order if (main := _main(files, f"specs/{name}")) is not None}


def present_feature(files: Files, report: Report) -> str | None:
    """The main file of the feature that the environment, the file of the last choice, or the branch names; else of the
    newest. None where there is none. What is named and not there is reported, and that none is named."""
    if not files.is_there(_HOME):
        return None
    page, there = Folder(files, "", report, _HOME).json("feature.json"), features(files)
    chosen = page.json_object.get("feature_directory") if page is not None else None
    found = (files.variable(name) for name in ("SPECIFY_FEATURE_DIRECTORY", "SPECIFY_FEATURE"))
    directory, name = (each.value if each and each.path is None else None for each in found)  # no `.env` is read
    stated = directory or chosen
    if isinstance(stated, str) and stated:
        place = files.place(stated.rstrip("/"))
        if place is not None and (main := _main(files, place)) is not None:
            return main
        missing = f"The feature {printable(stated)} that is named as the present one is not there."
        report.add("feature-missing", f"{_HOME}/feature.json", None, missing)
    for branch in filter(None, (name, files.branch())):
        if (own := _of_branch(branch, there)) is not None:
            return own
    newest = next(reversed(there.items()), None)
    if newest is not None and len(there) > 1:
        message = f"No feature is chosen: the newest is shown, {printable(newest[0])}."
        report.add("feature-not-chosen", newest[1], None, message, severity="note")
    return newest[1] if newest is not None else None


def _main(files: Files, folder: str) -> str | None:
    names = files.names(folder)
    return next((f"{folder}/{name}" for name in _STAGES if name in names), None)


def _of_branch(branch: str, there: dict[str, str]) -> str | None:
    """The feature with the number of a branch; a segment before it, as in `feat/004-name`, does not count."""
    name = branch.rpartition("/")[2] if branch.count("/") == 1 else branch
    found = _NUMBERED.fullmatch(name)
    same = [main for each, main in there.items() if found and each.startswith(f"{found[1]}-")]
    return there.get(name) or (same[0] if len(same) == 1 else None)


def tasks_of(files: Files, candidate: Candidate, report: Report) -> TaskList:
    """The tasks of a feature; what is wrong with them is reported."""
    folder, _, main = candidate.path.rpartition("/")
    page = Folder(files, "", report, folder).page(main) if main == _STAGES[0] else None
    tasks, lines = page.once(read_tasks) if page is not None else TaskList(), dict[str, int]()

    def tell(code: str, line: int | None, sentence: str, severity: Severity = "warning") -> None:
        report.add(code, candidate.path, line, printable(sentence), severity=severity)

    if tasks.conflict is not None:
        tell("conflict-marker", tasks.conflict, "Git left a conflict here; both sides are read.", "error")
    if page is not None and not page.bad and not tasks.tasks:
        tell("tasks-unread", None, "No task is listed here, as `- [ ] T001 …`.", "error")
    for task in tasks.tasks:
        if isinstance(task.mark, str):
            tell("mark-unread", task.line, f"{task.name} is marked [{task.mark}]: neither `[x]` nor `[ ]`.")
        if task.id is not None and (first := lines.setdefault(task.id, task.line)) != task.line:
            tell("task-twice", task.line, f"{task.id} is here twice, on lines {first} and {task.line}.")
    if at := tasks.looked_at:
        told = f"{at.label[:1].upper()}{at.label[1:]} is done: {' '.join(at.more['checkpoints'])}"
        tell("checkpoint", at.line, told, "note")
    return tasks


def _rule(tasks: TaskList, main: str) -> RuleAction | None:
    """What comes next: the first task that is not ticked, with those that can be done at the same time."""
    if main == _STAGES[1]:
        return RuleAction(text="List the tasks of the plan", command="/speckit.tasks")
    if main != _STAGES[0]:
        return RuleAction(text="Plan the feature", command="/speckit.plan")
    first, task = f"Look at the checkpoint of {tasks.looked_at.label}, then: " if tasks.looked_at else "", tasks.task
    if task is None:
        return RuleAction(text=f"{first}Every task is done: begin the next feature") if tasks.tasks else None
    if isinstance(task.mark, str):
        return RuleAction(text=f"{first}Say whether {task.name} is done")
    beside = [each.name for each in (tasks.present.tasks if tasks.present and "P" in task.tags else ())
              if each.mark is False and "P" in each.tags and each is not task]  # fmt: skip
    more = f" (at the same time {listed(beside[:4])})" if beside else ""
    return RuleAction(text=f"{first}{task.id or ''} {task.words}".strip() + more)
