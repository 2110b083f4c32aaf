"""Project Autopilot: recognising its tracks and reading everything its files say about one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cockpit.model import Position, Status, Track, Waiting
from cockpit.systems.autopilot.composition import (
    read_continuity,
    read_documents,
    read_next,
    read_position,
    read_resume,
    read_sessions,
)
from cockpit.systems.autopilot.contradictions import report_contradictions
from cockpit.systems.autopilot.decisions.decisions_log import merge
from cockpit.systems.autopilot.position.phases import (
    Checkpoint,
    PhaseCount,
    PhaseFile,
    count_progress,
    parts_of,
    present_route,
)
from cockpit.systems.autopilot.recognition import ARCHIVE, STATE_FILE, STATE_FOLDER, find_main
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources, main_file, read_sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds.metrics import read_metrics
from cockpit.systems.autopilot.thresholds.triggers_state import BUILT_IN
from cockpit.systems.autopilot.vocabulary import SEED_WORDS
from cockpit.systems.interface import Beginning, BeginningPart, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import read_archived
from cockpit.systems.shared.stated_values import instant_text
from cockpit.wording.messages import Message
from cockpit.wording.times import to_utc_text

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent

# Whether the agent waits for a person: at a checkpoint of the present plan (docs/systems/autopilot.md)

_HELD = ("blocked", "paused", "verifying")
"""Statuses of an agent that does not go on; a plan file alone does not say that an answer was given since."""


def read_waiting(state: StateFile | None, position: Position, phases: tuple[PhaseCount, ...]) -> Waiting | None:
    """The question of a checkpoint that is reached; None unless the status says too that the agent does not go on."""
    route = present_route(position.phase, position.plan, phases)
    if state is None or route is None or route.checkpoint is None or position.status not in _HELD:
        return None
    point = route.checkpoint
    if not _is_reached(route, point):
        return None
    question = point.what or Message("autopilot.checkpoint-after-task", task=point.after_task)
    return Waiting(question=question, options=point.options)


def _is_reached(route: PhaseFile, point: Checkpoint) -> bool:
    """Whether the task before the checkpoint is done and none behind it is."""
    number = parts_of(point.after_task)[-1:]
    places = [at for at, task in enumerate(route.tasks) if task.id and parts_of(task.id)[-1:] == number]
    if not places or not route.tasks[places[-1]].done:
        return False
    return not any(task.done for task in route.tasks[places[-1] + 1 :])


class Autopilot(System):
    """The system `autopilot`."""

    id = "autopilot"
    name = "Project Autopilot"
    state_folders: tuple[str, ...] = (STATE_FOLDER,)
    triggers: tuple[str, ...] = tuple(BUILT_IN)
    statuses: Mapping[Status, str] = SEED_WORDS

    beginnings: tuple[BeginningPart, ...] = ("title",)
    keeps_limits = True
    reads_use = True

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The one track a folder can have, recognised by what its files hold."""
        folder = Folder(files, base, Report(), STATE_FOLDER)
        main = find_main(folder)
        return (Candidate(system=self.id, path=folder.path(main.name), base=base),) if main else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report = Report()
        folder = Folder(files, candidate.base, report, STATE_FOLDER)
        sources = read_sources(folder, main_file(folder, candidate), context, report)
        report_contradictions(folder, sources, report)
        return _track(folder, candidate, sources, context, report)

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes for an intent. Raises CommandError with the reason and the remedy."""
        from cockpit.systems.autopilot.editor import edit  # the first frame must not pay for it

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now, by the state file and the plan of the present phase."""
        from cockpit.systems.autopilot.handoff_editing import propose_handoff

        report = Report()
        folder = Folder(files, candidate.base, report, STATE_FOLDER)
        sources = read_sources(folder, main_file(folder, candidate), context, report)
        return propose_handoff(_track(folder, candidate, sources, context, report), sources)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """A new TRANSPONDER.md and its state. Raises CommandError where the folder has a track already."""
        from cockpit.systems.autopilot.creation import create

        return create(self, files, base, beginning, context)


def _track(folder: Folder, candidate: Candidate, sources: Sources, context: ReadContext, report: Report) -> Track:
    state, gauges = sources.state, sources.gauges
    handoff = sources.handoff.handoff if sources.handoff else None
    counted = count_progress(sources.phases)
    position = read_position(state, handoff, sources.phases, counted)
    phases = tuple(count.phase for count in sources.phases)
    next_action, next_by_rule = read_next(state, handoff, position, phases)
    usage = gauges.usage
    waiting = read_waiting(state, position, sources.phases)
    return Track(
        system=candidate.system,
        path=candidate.path,
        format=sources.main.format,
        title=state.title if state else None,
        updated=_updated(sources),
        documents=read_documents(folder, state, position, sources.phases),
        position=position,
        next_action=next_action,
        next_by_rule=next_by_rule,
        waiting=waiting,
        resume_at=read_resume(position, handoff),
        thresholds=read_metrics(gauges, context),
        triggers=gauges.triggers.triggers,
        metrics=state.metrics if state else {},
        decisions=merge(state.decisions if state else (), sources.logged),
        todos=state.todos if state else (),
        blockers=state.blockers if state else (),
        phases=phases,
        errors=state.errors if state else (),
        tokens=(usage.tokens if usage else None) or (state.tokens if state else None),
        sessions=read_sessions(state),
        continuity=read_continuity(state),
        handoff=handoff,
        archived_handoffs=read_archived(folder, ARCHIVE),
        extra=_extra(folder, sources, report),
        findings=report.findings(),
        lacks=_lacks(candidate, sources, asks=waiting is not None),
    )


def _lacks(candidate: Candidate, sources: Sources, *, asks: bool) -> dict[str, Message]:
    """Why a question is not answered here, and why no verb writes to an older state file."""
    older = sources.state is not None and sources.main.name != STATE_FILE
    lacks = {"answer": Message("autopilot.answered-at-agent")} if asks else {}
    if older:
        lacks["state"] = Message("autopilot.older-file-read-only", path=candidate.path)
    return lacks


def _updated(sources: Sources) -> str | None:
    stated = sources.state.updated.text if sources.state and sources.state.updated else None
    created = sources.handoff.handoff.created if sources.handoff and sources.state is None else None
    check = sources.gauges.thresholds.last_check if sources.state is None else None
    return instant_text(stated or created or check)


def _frontmatter(folder: Folder, sources: Sources, report: Report) -> Mapping[str, Any]:
    """Our layouts have no frontmatter; what an agent put there anyway is kept, not interpreted."""
    page = folder.page(sources.main.name)
    if page is None or not page.text.lstrip().startswith("---"):
        return {}
    from cockpit.text.keyed import problems_of, read_keyed

    file = read_keyed(page.text)
    report.keys(page.path, problems_of(file))
    return file.root.data() if file.has_keys else {}


def _in_utc(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of the history, its times in UTC."""
    times = {key: to_utc_text(at) for key, at in entry.items() if key.endswith("_at") and isinstance(at, str)}
    return {**entry, **times}


def _extra(folder: Folder, sources: Sources, report: Report) -> Mapping[str, Any]:
    gauges = sources.gauges
    extra: dict[str, Any] = dict(sources.state.extra) if sources.state else {}
    if sources.state:
        extra["frontmatter"] = _frontmatter(folder, sources, report)
        extra["quick_reference"] = {label: value.text for label, value in sources.state.quick_reference.items()}
    extra["acknowledgment_history"] = [_in_utc(entry) for entry in gauges.acknowledgments.history[-50:]]
    extra["last_reset"] = instant_text(gauges.acknowledgments.last_reset)
    extra["token_usage"] = dict(gauges.usage.totals) if gauges.usage else {}
    extra["unread"] = list(sources.unread)
    return {key: value for key, value in extra.items() if value}
