"""The systems: one package each, all behind the interface of `cockpit.systems.interface`."""

from collections.abc import Mapping

NAMES: Mapping[str, str] = {
    "autopilot": "Project Autopilot",
    "maestro": "Maestro",
    "autodev": "autodev",
    "codewalk": "Codewalkers",
}
"""What each system is called, by its id, in the order in which they are asked; known without importing any of them."""
