"""The verbs on the limits that a person set in a repository, and on the handoff beside them."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cockpit.model import Limits, Threshold
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Acknowledge, FinishHandoff, HandOff, Intent, ResetAlerts, SetLimit, Withdraw
from cockpit.rules.preconditions import level_moved
from cockpit.rules.readings import contexts, spent
from cockpit.rules.thresholds.alert_state import alerts, is_acknowledged, stops, value_and_limit
from cockpit.rules.thresholds.metrics import COUNTED, Metric, format_amount, level_of, metric_named
from cockpit.systems.interface import Candidate, Change, Edit, Files, ReadContext
from cockpit.systems.shared.edit_session import EditSession
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, write_handoff
from cockpit.systems.shared.limits_file import LIMITS_PATH
from cockpit.systems.shared.limits_file_editing import checked_limit, hide_from_git, write_limit
from cockpit.systems.shared.outcome import Meant, carried_out, checked_option
from cockpit.systems.shared.own_limits import FOLDER, STATE_PATH, Held, KeepsOwnLimits, read_state
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.edits import Place, Remove, Set
from cockpit.text.keyed import KeyedText
from cockpit.wording.messages import Message, clause, command_line
from cockpit.wording.phrases import listed

Outcome = Meant[TextEdit]


def set_limit(edit: EditSession, intent: SetLimit) -> Outcome:
    """Set the value at which a level begins, or remove it. The limits stay in order: warning, alert, stop."""
    metric, level, value = _counted(intent.metric), intent.level, intent.value
    threshold, name = edit.before.threshold(metric.name), f"the {level} limit of {metric.name}"
    present = threshold.limits if threshold is not None else Limits()
    after = replace(present, **{level: value})  # type: ignore[arg-type]  # a level is a field of the limits
    if value is None and present.at(level) is None:
        return Outcome((), Message("repository.limit-not-set", f"{metric.name} has no {level} limit."))
    sentence = Message("repository.limit-removed", f"Removed {name}.")
    if value is not None:
        checked_limit(metric, level, value, present)
        sentence = Message("repository.limit-set", f"Set {name} to {format_amount(value, metric.unit)}.")
    _take_up(edit)
    write_limit(edit.draft, LIMITS_PATH, metric, level, value)
    edit.draft.put_first(LIMITS_PATH)
    if not any(after.items()):  # a limit that is set anew counts anew
        gone: list[Place] = [("since", metric.name), ("acknowledgments", metric.name)]
        gone += [("spent_before",)] if metric.name == "cost" else []
        _change(edit, *map(Remove, gone))
    elif _state(edit).root.at(("since", metric.name)) is None:
        before = [Set(("spent_before",), spent(edit.context.readings))] if metric.name == "cost" else []
        _change(edit, Set(("since", metric.name), edit.now), *before)
    return Outcome(
        (),
        sentence,
        holds=lambda track: (
            level in edit.context.limits.get(metric.name, {})
            or (it.limits.at(level) if (it := track.threshold(metric.name)) is not None else None) == value
        ),
    )


def acknowledge(edit: EditSession, intent: Acknowledge) -> Outcome:
    """Let the agent go on at an alert."""
    metric = _counted(intent.metric)
    threshold = edit.before.threshold(metric.name)
    if threshold is None or threshold.level is None:
        raise CommandError("repository.no-alert", f"{metric.name} has no alert. Nothing to acknowledge.")
    if threshold.level == "stop":
        raise CommandError("repository.stop-stays", _stop(threshold))
    if threshold.unreadable:
        raise CommandError("repository.unread-first", f"{clause(value_and_limit(threshold))} cannot be read.")
    moved = level_moved(metric.name, intent.seen, threshold.level, clause(value_and_limit(threshold)))
    if moved is not None and not intent.is_about(threshold.level):
        raise Changed(moved)
    note = checked_option(intent.note, "note")
    value = intent.value if intent.value is not None else threshold.value
    others = [each for each in edit.before.thresholds if each.metric != metric.name and (alerts(each) or stops(each))]
    rest = f"The agent still waits: {listed(each.metric for each in others)}." if others else "The agent may continue."
    sentence = Message("repository.acknowledged", f"Acknowledged {clause(value_and_limit(threshold))}.")
    given = threshold.acknowledgment
    if is_acknowledged(threshold) and given is not None and note in (None, given.note):
        told = f"The {metric.name} alert is already acknowledged."
        return Outcome((), Message("repository.acknowledged-already", told))
    sessions = _sessions_at(edit, threshold) if metric.name == "context" else None
    entry = {"at": edit.now, "value": value, "level": threshold.level, "note": note, "sessions": sessions,
             "limits": dict(threshold.limits.items())}  # fmt: skip
    entry = {name: each for name, each in entry.items() if each is not None}
    _take_up(edit)
    _change(edit, Set(("acknowledgments", metric.name), entry))
    edit.draft.put_first(STATE_PATH)
    return Outcome(
        (),
        sentence,
        (Message("repository.goes-on", rest),),
        lambda track: (it := track.threshold(metric.name)) is not None and is_acknowledged(it),
    )


def withdraw(edit: EditSession, intent: Withdraw) -> Outcome:
    """Take an acknowledgment back."""
    return _withdraw(edit, (_counted(intent.metric).name,))


def reset_alerts(edit: EditSession, intent: ResetAlerts) -> Outcome:
    """Take several back; all of them where none is named."""
    return _withdraw(edit, tuple(dict.fromkeys(_counted(each).name for each in intent.metrics)))


def _withdraw(edit: EditSession, metrics: tuple[str, ...]) -> Outcome:
    names = metrics or tuple(each.name for each in COUNTED)
    given = [each.metric for each in edit.before.thresholds if each.acknowledgment is not None and each.metric in names]
    if not given:
        of = f" of {listed(metrics)}" if metrics else ""
        return Outcome((), Message("repository.nothing-acknowledged", f"No alert{of} is acknowledged."))
    _take_up(edit)
    _change(edit, *(Remove(("acknowledgments", metric)) for metric in given))
    edit.draft.put_first(STATE_PATH)
    return Outcome(
        (),
        Message("repository.acknowledgments-withdrawn", f"Withdrew the acknowledgment of {listed(given)}."),
        holds=lambda track: all(each.acknowledgment is None for each in track.thresholds if each.metric in names),
    )


def hand_off(edit: EditSession, intent: HandOff) -> Outcome:
    """Write the handoff. Raises CommandError as `write_handoff` does."""
    _begin(edit)
    stored = edit.draft.decoded(STATE_PATH)
    newline = stored.newline if stored is not None else "\n"
    return write_handoff(edit, _folder(edit), intent, checked_draft(intent.draft), newline=newline)[1]


def finish_handoff(edit: EditSession, intent: FinishHandoff) -> Outcome:
    """Archive the handoff. Raises CommandError where none, or another one, waits."""
    return archive_handoff(edit, _folder(edit), intent)


EDITORS: dict[type[Any], Callable[[EditSession, Any], Outcome]] = {
    SetLimit: set_limit,
    Acknowledge: acknowledge,
    Withdraw: withdraw,
    ResetAlerts: reset_alerts,
    HandOff: hand_off,
    FinishHandoff: finish_handoff,
}


def edit(system: KeepsOwnLimits, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    verb = {**EDITORS, **system.verbs()}.get(type(intent))
    if verb is None:
        raise CommandError(system.lacking)
    return carried_out(system, EditSession(system, files, candidate, context), intent, verb)


def _counted(name: str) -> Metric:
    """The metric of that name. Raises CommandError for one that no session states."""
    metric = metric_named(name)
    if metric not in COUNTED or metric is None:
        known = listed([each.name for each in COUNTED])
        raise CommandError("repository.metric-not-counted", f"Sessions of agents state {known} only.")
    return metric


def _stop(threshold: Threshold) -> str:
    raised = math.ceil((threshold.value or 0) * 1.5)
    way = command_line("limit", f"{threshold.metric}.stop={raised}")
    return f"{threshold.metric} is at stop. A stop cannot be acknowledged. Raise the limit: {way}."


def _sessions_at(edit: EditSession, threshold: Threshold) -> list[str]:
    """The sessions whose contexts are at the level of a threshold."""
    found = contexts(edit.context.readings, edit.context.agents, now=edit.context.now.timestamp())
    return [each.session for each in found if level_of(each.value, threshold.limits) == threshold.level]


# The files: what a person confirmed is changed, whatever stands in the file


def _begin(edit: EditSession) -> None:
    """The files by which the repository is known, and git is kept from showing them."""
    hide_from_git(edit.draft, FOLDER)
    if edit.draft.read(STATE_PATH) is None:
        edit.draft.create(STATE_PATH, "{}\n")


def _take_up(edit: EditSession) -> None:
    """Begin with what a person confirmed where the file says otherwise: what they set now confirms the whole file."""
    of_person = Held(edit.files)
    held, stated = read_state(of_person, Report()), read_state(edit.files, Report())
    same_limits = held.limits == stated.limits and not stated.unread
    for path in (STATE_PATH,) if of_person.is_unconfirmed else (LIMITS_PATH, STATE_PATH):
        confirmed, there = edit.files.confirmed(path), edit.files.read(path)
        before = there.data if there is not None else None
        after = confirmed.data if confirmed is not None else None
        if before != after and not (path == LIMITS_PATH and same_limits and None not in (before, after)):
            edit.draft.take([Change(path=path, before=before, after=after)])
    _begin(edit)


def _state(edit: EditSession) -> KeyedText:
    """Raises CommandError where it cannot be read."""
    found = edit.draft.json(STATE_PATH)
    for key in ("since", "acknowledgments"):
        if (there := found.root.child(key)) is not None and not isinstance(there.value, dict):
            raise unsafe(STATE_PATH, Message("repository.state-no-object", f"`{key}` is not an object"))
    return found


def _change(edit: EditSession, *edits: TextEdit) -> None:
    """Change what is there: what is to go and is not there is none of it."""
    file = _state(edit)
    found = [each for each in edits if not isinstance(each, Remove) or file.root.at(each.at) is not None]
    edit.draft.edit_keys(STATE_PATH, file, found, "cockpit")


def _folder(edit: EditSession) -> Folder:
    return Folder(edit.files, "", Report(), FOLDER)
