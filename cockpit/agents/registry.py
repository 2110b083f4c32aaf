"""The agents whose sessions are read. A new one is a module that implements `Agent`, and a line here."""

from cockpit.agents.claude import CLAUDE
from cockpit.agents.codex import Codex
from cockpit.agents.gemini import Gemini
from cockpit.agents.interface import Agent

AGENTS: tuple[Agent, ...] = (CLAUDE, Codex(), Gemini())
