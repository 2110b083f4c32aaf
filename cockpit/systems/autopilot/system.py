"""Project Autopilot: recognising its tracks and reading everything its files say about one."""

from collections.abc import Mapping
from typing import Any

from cockpit.model import Track
from cockpit.rules.instants import to_utc_text
from cockpit.systems.autopilot.acknowledgments_state import read_acknowledgments
from cockpit.systems.autopilot.composition import (
    read_continuity,
    read_documents,
    read_next,
    read_position,
    read_sessions,
)
from cockpit.systems.autopilot.contradictions import report_contradictions
from cockpit.systems.autopilot.decisions_log import merge, read_decisions
from cockpit.systems.autopilot.folder import STATE_FOLDER, Folder
from cockpit.systems.autopilot.holding_pattern import read_handoff
from cockpit.systems.autopilot.limit_sources import limit_sources
from cockpit.systems.autopilot.metrics import Gauges, read_metrics
from cockpit.systems.autopilot.phases import count_progress, read_phases
from cockpit.systems.autopilot.recognition import STATE_NAMES, MainFile, find_main, state_file
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds_state import read_thresholds
from cockpit.systems.autopilot.token_usage import read_token_usage
from cockpit.systems.autopilot.transponder import read_transponder
from cockpit.systems.autopilot.triggers_state import read_triggers
from cockpit.systems.autopilot.waypoint import read_waypoint
from cockpit.systems.interface import Candidate, Files, ReadContext


class Autopilot:
    """The system `autopilot`."""

    id = "autopilot"
    name = "Project Autopilot"
    state_folders: tuple[str, ...] = (STATE_FOLDER,)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The one track a folder can have, recognised by what its files hold."""
        folder = Folder(files, base, Report())
        main = find_main(folder)
        return (Candidate(system=self.id, path=folder.path(main.name), base=base),) if main else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report = Report()
        folder = Folder(files, candidate.base, report)
        sources = _read_sources(folder, _main(folder, candidate), context, report)
        report_contradictions(folder, sources, report)
        return _track(folder, candidate, sources, context, report)


def _main(folder: Folder, candidate: Candidate) -> MainFile:
    """The main file that was recognised, also where its content has changed since."""
    name = candidate.path.removeprefix(folder.path(""))
    found = state_file(folder, name) if name in STATE_NAMES else None
    return found or MainFile(name, STATE_NAMES.get(name, "holding-pattern" if name.endswith(".md") else "thresholds"))


def _read_sources(folder: Folder, main: MainFile, context: ReadContext, report: Report) -> Sources:
    state = _state(folder, main, report)
    thresholds = read_thresholds(folder, report)
    handoff = read_handoff(folder, report)
    return Sources(
        main=main,
        state=state,
        handoff=handoff,
        gauges=Gauges(
            state=state,
            thresholds=thresholds,
            acknowledgments=read_acknowledgments(folder),
            triggers=read_triggers(folder, thresholds),
            usage=read_token_usage(folder, report),
            sources=limit_sources(folder, state, context, report),
        ),
        phases=read_phases(folder),
        logged=read_decisions(folder),
    )


def _state(folder: Folder, main: MainFile, report: Report) -> StateFile | None:
    page = folder.markdown(main.name) if main.name in STATE_NAMES else None
    if page is None:
        return None
    read = read_waypoint if main.layout == "waypoint" else read_transponder
    return read(page, main.format, report)


def _track(folder: Folder, candidate: Candidate, sources: Sources, context: ReadContext, report: Report) -> Track:
    state, gauges = sources.state, sources.gauges
    handoff = sources.handoff.handoff if sources.handoff else None
    counted = count_progress(sources.phases)
    position = read_position(state, handoff, sources.phases, counted)
    next_action, next_by_rule = read_next(state, handoff, position.status)
    return Track(
        system=candidate.system,
        path=candidate.path,
        format=sources.main.format,
        title=state.title if state else None,
        updated=_updated(sources),
        documents=read_documents(folder, state),
        position=position,
        next_action=next_action,
        next_by_rule=next_by_rule,
        thresholds=read_metrics(gauges, context),
        triggers=gauges.triggers.triggers,
        metrics=state.metrics if state else {},
        decisions=merge(state.decisions if state else (), sources.logged),
        todos=state.todos if state else (),
        blockers=state.blockers if state else (),
        phases=tuple(count.phase for count in sources.phases),
        errors=state.errors if state else (),
        tokens=gauges.usage.tokens if gauges.usage else None,
        sessions=read_sessions(state),
        continuity=read_continuity(state),
        handoff=handoff,
        extra=_extra(folder, sources, report),
        findings=report.findings(),
    )


def _updated(sources: Sources) -> str | None:
    stated = sources.state.updated.text if sources.state and sources.state.updated else None
    created = sources.handoff.handoff.created if sources.handoff and sources.state is None else None
    check = sources.gauges.thresholds.last_check if sources.state is None else None
    text = stated or created or check
    return to_utc_text(text) if text else None


def _frontmatter(folder: Folder, sources: Sources, report: Report) -> Mapping[str, Any]:
    """Our layouts have no frontmatter; what an agent put there anyway is kept, not interpreted."""
    page = folder.page(sources.main.name)
    if page is None or not page.text.lstrip().startswith("---"):
        return {}
    from cockpit.documents.frontmatter import split

    matter = split(page.text)
    report.problems(page.path, matter.problems if matter else ())
    return matter.data if matter else {}


def _extra(folder: Folder, sources: Sources, report: Report) -> Mapping[str, Any]:
    gauges = sources.gauges
    extra: dict[str, Any] = dict(sources.state.extra) if sources.state else {}
    if sources.state:
        extra["frontmatter"] = _frontmatter(folder, sources, report)
        extra["quick_reference"] = dict(sources.state.quick_reference)
    extra["acknowledgment_history"] = [dict(entry) for entry in gauges.acknowledgments.history[-50:]]
    extra["last_reset"] = gauges.acknowledgments.last_reset
    extra["token_usage"] = dict(gauges.usage.totals) if gauges.usage else {}
    return {key: value for key, value in extra.items() if value}
