"""The step at which the flow stands, as verbs go by it: of a table, or as the file calls it."""

from cockpit.model.errors import Refused
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.step_tables import TableStep, bare, names_of
from cockpit.systems.reading.words import fold


def present(desk: Desk, named: str | None) -> TableStep:
    """The present step. Raises Refused where another one is named, or none is known."""
    standing = desk.standing
    if standing.done:
        raise Refused("All steps are done.")
    step = standing.step
    if step is None:
        raise Refused(f"{standing.sentence} is in no known table of its flow; `cockpit move phase STEP` names one.")
    if named is not None and bare(named) != step.id and fold(named) not in names_of(step.name):
        raise Refused(f"The flow is at step {step.id} {step.name}, not at {named[:40]}.")
    return step


def present_name(desk: Desk, named: str | None) -> str:
    """What the present step is called, `Step 2 Research`, also where it is in no table: counting needs none. Raises
    Refused where another one is named.
    """
    standing = desk.standing
    own = (standing.id, fold(standing.name or ""))
    if (
        standing.done
        or standing.step is not None
        or (named is not None and bare(named) != own[0] and fold(named) not in own)
    ):
        here = present(desk, named)
        return f"Step {here.id} {here.name}"
    if standing.id is None and not standing.name:
        raise Refused("The state file names no step; `cockpit move phase STEP` does.")
    return standing.sentence
