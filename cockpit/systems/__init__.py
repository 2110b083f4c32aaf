"""The systems: one package each, all behind the interface of `cockpit.systems.interface`."""

from collections.abc import Mapping

NAMES: Mapping[str, str] = {
    "autopilot": "Project Autopilot",
    "maestro": "Maestro",
    "autodev": "autodev",
    "codewalk": "Codewalkers",
    "speckit": "Spec Kit",
}
"""What each system is called, by its id, in the order in which they are asked; known without importing any of them."""
BEGUN = tuple(each for each in NAMES if each != "speckit")
"""Those of which cockpit begins a track; the others have a tool of their own for that."""
