"""The systems cockpit knows, by id, in the order in which they are asked."""

from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import System

SYSTEMS: tuple[System, ...] = (Autopilot(),)
