"""The verbs that change a track: each command line becomes an intent, and one function carries them all out."""

import argparse
import contextlib
import io
from collections.abc import Callable, Mapping, Sequence

from cockpit.cli.context import local_now, project_of, tracks_of, writer_of
from cockpit.cli.output import columns, runnable, say, say_diff, say_json
from cockpit.model import intents
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.project.change import Outcome, Writer, change
from cockpit.rules.thresholds.metrics import metric_named
from cockpit.wording.messages import Message, plain


def run(arguments: argparse.Namespace) -> int:
    """Carry the verb out. Raises CommandError."""
    intent = INTENTS[arguments.verb](arguments)
    code = carry_out(lambda writer: change(writer, arguments.track, intent, typed=True), arguments)
    if arguments.verb == "reset-alerts" and code == 0 and not (arguments.dry_run or arguments.json):
        show_thresholds(arguments)
    return code


def show_thresholds(arguments: argparse.Namespace) -> None:
    """Print that alerts fire again, and the state of all thresholds, as the system's own reset does."""
    from cockpit.cli.status import threshold_row

    metrics = tuple(map(metric, getattr(arguments, "metrics", ())))
    say(
        str(
            Message("cli.alerts-trigger-again", metrics=metrics) if metrics else Message("cli.all-alerts-trigger-again")
        )
    )
    project = project_of(arguments)
    for track in tracks_of(arguments, project):
        columns(threshold_row(each, track, local_now()) for each in track.thresholds)


def carry_out(make: Callable[[Writer], Outcome], arguments: argparse.Namespace) -> int:
    """Call `make` for whoever typed the command, and print the outcome. Raises CommandError."""
    writer = writer_of(arguments)
    if not writer.dry_run:
        writer.store.refuse_read_only()
    tell(make(writer), arguments)
    return 0


def tell(outcome: Outcome, arguments: argparse.Namespace) -> None:
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
    say(done if outcome.changed else str(Message("project.nothing-to-change", done=plain(done))))
    for remark in remarks:
        say(remark)


def metric(name: str) -> str:
    """The metric's own name for what a person typed; an unknown name as it is."""
    known = metric_named(name)
    return known.name if known is not None else name


def _todo(a: argparse.Namespace) -> Intent:
    return intents.AddTodo(text=a.text) if a.what == "add" else intents.TickTodo(text=a.text, done=a.what == "done")


def _decide(a: argparse.Namespace) -> Intent:
    return intents.Decide(
        text=a.text,
        outcome=a.outcome,
        reason=a.reason,
        context=a.context,
        alternatives=tuple(a.alternative),
        reversible=False if a.irreversible else None,
    )


def intent_of(words: Sequence[str]) -> Intent | None:
    """The intent of a command line; None where it is incomplete or changes no track."""
    from cockpit.cli.parser import parse

    with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit, CommandError):
        arguments = parse(words)
        if arguments.verb in INTENTS:
            return INTENTS[arguments.verb](arguments)
    return None


_PHASE_OPTIONS: Mapping[str, frozenset[str]] = {
    "start": frozenset({"beyond"}),
    "complete": frozenset({"note", "result"}),
    "fail": frozenset({"note", "type", "agent"}),
    "retry": frozenset({"note", "beyond"}),
    "skip": frozenset({"note"}),
}
"""The options that each move of a phase takes."""


def _phase(a: argparse.Namespace) -> Intent:
    """A move of a phase. Raises CommandError for an option that this move has no use for, and where an id is
    missing."""
    for name in ("note", "result", "type", "agent", "beyond"):
        if getattr(a, name) and name not in _PHASE_OPTIONS[a.what]:
            verbs = tuple(f"`cockpit phase {move}`" for move, options in _PHASE_OPTIONS.items() if name in options)
            raise CommandError(Message("cli.option-of-other-moves", option=name, verbs=verbs))
    if a.id is None and a.what in ("start", "skip"):
        raise CommandError(Message("cli.no-phase-named", move=a.what))
    match a.what:
        case "start":
            return intents.Move(part="phase", value=a.id, early=a.beyond)
        case "complete":
            return intents.Complete(whole="phase", step=a.id, note=a.note, result=a.result)
        case "fail":
            return intents.Fail(phase=a.id, note=a.note, type=a.type, agent=a.agent)
        case "retry":
            return intents.Retry(phase=a.id, note=a.note, beyond=a.beyond)
    return intents.Skip(phase=a.id, note=a.note)


def _error(a: argparse.Namespace) -> Intent:
    """An error is recorded or resolved. Raises CommandError for an option that does not belong to it."""
    if a.what == "resolve":
        if a.type or a.agent:
            raise CommandError(Message("cli.options-of-error-add"))
        return intents.ResolveError(error=a.text, phase=a.phase, note=a.note)
    if a.note:
        raise CommandError(Message("cli.note-of-error-resolve"))
    return intents.RecordError(text=a.text, phase=a.phase, type=a.type, agent=a.agent)


def _session(a: argparse.Namespace) -> Intent:
    """A session begins, or its agent crashed. Raises CommandError for an option that does not belong to it."""
    if a.what == "crash":
        if a.agent or a.working_on or a.id:
            raise CommandError(Message("cli.options-of-session-start"))
        return intents.RecordCrash(note=a.note)
    if a.note:
        raise CommandError(Message("cli.note-of-session-crash"))
    return intents.StartSession(session_id=a.id, agent=a.agent, working_on=a.working_on)


INTENTS: Mapping[str, Callable[[argparse.Namespace], Intent]] = {
    "ack": lambda a: intents.Acknowledge(metric=metric(a.metric), note=a.note, seen=a.if_level),
    "unack": lambda a: intents.Withdraw(metric=metric(a.metric)),
    "reset-alerts": lambda a: intents.ResetAlerts(metrics=tuple(map(metric, a.metrics))),
    "limit": lambda a: intents.SetLimit(metric=metric(a.metric), level=a.level, value=a.value),
    "set": lambda a: intents.SetValue(metric=metric(a.metric), value=a.value),
    "decide": _decide,
    "block": lambda a: intents.Block(text=a.text, affects=tuple(a.affects), tasks=tuple(a.tasks)),
    "identify": lambda a: intents.Identify(blocker=a.id),
    "unblock": lambda a: intents.Unblock(blocker=a.id, note=a.note),
    "bypass": lambda a: intents.Bypass(blocker=a.id, note=a.note, tasks=tuple(a.tasks)),
    "todo": _todo,
    "move": lambda a: intents.Move(part=a.part, value=a.value),
    "position": lambda a: intents.SetPosition(
        phase=a.phase,
        phase_name=a.phase_name,
        plan=a.plan,
        plan_name=a.plan_name,
        task=a.task,
        wave=a.wave,
        status=a.status,
    ),
    "done": lambda a: intents.Complete(
        whole=a.whole,
        note=a.note,
        reason=a.reason,
        completed=tuple(a.completed),
        issues=tuple(a.issue),
        context=a.context,
    ),
    "phase": _phase,
    "error": _error,
    "tokens": lambda a: intents.AddTokens(input=a.input, output=a.output, cached=a.cached, agent=a.agent),
    "files": lambda a: intents.ReportFiles(kind=a.kind, paths=tuple(a.paths), phase=a.phase),
    "answer": lambda a: intents.Answer(option=a.option),
    "retry": lambda _: intents.ResetRetries(),
    "trigger": lambda a: intents.FireTrigger(trigger=a.name, if_due=a.if_due),
    "session": _session,
    "implemented": lambda a: intents.NoteImplementation(text=a.text),
    "question": lambda a: intents.AddQuestion(text=a.text) if a.what == "add" else intents.CloseQuestion(text=a.text),
    "verify": lambda a: intents.RecordVerification(
        passed=a.result == "pass", note=a.note, blockers=tuple(a.blocker), questions=tuple(a.question)
    ),
    "migrate": lambda _: intents.Migrate(),
    "archive": lambda a: intents.Archive(unfinished=a.unfinished),
}
"""The intent of each verb."""
