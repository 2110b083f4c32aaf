"""Everything that was read for one track, before it is put together and compared."""

from collections.abc import Mapping

from cockpit.model import Decision
from cockpit.model.readings import Amount
from cockpit.systems.autopilot.decision_log import read_decisions
from cockpit.systems.autopilot.description import STATE_FOLDER, STATE_NAMES
from cockpit.systems.autopilot.limits import limit_sources
from cockpit.systems.autopilot.phases import FOLDER as PHASES
from cockpit.systems.autopilot.phases import PhaseCount, read_phases
from cockpit.systems.autopilot.state import MainFile, State, main_file, read_state
from cockpit.systems.autopilot.stores import (
    read_acknowledgments,
    read_checked,
    read_token_usage,
    read_triggers,
)
from cockpit.systems.autopilot.thresholds import Gauges, in_state, listed_in
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import HoldingPattern, read_handoff
from cockpit.systems.shared.limits_file import Wrong
from cockpit.systems.shared.passages import Passage
from cockpit.systems.shared.report import Report
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The state file (None where a track has none), the handoff, the metrics, the phases and the decision log; `wrong`
    is what is wrong with limits, `unread` what no rule read of the files beside the state file."""

    folder: Folder
    main: MainFile
    state: State | None
    handoff: HoldingPattern | None
    gauges: Gauges
    phases: tuple[PhaseCount, ...]
    logged: tuple[Decision, ...]
    wrong: tuple[Wrong, ...]
    unread: tuple[Passage, ...] = ()


def read_sources(files: Files, candidate: Candidate, context: ReadContext, report: Report) -> Sources:
    """Read every file of a track; what is wrong with a file as such goes to the report."""
    folder = Folder(files, candidate.base, report, STATE_FOLDER)
    main = main_file(folder, candidate.path.removeprefix(folder.path("")))
    folder.check_folders("state", PHASES)
    page = folder.page(main.name) if main.name in STATE_NAMES else None
    state = read_state(page, main.layout or "state") if page is not None else None
    checked, acknowledgments, triggers = read_checked(folder), read_acknowledgments(folder), read_triggers(folder)
    handoff, log = read_handoff(folder, report), read_decisions(folder, report)
    said = (*checked.said, *(state.once(in_state) if state is not None else ()))
    wrong: list[Wrong] = []
    name = state.name if state is not None else main.name
    table = [each for each in said if state is not None and each.path == state.path]
    gauges = Gauges(
        state=state,
        said=said,
        listed=state.once(listed_in) if state is not None else (),
        checked=checked,
        acknowledgments=acknowledgments,
        triggers=triggers,
        usage=read_token_usage(folder),
        sources=limit_sources(folder, table, name, context, wrong),
        used=_used(context),
    )
    return Sources(
        folder=folder,
        main=main,
        state=state,
        handoff=handoff.pattern,
        gauges=gauges,
        phases=read_phases(folder),
        logged=log.decisions,
        wrong=tuple(wrong),
        unread=(*handoff.unread, *log.unread, *checked.unread, *acknowledgments.unread, *triggers.unread),
    )


def _used(context: ReadContext) -> Mapping[str, Amount]:
    if not context.readings.entries and not context.agents:
        return {}
    from cockpit.rules.readings import of_live_sessions  # only where agents said what they used

    return of_live_sessions(context.readings, context.agents, now=context.now.timestamp())
