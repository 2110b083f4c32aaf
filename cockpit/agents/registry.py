"""The agents whose sessions are read. A new one is a module that implements `Agent`, and a line here."""

from cockpit.agents.claude import CLAUDE
from cockpit.agents.interface import Agent

AGENTS: tuple[Agent, ...] = (CLAUDE,)
