"""A git repository in which no framework keeps state: the limits that a person set, and a handoff."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cockpit.model import Limits, Status, Threshold, Track
from cockpit.model.errors import CommandError
from cockpit.model.readings import Amount
from cockpit.model.state import PLAIN_REPOSITORY
from cockpit.rules.thresholds.acknowledgments import Present, agent_will, judged
from cockpit.rules.thresholds.metrics import COMMAND_LINE, COUNTED, LIMITS_FILE, Metric, level_of
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.plain_repository import is_here
from cockpit.systems.plain_repository.report import Report
from cockpit.systems.plain_repository.state import (
    ALL,
    FOLDER,
    STATE_PATH,
    Held,
    LimitsState,
    read_state,
    report_changes,
)
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import read_handoffs
from cockpit.systems.shared.limits_file import LIMITS_PATH
from cockpit.systems.shared.stated_values import instant_text
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant, write_instant

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent

KEEPS_LIMITS = Message(
    "repository.keeps-limits", "Plain repository: no framework keeps state here, it has limits and a handoff only."
)
_LACKS = ("position", "decisions", "blockers", "todos", "questions", "phases", "plan", "task", "next", "answer",
          "retries", "session", "archive", "state")  # fmt: skip


class PlainRepository(System):
    """The system `plain-repository`."""

    id = PLAIN_REPOSITORY
    name = "Plain repository"
    state_folders: tuple[str, ...] = (FOLDER,)
    statuses: Mapping[Status, str] = {}
    counts_use = True

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """Limits are those of a whole repository."""
        return () if base else self.state_folders

    def unwritten(self, files: Files) -> Candidate | None:
        """The track that the first limit begins in a repository."""
        return _CANDIDATE if files.confirmed(STATE_PATH) is not None else None

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The repository itself."""
        return (_CANDIDATE,) if is_here(files, base) else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """What a person confirmed holds; where the files say something else, that is a finding."""
        report = Report()
        held = Held(files)
        state = read_state(held, report)
        report_changes(files, state, report, is_unconfirmed=held.is_unconfirmed)
        handoffs = read_handoffs(Folder(files, "", report, FOLDER), report, has_phases=False)
        return Track(
            system=self.id,
            path=candidate.path,
            format="limits",
            documents=handoffs.documents(),
            thresholds=tuple(read_thresholds(state, context)),
            handoff=handoffs.waiting,
            archived_handoffs=handoffs.archived,
            extra={"unread": [*handoffs.unread]} if handoffs.unread else {},
            findings=report.findings(),
            lacks=dict.fromkeys(_LACKS, KEEPS_LIMITS),
        )

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.plain_repository.editor import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now: why it is left."""
        from cockpit.model.handoff_draft import HandoffDraft
        from cockpit.rules.handoff.proposal import stated_draft

        return stated_draft(HandoffDraft(), self.read(files, candidate, context))

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """Raises CommandError: the first limit begins it."""
        raise CommandError(
            "repository.begins-with-limit", "The first limit begins it: `cockpit limit cost.alert=10 cost.stop=20`."
        )


_CANDIDATE = Candidate(system=PlainRepository.id, path=LIMITS_PATH)


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
            source=_SOURCES[used.source] if used is not None else None,
            acknowledgment=acknowledgment,
            unreadable=unread,
        )


_SOURCES = {"statusline": "status line", "log": "session log"}


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
