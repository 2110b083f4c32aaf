"""The commands that change a track: each command line becomes an intent, and one function carries them all out."""

import argparse
import contextlib
import io
from collections.abc import Callable, Mapping, Sequence

from cockpit.cli.context import any_project_of, local_now, project_of, tracks_of, workspace_of
from cockpit.cli.output import columns, runnable, say, say_diff, say_json
from cockpit.cli.parser import WrongUsage
from cockpit.model import intents
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.project.change import change
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace
from cockpit.rules.thresholds.metrics import metric_named
from cockpit.wording.messages import command_line
from cockpit.wording.phrases import listed


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out. Raises CommandError."""
    if arguments.action == "threshold.limit" and not arguments.new_limits:
        return _list_limits(arguments)
    intent = INTENTS[arguments.action](arguments)
    code = carry_out(lambda workspace: change(workspace, arguments.track, intent, typed=True), arguments)
    if isinstance(intent, intents.ResetAlerts) and code == 0 and not (arguments.dry_run or arguments.json):
        show_thresholds(arguments, intent.metrics)
    return code


def show_thresholds(arguments: argparse.Namespace, metrics: Sequence[str] = ()) -> None:
    """Print that alerts fire again, and the state of all thresholds, as the system's own reset does."""
    from cockpit.cli.status import threshold_row

    alerts = f"The alerts of {listed(metrics)}" if metrics else "All alerts"
    say(f"{alerts} will fire again when a limit is reached.")
    project = project_of(arguments)
    for track in tracks_of(arguments, project):
        columns(threshold_row(each, track, local_now()) for each in track.thresholds)


def _list_limits(arguments: argparse.Namespace) -> int:
    """Print what each limit is, where it is kept, and what it does now."""
    from cockpit.cli.status import threshold_row

    project = any_project_of(arguments)
    every = [(track, each) for track in tracks_of(arguments, project) for each in track.thresholds]
    found = [(track, each) for track, each in every if each.unreadable or any(each.limits.items())]
    if arguments.json:
        say_json([{"track": track.key, "threshold": each} for track, each in found], secrets=arguments.secrets)
    elif not found:
        say(f"No limits are set in {project.root}. {command_line('limit', 'cost.alert=10')} sets one.")
    else:
        rows = [(threshold_row(each, track, local_now()), each.limits.source) for track, each in found]
        columns((*row[:-1], source, row[-1]) for row, source in rows)
    return 0


def carry_out(make: Callable[[Workspace], ChangeOutcome], arguments: argparse.Namespace) -> int:
    """Call `make` for whoever typed the command, and print the outcome. Raises CommandError."""
    workspace = workspace_of(arguments)
    if not workspace.dry_run:
        workspace.store.refuse_read_only()
    tell(make(workspace), arguments)
    return 0


def tell(outcome: ChangeOutcome, arguments: argparse.Namespace) -> None:
    """Print what was done; with `--dry-run` what would be, and its diff."""
    if arguments.dry_run:
        outcome = outcome.intended
    done, remarks = runnable(outcome.done), [runnable(each) for each in outcome.remarks]
    if arguments.json:
        fields = {"done": done, "remarks": remarks, "changed": outcome.changed,
                  "diff": list(outcome.diff), "entry": outcome.entry, "dry_run": bool(arguments.dry_run)}  # fmt: skip
        say_json(fields, secrets=arguments.secrets)
        return
    if arguments.dry_run:
        say_diff(outcome.diff)
    say(done if outcome.changed else f"Nothing to change: {done}")
    for remark in remarks:
        say(remark)


def metric(name: str) -> str:
    """The metric's own name for what a person typed; an unknown name as it is."""
    known = metric_named(name)
    return known.name if known is not None else name


def intent_of(words: Sequence[str]) -> Intent | None:
    """The intent of a command line; None where it is incomplete or changes no track."""
    from cockpit.cli.parser import parse

    with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit, CommandError):
        arguments = parse(words)
        if arguments.action in INTENTS:
            return INTENTS[arguments.action](arguments)
    return None


def _unack(a: argparse.Namespace) -> Intent:
    """Raises WrongUsage where neither a metric nor all are meant."""
    if bool(a.metrics) == a.all:
        raise WrongUsage("cli.metric-or-all", "Name a metric, or use --all.")
    if len(a.metrics) == 1:
        return intents.Withdraw(metric=metric(a.metrics[0]))
    return intents.ResetAlerts(metrics=tuple(map(metric, a.metrics)))


def _together(changes: Sequence[Intent]) -> Intent:
    return changes[0] if len(changes) == 1 else intents.Several(intents=tuple(changes))


_PARTS: tuple[intents.Part, ...] = ("phase", "plan", "task", "status", "next")


def _set(a: argparse.Namespace) -> Intent:
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
    return _together(changes)


def _limit(a: argparse.Namespace) -> Intent:
    return _together(
        [intents.SetLimit(metric=name, level=level, value=value, force=a.force) for name, level, value in a.new_limits]
    )


def _files(a: argparse.Namespace) -> Intent:
    """Raises WrongUsage where no file is named."""
    kinds: Mapping[intents.FileKind, list[str]] = {"created": a.created, "modified": a.modified, "deleted": a.deleted}
    changes: list[Intent] = [
        intents.ReportFiles(kind=kind, paths=tuple(paths), phase=a.phase) for kind, paths in kinds.items() if paths
    ]
    if not changes:
        raise WrongUsage("cli.no-file-named", "Name a file: --created, --modified or --deleted FILE.")
    return _together(changes)


INTENTS: Mapping[str, Callable[[argparse.Namespace], Intent]] = {
    "alert.acknowledge": lambda a: intents.Acknowledge(metric=metric(a.metric), note=a.note, seen=a.if_level),
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
        issues=tuple(a.issue),
        context=a.context,
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
    "phase.skip": lambda a: intents.Skip(phase=a.phase, note=a.note),
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
"""The intent of each action."""
