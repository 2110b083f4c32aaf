"""A state file that does not say at which step the flow stands is told it: the one verb it takes (seed, rule 2)."""

from typing import TypeGuard

from cockpit.model.errors import Refused
from cockpit.model.intents import Intent, Move
from cockpit.systems.autodev.current_step import TITLES
from cockpit.systems.autodev.editing.current_step import ORDER
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.field_lines import put_in_order, put_lines
from cockpit.systems.autodev.editing.steps import TOUCHES, named_step
from cockpit.systems.autodev.standing import flow_named
from cockpit.systems.autodev.step_tables import table_of
from cockpit.systems.autodev.vocabulary import WORDS
from cockpit.systems.editing.list_sections import add_section
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_text


def is_first_step(intent: Intent, desk: Desk) -> TypeGuard[Move]:
    """Whether a step is named in a file that can be read and names none."""
    state = desk.sources.state
    return isinstance(intent, Move) and intent.part == "phase" and state is not None and not state.usable


def set_first_step(desk: Desk, intent: Move) -> Outcome:
    """Write Current Step, of the flow that the file states, else of the one that the folders show. Raises Refused where
    neither tells a flow.
    """
    state, shown = desk.sources.state, desk.sources.found
    stated = state.current.flow.text if state is not None and state.current.flow is not None else None
    flow = flow_named(stated) if stated is not None else shown.flow if shown is not None else None
    table = table_of(state.generation if state is not None else "seed", flow) or table_of("seed", flow)
    if flow is None or table is None:
        raise Refused(f"{desk.candidate.path} does not say in which flow the step is; write its line `flow:` first.")
    number, name = named_step(table, checked_text(intent.value, "step"))
    if desk.sheet.markdown.section(*TITLES) is None:
        add_section(desk.sheet, TITLES[0])
    values = {"flow": flow, "step": number, "name": name, "status": WORDS["not_started"], "retry_count": "0"}
    put_lines(desk.sheet, TITLES, ORDER, values)
    put_in_order(desk.sheet, TITLES, ORDER)
    return Outcome(
        sentence=f"The flow is at step {number} {name}.",
        touches=TOUCHES | {"format", "documents"},
        holds=lambda track: track.position.phase is not None and track.position.phase.id == number,
    )
