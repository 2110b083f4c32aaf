"""What an action means: the intent that the values of its fields make, whether they were typed behind a command or into
a form.
"""

from collections.abc import Callable, Mapping
from types import SimpleNamespace

from cockpit.actions import BY_ID
from cockpit.model import intents
from cockpit.model.errors import WrongUsage
from cockpit.model.intents import Intent
from cockpit.rules.thresholds.metrics import metric_named

Given = SimpleNamespace
"""The values by the names of their fields."""


def intended(action: str, values: Mapping[str, object]) -> Intent:
    """The intent of an action; of its fields those that have no value are empty. Raises WrongUsage."""
    empty: dict[str, object] = {
        each.name: [] if each.repeat else False if each.kind == "flag" else None for each in BY_ID[action].fields
    }
    return INTENTS[action](Given(**{**empty, **values}))


def _metric(name: str) -> str:
    """The metric's own name for what a person typed; an unknown name as it is."""
    known = metric_named(name)
    return known.name if known is not None else name


def _unack(a: Given) -> Intent:
    """Raises WrongUsage where neither a metric nor all are meant."""
    if bool(a.metrics) == a.all:
        raise WrongUsage("cli.metric-or-all", "Name a metric, or use --all.")
    if len(a.metrics) == 1:
        return intents.Withdraw(metric=_metric(a.metrics[0]))
    return intents.ResetAlerts(metrics=tuple(map(_metric, a.metrics)))


_PARTS: tuple[intents.Part, ...] = ("phase", "plan", "task", "status", "next")


def _set(a: Given) -> Intent:
    """The values to record, the position last, from the phase down to the task. Raises WrongUsage where a key is there
    twice."""
    values = dict(a.values)
    if len(values) < len(a.values):
        raise WrongUsage("cli.key-given-twice", "A key is given twice. Give each key once.")
    changes: list[Intent] = [
        intents.SetValue(metric=name, value=value) for name, value in values.items() if isinstance(value, float)
    ]
    if "phases" in values:
        changes.append(intents.CountPhases(phases=values["phases"]))
    if {"phase-name", "plan-name", "wave"} & values.keys():
        names = ("phase", "phase-name", "plan", "plan-name", "task", "wave", "status")
        changes.append(intents.SetPosition(**{name.replace("-", "_"): values.pop(name, None) for name in names}))
    with_task = "task" in values
    changes += [
        intents.Move(part=part, value=values[part], early=a.force, with_task=with_task and part in ("phase", "plan"))
        for part in _PARTS if part in values
    ]  # fmt: skip
    return intents.together(*changes)


def _limit(a: Given) -> Intent:
    return intents.together(
        *(intents.SetLimit(metric=name, level=level, value=value, force=a.force) for name, level, value in a.new_limits)
    )


def _files(a: Given) -> Intent:
    """Raises WrongUsage where no file is named."""
    kinds: Mapping[intents.FileKind, list[str]] = {"created": a.created, "modified": a.modified, "deleted": a.deleted}
    changes: list[Intent] = [
        intents.ReportFiles(kind=kind, paths=tuple(paths), phase=a.phase) for kind, paths in kinds.items() if paths
    ]
    if not changes:
        raise WrongUsage("cli.no-file-named", "Name a file that was created, modified or deleted.")
    return intents.together(*changes)


INTENTS: Mapping[str, Callable[[Given], Intent]] = {
    "alert.acknowledge": lambda a: intents.Acknowledge(metric=_metric(a.metric), note=a.note, seen=a.if_level),
    "alert.withdraw": _unack,
    "question.answer": lambda a: intents.Answer(option=a.option),
    "threshold.limit": _limit,
    "step.done": lambda a: intents.Complete(
        whole=a.whole or "smallest",
        step=a.step,
        note=a.note,
        result=a.result,
        reason=a.reason,
        completed=tuple(a.completed),
        issues=tuple(a.issues),
        context=a.context,
        seen=getattr(a, "seen", None),  # on screen alone
    ),
    "position.set": _set,
    "blocker.add": lambda a: intents.Block(text=a.text, affects=tuple(a.affects), tasks=tuple(a.task)),
    "blocker.confirm": lambda a: intents.Identify(blocker=a.blocker),
    "blocker.resolve": lambda a: intents.Unblock(blocker=a.blocker, note=a.note),
    "blocker.bypass": lambda a: intents.Bypass(blocker=a.blocker, note=a.note, tasks=tuple(a.task)),
    "decision.add": lambda a: intents.Decide(
        text=a.text,
        outcome=a.outcome,
        reason=a.reason,
        context=a.context,
        alternatives=tuple(a.alternative),
        reversible=False if a.irreversible else None,
    ),
    "todo.add": lambda a: intents.AddTodo(text=a.text),
    "todo.done": lambda a: intents.TickTodo(text=a.text),
    "todo.reopen": lambda a: intents.TickTodo(text=a.text, done=False),
    "phase.start": lambda a: intents.Move(part="phase", value=a.phase, early=a.force),
    "phase.fail": lambda a: intents.Fail(phase=a.phase, note=a.note, type=a.type, agent=a.agent),
    "phase.retry": lambda a: intents.Retry(phase=a.phase, note=a.note, beyond=a.force),
    "phase.reset": lambda _: intents.ResetRetries(),
    "phase.skip": lambda a: intents.Skip(phase=a.phase or "", note=a.note),
    "phase.verify": lambda a: intents.RecordVerification(
        passed=a.result == "pass", note=a.note, blockers=tuple(a.blocker), questions=tuple(a.todo)
    ),
    "phase.files": _files,
    "phase.error": lambda a: intents.RecordError(text=a.text, phase=a.phase, type=a.type, agent=a.agent),
    "phase.resolve": lambda a: intents.ResolveError(error=a.text, phase=a.phase, note=a.note),
    "session.start": lambda a: intents.StartSession(session_id=a.id, agent=a.agent, working_on=a.working_on),
    "session.crash": lambda a: intents.RecordCrash(note=a.note),
    "session.tokens": lambda a: intents.AddTokens(input=a.input, output=a.output, cached=a.cached or 0, agent=a.agent),
    "session.implemented": lambda a: intents.NoteImplementation(text=a.text),
    "session.trigger": lambda a: intents.FireTrigger(trigger=a.trigger, if_due=a.if_due),
    "track.archive": lambda a: intents.Archive(unfinished=a.force),
    "track.convert": lambda _: intents.Migrate(),
}
"""The intent of each action that changes a track."""
