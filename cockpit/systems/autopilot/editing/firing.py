"""Recording that a checkpoint trigger fired (seed, `triggerFired`)."""

import re

from cockpit.model.errors import Refused
from cockpit.model.intents import FireTrigger
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.trigger_store import is_due, open_store
from cockpit.systems.autopilot.triggers import config_of
from cockpit.systems.editing.outcome import Outcome

_NAME = re.compile(r"[A-Za-z][\w-]{0,59}")


def fire_trigger(desk: Desk, intent: FireTrigger) -> Outcome:
    """Count the trigger and note the time; a trigger that never fired is added, as the seed does.

    Raises Refused for one that is to fire only if it is due, and is not.
    """
    name = intent.trigger.strip()
    if _NAME.fullmatch(name) is None:
        raise Refused("A trigger has a name of letters, digits and underscores, such as user_interrupt.")
    if intent.if_due and not is_due(desk, name):
        raise Refused(_not_due(desk, name))
    open_store(desk).fire(name, desk.now)
    return Outcome(
        sentence=f"Recorded that the trigger {name} fired.",
        touches=frozenset({"triggers"}),
        holds=lambda track: name in track.triggers and track.triggers[name].last_triggered == desk.now,
    )


def _not_due(desk: Desk, name: str) -> str:
    cooldown, last = config_of(name).cooldown, desk.gauges.triggers.triggers[name].last_triggered
    how_often = f"at most every {cooldown.seconds // 60} minutes" if cooldown else "once per session"
    return f"The trigger {name} is not due: it fired at {last}, and fires {how_often}."
