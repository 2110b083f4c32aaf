"""Recording that a checkpoint trigger fired (seed, `triggerFired`)."""

import re

from cockpit.model.intents import FireTrigger
from cockpit.model.refused import Refused
from cockpit.systems.autopilot.editing.desk import Desk, Outcome
from cockpit.systems.autopilot.editing.trigger_store import open_store

_NAME = re.compile(r"[A-Za-z][\w-]{0,59}")


def fire_trigger(desk: Desk, intent: FireTrigger) -> Outcome:
    """Count the trigger and note the time; a trigger that never fired is added, as the seed does."""
    name = intent.trigger.strip()
    if _NAME.fullmatch(name) is None:
        raise Refused("A trigger has a name of letters, digits and underscores, such as user_interrupt.")
    open_store(desk).fire(name, desk.now)
    return Outcome(
        sentence=f"Recorded that the trigger {name} fired.",
        touches=frozenset({"triggers"}),
        holds=lambda track: name in track.triggers and track.triggers[name].last_triggered == desk.now,
    )
