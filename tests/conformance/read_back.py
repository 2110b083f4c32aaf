"""What each verb means, in the words of the model: whether a track says so after it. The same for every system."""

from cockpit.model import Step, Track
from cockpit.model import intents as verbs
from cockpit.model.intents import Intent
from cockpit.text.words import fold


def says(before: Track, after: Track, intent: Intent) -> bool:
    """Whether the track says what the verb meant."""
    return all((_thresholds(before, after, intent), _lists(after, intent), _position(before, after, intent),
                _work(before, after, intent), _knowledge(before, after, intent)))  # fmt: skip


def _thresholds(before: Track, after: Track, intent: Intent) -> bool:  # noqa: PLR0911 - a table of verbs
    match intent:
        case verbs.Acknowledge(metric=metric):
            return _acknowledged(after, metric)
        case verbs.Withdraw(metric=metric):
            return not _acknowledged(after, metric)
        case verbs.ResetAlerts(metrics=metrics):
            return not any(_acknowledged(after, each) for each in metrics or [t.metric for t in after.thresholds])
        case verbs.SetValue(metric=metric, value=value):
            kept = after.threshold(metric)
            return kept is not None and kept.value == value
        case verbs.SetLimit(metric=metric, level=level, value=value):
            kept = after.threshold(metric)
            return kept is None or getattr(kept.limits, level) == value  # nobody measures it yet
        case verbs.FireTrigger(trigger=name):
            was = before.triggers.get(name)
            return (after.triggers[name].count or 0) == ((was.count or 0) if was else 0) + 1
    return True


def _acknowledged(track: Track, metric: str) -> bool:
    kept = track.threshold(metric)
    given = kept.acknowledgment if kept else None
    return given is not None and given.effective


def _lists(after: Track, intent: Intent) -> bool:  # noqa: PLR0911 - a table of verbs
    decisions, todos = [each.text for each in after.decisions], {each.text: each.done for each in after.todos}
    open_blockers = [each for each in after.blockers if each.status == "active"]
    match intent:
        case verbs.Decide(text=text):
            return any(each.startswith(text) for each in decisions)
        case verbs.Block(text=text):
            return any(text in each.text for each in open_blockers)
        case verbs.Unblock(blocker=blocker) | verbs.Bypass(blocker=blocker):
            return blocker not in [name for each in open_blockers for name in (each.id, each.text)]
        case verbs.AddTodo(text=text):
            return todos.get(text) is False
        case verbs.TickTodo(text=text, done=done):
            return todos.get(text, True) is done
        case verbs.Reword(kind=kind, old=old, new=new):
            texts = {"decision": decisions, "todo": [*todos], "blocker": [each.text for each in after.blockers]}[kind]
            return new in texts and old not in texts
    return True


def _position(before: Track, after: Track, intent: Intent) -> bool:  # noqa: PLR0911 - a table of verbs
    at = after.position
    match intent:
        case verbs.Move(part="status", value=value):
            return value in (at.status, at.status_text)
        case verbs.Move(part="next", value=value):
            return after.next_action is not None and value in (after.next_action.text, after.next_action.command)
        case verbs.Move(part=part, value=value):
            step = getattr(at, part)
            return step is not None and _is_meant(step, value)
        case verbs.Complete():
            return (at, after.sessions, after.continuity) != (before.position, before.sessions, before.continuity)
        case verbs.HandOff(draft=draft):
            return after.handoff is not None and after.handoff.next_action == draft.next_action
        case verbs.FinishHandoff():
            return after.handoff is None
    return True


def _is_meant(step: Step, value: str) -> bool:
    """Whether a step is the one that a person names: by its id, its name, or both."""
    number, _, name = value.partition(" — ")
    return value in (step.id, step.name) or (number == step.id and fold(name) in fold(step.name or ""))


def _work(before: Track, after: Track, intent: Intent) -> bool:  # noqa: PLR0911 - a table of verbs
    was = {error.message for error in before.errors if not error.resolved}
    now = {error.message for error in after.errors if not error.resolved}
    match intent:
        case verbs.Fail(note=note):
            tried = {each.reason for each in after.retries.log} if after.retries else set()
            return note is None or after == before or note in now | tried
        case verbs.Retry():
            again = sum(each.retry_count or 0 for each in after.phases)
            goes_on = (before.position.status, after.position.status) == ("failed", "in_progress")
            return goes_on or again == 1 + sum(each.retry_count or 0 for each in before.phases)
        case verbs.ResetRetries():
            return after.retries is not None and (after.retries.count, after.retries.log) == (0, ())
        case verbs.Answer():
            return after == before or after.waiting is None
        case verbs.Skip(phase=phase):
            return [each.status for each in after.phases if phase in (each.id, each.name)] == ["skipped"]
        case verbs.RecordError(text=text):
            return now == was | {text}
        case verbs.ResolveError(error=error):
            return error not in now
        case verbs.AddTokens(input=count):
            known = before.tokens.input if before.tokens else None
            return after.tokens is not None and after.tokens.input == (known or 0) + count
        case verbs.ReportFiles(kind=kind, paths=paths):
            kept = {*after.files.created, *after.files.modified}
            return set(paths) <= set(getattr(after.files, kind)) or (kind == "deleted" and kept.isdisjoint(paths))
    return True


def _knowledge(before: Track, after: Track, intent: Intent) -> bool:  # noqa: PLR0911 - a table of verbs
    match intent:
        case verbs.NoteImplementation(text=text):
            return text in after.verify.claims
        case verbs.AddQuestion(text=text):
            return text in after.open_questions
        case verbs.CloseQuestion(text=text, answer=answer):
            is_closed = text in before.open_questions and text not in after.open_questions
            return is_closed and (answer is None or answer in {each.text for each in after.decisions})
        case verbs.RecordVerification(blockers=blockers, questions=questions):
            held = {each.text for each in after.blockers if each.holds}
            return set(blockers) <= held and set(questions) <= set(after.open_questions)
        case verbs.StartSession(agent=agent):
            return after != before if agent is None else after.sessions[0].agent == agent
        case verbs.RecordCrash():
            return [each.status for each in after.sessions].count("crashed") == 1 + [
                each.status for each in before.sessions
            ].count("crashed")
        case verbs.Identify(blocker=blocker):
            return tuple(each.status for each in after.blockers if blocker in (each.id, each.text)) == ("active",)
        case verbs.CountPhases(phases=phases):
            return after.position.phase is None or after.position.phase.total == int(phases)
        case verbs.SetPosition(phase=phase, plan=plan, task=task, status=status):
            at = after.position
            stated = (at.phase and at.phase.id, at.plan and at.plan.id, at.task and at.task.name, at.status_text)
            return all(want in (None, is_now) for want, is_now in zip((phase, plan, task, status), stated, strict=True))
    return True
