"""The systems cockpit recognises."""

from typing import TYPE_CHECKING

from cockpit.model import Status, Track
from cockpit.rules.next_step import legal_moves
from cockpit.systems import NAMES

if TYPE_CHECKING:
    from cockpit.systems.interface import BeginningPart, SessionPart


def systems_to_begin() -> list[tuple[str, str]]:
    """The id and the name of each system of which a track can be begun with cockpit."""
    return list(NAMES.items())


def system_id(typed: str) -> str:
    """The id of the system that is called so, by its id or by its name, in any case; what is neither stays."""
    asked = typed.casefold()
    return next((known for known, name in NAMES.items() if asked in (known.casefold(), name.casefold())), typed)


def known_beginnings(system_id: str) -> tuple["BeginningPart", ...] | None:
    """What a track of a system can be begun with; None where there is no such system."""
    from cockpit.systems.registry import SYSTEMS

    return next((system.beginnings for system in SYSTEMS if system.id == system_id), None)


def needed_to_begin(system_id: str) -> tuple["BeginningPart", ...]:
    """What a track of a system cannot be begun without."""
    from cockpit.systems.registry import SYSTEMS

    return next((system.needed_to_begin for system in SYSTEMS if system.id == system_id), ())


def known_triggers(track: Track | None) -> tuple[str, ...]:
    """The checkpoint triggers of the track's system; of all systems, where there is no track."""
    from cockpit.systems.registry import SYSTEMS

    systems = [system for system in SYSTEMS if track is None or system.id == track.system]
    return tuple(trigger for system in systems for trigger in system.triggers)


def known_moves(track: Track) -> tuple[tuple[Status, str], ...]:
    """The statuses that the track may be moved to now, the usual one first, each in its system's own words."""
    from cockpit.systems.registry import SYSTEMS

    system = next((system for system in SYSTEMS if system.id == track.system), None)
    if system is None:
        return ()
    legal = [status for status in legal_moves(track.position.status) if status not in system.held(track)]
    return tuple((status, system.statuses[status]) for status in legal if status in system.statuses)


def is_stuck(track: Track) -> bool:
    """Whether the work can neither go on nor begin elsewhere as it stands: it failed for good."""
    from cockpit.systems.registry import SYSTEMS

    held = next((system.held(track) for system in SYSTEMS if system.id == track.system), frozenset())
    return held >= {"in_progress", "not_started"}


def known_session_reasons(track: Track) -> tuple[str, ...]:
    """Why a session of the track can end, the usual reason first; none where its system does not say why."""
    from cockpit.systems.registry import SYSTEMS

    return next((system.session_reasons for system in SYSTEMS if system.id == track.system), ())


def known_session_parts(track: Track) -> tuple["SessionPart", ...]:
    """What an ending session of the track can tell beside a note and its reason."""
    from cockpit.systems.registry import SYSTEMS

    return next((system.session_parts for system in SYSTEMS if system.id == track.system), ())


def known_error_types(track: Track) -> tuple[str, ...]:
    """The types of errors that can be recorded in the track; none where its system records no errors."""
    from cockpit.systems.registry import SYSTEMS

    return next((system.error_types for system in SYSTEMS if system.id == track.system), ())
