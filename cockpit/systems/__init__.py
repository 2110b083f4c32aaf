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
BEGUN: Mapping[str, str] = {
    "autopilot": "phases, plans, tasks and limits, in .autopilot/",
    "maestro": "phases, each with its agents, in docs/maestro/",
    "autodev": "fixed steps to deployment, in _docs/",
    "codewalk": "phases, sessions and questions, in .planning/",
}
"""Those of which cockpit begins a track, each in a few words; the others have a tool of their own for that."""
