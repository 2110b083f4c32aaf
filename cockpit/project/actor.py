"""Who acts: a person, or an agent that runs our commands.

An agent's tools mark the processes they start with environment variables. A person's verbs refuse where one is set, so
that an agent cannot acknowledge its own alerts by mistake. It is no lock: an agent that edits the files itself, or
clears its environment, is not stopped by this, and the documentation says so.
"""

import os
from collections.abc import Mapping

from cockpit.agents.environment import AGENT_VARIABLES, EARLIER_NAMES, agent_of
from cockpit.wording.messages import Message, Words


def not_a_person(*, allow_agents: bool) -> Words | None:
    """Why what only a person may do is refused here; None where it is not."""
    name = agent_of(os.environ)
    if name is None or allow_agents:
        return None
    return Message(
        "project.only-a-person",
        f"Only a person may do this, and cockpit runs in {name}. To permit it, set allow_agents = true in "
        "settings.toml.",
    )


def actor(environment: Mapping[str, str] = os.environ) -> str:
    """The id under which the journal and the ledger keep whoever acts: `person`, or `agent (Claude Code)`."""
    name = agent_of(environment)
    return _agent_id(name) if name else "person"


def is_agent(actor_id: str) -> bool:
    """Whether an id that `actor` returned, in this version or an earlier one, is an agent's.

    An unknown id counts as a person's: what a person did, no agent may take back.
    """
    return actor_id in _AGENT_IDS


def _agent_id(name: str) -> str:
    return f"agent ({name})"


_AGENT_IDS = frozenset(map(_agent_id, (*AGENT_VARIABLES.values(), *EARLIER_NAMES)))
