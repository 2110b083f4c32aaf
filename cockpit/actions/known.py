"""The systems cockpit recognises."""


def known_places() -> list[tuple[str, str]]:
    """The name of each system, and the folder in which it keeps its state."""
    from cockpit.systems.registry import SYSTEMS  # every reader; only an empty screen asks

    return [(system.name, ", ".join(f"{folder}/" for folder in system.state_folders)) for system in SYSTEMS]
