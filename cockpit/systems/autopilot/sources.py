"""Everything that was read for one track, before it is put together and compared."""

from dataclasses import dataclass

from cockpit.model import Decision
from cockpit.systems.autopilot.holding_pattern import HoldingPattern
from cockpit.systems.autopilot.metrics import Gauges
from cockpit.systems.autopilot.phases import PhaseCount
from cockpit.systems.autopilot.recognition import MainFile
from cockpit.systems.autopilot.state_file import StateFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The state file (None where a track has none), the handoff, the metrics, the phases and the decision log."""

    main: MainFile
    state: StateFile | None
    handoff: HoldingPattern | None
    gauges: Gauges
    phases: tuple[PhaseCount, ...]
    logged: tuple[Decision, ...]
