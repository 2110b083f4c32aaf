"""What somebody does to a project: by which verb, who, when."""

from datetime import datetime

from cockpit.model.intents import Intent
from cockpit.storage.ledger import Subject
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A verb, the actor and the instant. `undoes` and `repeats` name the entry of the journal that it is about.

    `subject` is what the ledger says about it; without it the ledger gets no line. `intent` is what was meant. The
    folders in `empties` go where nothing is left in them.
    """

    verb: str
    actor: str
    now: datetime
    subject: Subject | None = None
    undoes: int | None = None
    repeats: int | None = None
    empties: tuple[str, ...] = ()
    intent: Intent | None = None
