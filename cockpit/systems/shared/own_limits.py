"""What a person set in a repository whose files keep no limits: in `.cockpit/limits.toml`; since when their metrics are
counted, and what was acknowledged, in `.cockpit/state/limits.json`. What sessions of agents used is held against them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from typing import Any

from cockpit.model import LEVELS, Level, Limits, Statement, Status, Threshold
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.model.readings import SOURCE_WORDS, Amount
from cockpit.rules.thresholds.acknowledgments import Given, Present, agent_will, judged
from cockpit.rules.thresholds.metrics import (
    COMMAND_LINE,
    COUNTED,
    LIMITS_FILE,
    Metric,
    format_amount,
    level_of,
)
from cockpit.systems.interface import CONFIRMED, Beginning, Candidate, Edit, FileContent, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import Handoffs, read_handoffs
from cockpit.systems.shared.limits_file import ALL, LIMITS_PATH, FoundLimits, read_limits
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Report, Rule
from cockpit.systems.shared.stated_values import instant_text, number_of, object_of
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable
from cockpit.wording.times import parse_instant, write_instant

FOLDER = ".cockpit"
STATE_NAME = "state/limits.json"
STATE_PATH = f"{FOLDER}/{STATE_NAME}"
RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "toml-invalid": Rule("warning", "Correct the file."),
    "value-unreadable": Rule("warning", "Write a number: `alert = 10`."),
    "changed-outside": Rule(
        "warning",
        "What you set holds. The next limit that you set writes the file again.",
    ),
    "limits-unconfirmed": Rule(
        "warning",
        "Set one with `cockpit limit METRIC.LEVEL=VALUE`: that confirms all of them.",
    ),
}
"""The findings about limits and handoffs; others come from reading the disk."""


class Held:
    """A project's files with those that a person has to confirm as they were confirmed last.

    Limits of which nothing was ever confirmed on this machine hold as the file states them: an agent that takes the
    confirmations away lifts nothing.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        self.confirmed, self.names, self.rows, self.is_there = files.confirmed, files.names, files.rows, files.is_there
        self.branch = files.branch
        self.read_global, self.variable, self.place = files.read_global, files.variable, files.place
        confirmed = files.confirmed(LIMITS_PATH)
        self.is_unconfirmed = confirmed is None or confirmed.data is None

    def read(self, path: str) -> FileContent | None:
        """See `Files.read`."""
        if path not in CONFIRMED or (self.is_unconfirmed and path == LIMITS_PATH):
            return self._files.read(path)
        content = self._files.confirmed(path)
        return None if content is not None and content.data is None else content


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsState:
    """By metric: the limits, what stands in their place and cannot be read, since when it is counted, and the
    acknowledgment, with its note and the sessions that it is for. `spent_before` are USD that were spent when the first
    limit of cost was set.
    """

    limits: Mapping[str, Mapping[Level, float]] = field(default_factory=dict)
    unread: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    since: Mapping[str, str] = field(default_factory=dict)
    spent_before: float = 0
    acknowledged: Mapping[str, tuple[Given, str | None, tuple[str, ...]]] = field(default_factory=dict)


def read_state(files: Files, report: Report) -> LimitsState:
    """What these files state; what is wrong with them is reported."""
    folder = Folder(files, "", report, FOLDER)
    text = folder.text_at(LIMITS_PATH)
    found = read_limits(text, LIMITS_PATH) if text is not None else FoundLimits(LIMITS_PATH)
    for each in found.wrong:
        report.add(each.code, each.path, each.line, each.sentence)
    page = folder.json(STATE_NAME)
    stored = page.json_object if page is not None else {}
    since = {name: at for name, at in object_of(stored.get("since")).items() if isinstance(at, str)}
    given = object_of(stored.get("acknowledgments"))
    acknowledged = {name: _given(entry) for name, entry in given.items() if isinstance(entry, dict)}
    before = number_of(stored.get("spent_before")) or 0
    return LimitsState(
        limits=found.limits, unread=found.unread, since=since, spent_before=before, acknowledged=acknowledged
    )


def report_changes(files: Files, held: LimitsState, report: Report, *, is_unconfirmed: bool) -> None:
    """Report what the files say otherwise than what a person set: whoever wrote it raises and lowers nothing."""
    if is_unconfirmed and held.limits:
        message = "These limits were not set on this machine; they hold as stated."
        report.add("limits-unconfirmed", LIMITS_PATH, None, message)
    if files.read(LIMITS_PATH) is not None:
        _report_limits(read_state(files, Report()), held, report)
    stated = read_state(files, Report()).acknowledged if files.read(STATE_PATH) is not None else {}
    for metric in stated.keys() - held.acknowledged.keys():
        message = f"The file acknowledges {printable(metric)}; you did not, so it counts for nothing."
        report.add("changed-outside", STATE_PATH, None, message)


def _report_limits(stated: LimitsState, held: LimitsState, report: Report) -> None:
    if ALL in stated.unread:
        broken = stated.unread[ALL][0]
        message = f"The file cannot be read ({printable(broken.text)}); the limits you set hold."
        report.add("changed-outside", LIMITS_PATH, broken.line, message)
        return
    for metric in COUNTED:
        ours, theirs = held.limits.get(metric.name, {}), stated.limits.get(metric.name, {})
        unread = {each.what: each for each in stated.unread.get(metric.name, ())}
        for level in dict.fromkeys((*ours, *theirs)):
            left = unread.get(f"{level} limit", unread.get("limits"))
            if ours.get(level) == theirs.get(level):
                continue
            here = f'"{printable(left.text)}"' if left is not None else _amount(theirs, level, metric)
            says = f"says {here} for the" if here else "has no"
            mine = _amount(ours, level, metric)
            set_by_you = f"the limit you set is {mine}" if mine else "you set none, so it holds nobody"
            message = f"The file {says} {level} limit of {metric.name}; {set_by_you}."
            report.add("changed-outside", LIMITS_PATH, left.line if left is not None else None, message)


def _amount(limits: Mapping[Level, float], level: Level, metric: Metric) -> str | None:
    return format_amount(limits[level], metric.unit) if level in limits else None


def _given(entry: Mapping[str, Any]) -> tuple[Given, str | None, tuple[str, ...]]:
    level, limits = entry.get("level"), object_of(entry.get("limits"))
    at = {each: number_of(limits.get(each)) for each in LEVELS}
    given = Given(
        at=_text(entry.get("at")),
        value=number_of(entry.get("value")),
        level=level if level in ("warning", "alert", "stop") else None,
        limits=Limits(warning=at["warning"], alert=at["alert"], stop=at["stop"]),
    )
    sessions = entry.get("sessions")
    of = tuple(each for each in sessions if isinstance(each, str)) if isinstance(sessions, list) else ()
    return given, _text(entry.get("note")), of


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


class KeepsOwnLimits(System):
    """A system whose limits and handoffs a person keeps in `.cockpit/`, of a whole repository: its own files say
    nothing of limits. `lacking` is what is said of a verb that it has not, `begins` of what begins it."""

    statuses: Mapping[Status, str] = {}
    counts_use = True
    reads_use = True
    lacking: Message
    begins: Message

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """Limits are those of a whole repository."""
        return () if base else self.state_folders

    def verbs(self) -> Mapping[type[Any], Any]:
        """What carries out each intent beside those about limits and handoffs."""
        return {}

    def edit(self, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.shared.own_limits_editing import edit

        return edit(self, files, candidate, intent, context)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """Raises CommandError: something else begins it."""
        raise CommandError(self.begins)


def read_own(
    files: Files, report: Report, context: ReadContext, *, has_phases: bool = True
) -> tuple[tuple[Threshold, ...], Handoffs]:
    """What is kept in `.cockpit/`: each metric that has a limit or a value, and the handoffs. What a person confirmed
    holds; where the files say something else, that is reported."""
    held = Held(files)
    state = read_state(held, report)
    report_changes(files, state, report, is_unconfirmed=held.is_unconfirmed)
    handoffs = read_handoffs(Folder(files, "", report, FOLDER), report, has_phases=has_phases)
    return tuple(read_thresholds(state, context)), handoffs


def read_thresholds(state: LimitsState, context: ReadContext) -> Iterator[Threshold]:
    """Each metric that has a limit or a value; before them the file, where nobody can read it."""
    if ALL in state.unread:
        none = Limits(source=LIMITS_FILE)
        yield Threshold(metric=ALL, unit="count", limits=none, source=LIMITS_FILE, unreadable=state.unread[ALL])
    for metric in COUNTED:
        stated = {**state.limits.get(metric.name, {}), **context.limits.get(metric.name, {})}
        unread = state.unread.get(metric.name, ())
        source = COMMAND_LINE if metric.name in context.limits else LIMITS_FILE
        limits = Limits(**stated, source=source)
        given, note, sessions = state.acknowledged.get(metric.name, (None, None, ()))
        used = _used(metric, state, context, limits, sessions)
        if not stated and not unread and used is None:
            continue
        level = level_of(used.value, limits) if used is not None and not unread else None
        present = Present(
            metric=metric.name,
            value=used.value if used is not None else None,
            level=level,
            limits=limits,
            now=context.now,
            session_id=used.session if used is not None and metric.name == "context" else None,
            half_way=context.lapse_half_way,
        )
        acknowledgment = None
        if given is not None:
            of = present.session_id if present.session_id in sessions else next(iter(sessions), None)
            given = replace(given, session_id=of)
            acknowledgment = judged(given, present, at=instant_text(given.at), note=note)
        yield Threshold(
            metric=metric.name,
            unit=metric.unit,
            value=present.value,
            at_least=used is not None and used.at_least,
            level=level,
            limits=limits,
            agent_will=agent_will(level, acknowledgment is not None and acknowledgment.effective),
            agent_level=level,
            read_at=write_instant(datetime.fromtimestamp(used.at, UTC)) if used is not None else None,
            source=SOURCE_WORDS[used.source] if used is not None else None,
            acknowledgment=acknowledgment,
            unreadable=unread,
        )


def _used(
    metric: Metric, state: LimitsState, context: ReadContext, limits: Limits, answered: Sequence[str]
) -> Amount | None:
    """What sessions used, a sum since the first limit was set. Of contexts that of the session that asks, else the
    fullest, unless the alert of that one is `answered`, and another one's is not."""
    from cockpit.rules import readings  # only who set a limit needs it

    instant, now = parse_instant(state.since.get(metric.name)), context.now.timestamp()
    begun = instant.at.timestamp() if instant is not None else None
    match metric.name:
        case "cost":
            return readings.cost(context.readings, context.agents, since=begun, before=state.spent_before, now=now)
        case "tokens":
            return readings.tokens(context.agents, since=begun, now=now)
    if context.readings.asks is not None:
        return readings.context_of(context.readings, context.readings.asks, context.agents, now=now)
    found = readings.contexts(context.readings, context.agents, now=now)
    fullest = level_of(found[0].value, limits) if found else None
    open_ones = [each for each in found if each.session not in answered and level_of(each.value, limits) == fullest]
    return next(iter((*open_ones, *found)), None)
