"""Everything that was read for one track, before it is put together and compared."""

from collections.abc import Mapping

from cockpit.model import Decision
from cockpit.model.readings import Amount
from cockpit.systems.autopilot.decisions.decisions_log import read_decisions
from cockpit.systems.autopilot.position.phases import FOLDER as PHASES
from cockpit.systems.autopilot.position.phases import PhaseCount, read_phases
from cockpit.systems.autopilot.recognition import STATE_NAMES, MainFile, state_file, store_format
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds.acknowledgments_state import read_acknowledgments
from cockpit.systems.autopilot.thresholds.limit_sources import limit_sources
from cockpit.systems.autopilot.thresholds.metrics import Gauges
from cockpit.systems.autopilot.thresholds.thresholds_state import read_thresholds
from cockpit.systems.autopilot.thresholds.token_usage import read_token_usage
from cockpit.systems.autopilot.thresholds.triggers_state import read_triggers
from cockpit.systems.autopilot.transponder import read_transponder
from cockpit.systems.autopilot.waypoint import read_waypoint
from cockpit.systems.interface import Candidate, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import HoldingPattern, read_handoff
from cockpit.systems.shared.taken_lines import Passage
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The state file (None where a track has none), the handoff, the metrics, the phases and the decision log."""

    main: MainFile
    state: StateFile | None
    handoff: HoldingPattern | None
    gauges: Gauges
    phases: tuple[PhaseCount, ...]
    logged: tuple[Decision, ...]
    unread: tuple[Passage, ...] = ()
    """What no rule read, of all files."""


def main_file(folder: Folder, candidate: Candidate) -> MainFile:
    """The main file that was recognised, also where its content has changed since."""
    name = candidate.path.removeprefix(folder.path(""))
    found = state_file(folder, name) if name in STATE_NAMES else None
    other = "holding-pattern" if name.endswith(".md") else store_format(name)
    return found or MainFile(name, STATE_NAMES.get(name, other))


def read_sources(folder: Folder, main: MainFile, context: ReadContext, report: Report) -> Sources:
    """Read every file of a track; what is wrong with them goes to the report."""
    folder.check_folders("state", PHASES)
    state = _state(folder, main, report)
    thresholds = read_thresholds(folder, report)
    acknowledgments, triggers = read_acknowledgments(folder, report), read_triggers(folder, report)
    handoff = read_handoff(folder, report)
    log = read_decisions(folder, report)
    return Sources(
        main=main,
        state=state,
        handoff=handoff.pattern,
        gauges=Gauges(
            state=state,
            thresholds=thresholds,
            acknowledgments=acknowledgments,
            triggers=triggers,
            usage=read_token_usage(folder, report),
            sources=limit_sources(folder, state, context, report),
            used=_used(context),
        ),
        phases=read_phases(folder),
        logged=log.decisions,
        unread=(
            *(state.unread if state else ()),
            *handoff.unread,
            *log.unread,
            *thresholds.unread,
            *acknowledgments.unread,
            *triggers.unread,
        ),
    )


def _used(context: ReadContext) -> Mapping[str, Amount]:
    if not context.readings.entries and not context.agents:
        return {}
    from cockpit.rules.readings import of_live_sessions  # only where agents said what they used

    return of_live_sessions(context.readings, context.agents, now=context.now.timestamp())


def _state(folder: Folder, main: MainFile, report: Report) -> StateFile | None:
    page = folder.markdown(main.name) if main.name in STATE_NAMES else None
    if page is None:
        return None
    read = read_waypoint if main.layout == "waypoint" else read_transponder
    return page.once_reporting(report, read, main.format)
