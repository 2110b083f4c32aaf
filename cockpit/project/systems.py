"""The systems cockpit recognises."""

from typing import TYPE_CHECKING

from cockpit.model import Status, Track
from cockpit.rules.next_step import legal_moves
from cockpit.systems import BEGUN, NAMES

if TYPE_CHECKING:
    from cockpit.systems.interface import BeginningPart, SessionPart, System


def systems_to_begin() -> list[tuple[str, str]]:
    """The id and the name of each system of which a track can be begun with cockpit."""
    return [(each, NAMES[each]) for each in BEGUN]


def kept_by(system: str) -> str:
    """What a system of which a track can be begun keeps, and where."""
    return BEGUN[system]


def system_id(typed: str) -> str:
    """The id of the system that is called so, by its id or by its name, in any case; what is neither stays."""
    asked = typed.casefold()
    return next((known for known, name in NAMES.items() if asked in (known.casefold(), name.casefold())), typed)


def system_of(known_id: str) -> "System | None":
    """The system of that id; None where there is none."""
    from cockpit.systems.registry import SYSTEMS

    return next((system for system in SYSTEMS if system.id == known_id), None)


def known_beginnings(system_id: str) -> tuple["BeginningPart", ...] | None:
    """What a track of a system can be begun with; None where there is no such system."""
    system = system_of(system_id)
    return system.beginnings if system is not None else None


def needed_to_begin(system_id: str) -> tuple["BeginningPart", ...]:
    """What a track of a system cannot be begun without."""
    system = system_of(system_id)
    return system.needed_to_begin if system is not None else ()


def known_triggers(track: Track | None) -> tuple[str, ...]:
    """The checkpoint triggers of the track's system; of all systems, where there is no track."""
    from cockpit.systems.registry import SYSTEMS

    return tuple(name for each in SYSTEMS if track is None or each.id == track.system for name in each.triggers)


def known_moves(track: Track) -> tuple[tuple[Status, str], ...]:
    """The statuses that the track may be moved to now, the usual one first, each in its system's own words."""
    system = system_of(track.system)
    if system is None:
        return ()
    legal = [status for status in legal_moves(track.position.status) if status not in system.held(track)]
    return tuple((status, system.statuses[status]) for status in legal if status in system.statuses)


def is_stuck(track: Track) -> bool:
    """Whether the work can neither go on nor begin elsewhere as it stands: it failed for good."""
    system = system_of(track.system)
    return system is not None and system.held(track) >= {"in_progress", "not_started"}


def known_session_reasons(track: Track) -> tuple[str, ...]:
    """Why a session of the track can end, the usual reason first; none where its system does not say why."""
    system = system_of(track.system)
    return system.session_reasons if system is not None else ()


def known_session_parts(track: Track) -> tuple["SessionPart", ...]:
    """What an ending session of the track can tell beside a note and its reason."""
    system = system_of(track.system)
    return system.session_parts if system is not None else ()


def known_error_types(track: Track) -> tuple[str, ...]:
    """The types of errors that can be recorded in the track; none where its system records no errors."""
    system = system_of(track.system)
    return system.error_types if system is not None else ()
