"""What is said about the selected line of the checklist, and below it the handoff itself."""

from collections.abc import Callable, Iterator

from cockpit.actions.resuming import Preflight
from cockpit.model.checklist import Check
from cockpit.rules.next_step import Onward
from cockpit.rules.times import with_moments
from cockpit.rules.wording import AgentRan
from cockpit.screens.resume.archiving import how_it_served
from cockpit.values import dataclass
from widgets.checklist import standing
from widgets.sheets import Fact, Sheet, facts
from widgets.view import View

_KEPT = "Cockpit was opened read-only: nothing can be answered from here."
_RECORDS = (
    "Nobody can tell whether this still holds, so it does not hold the resume. {key} (`cockpit block TEXT`) "
    "records what does; that is resolved, or waived, here."
)
_MEANS = {
    "tree": "Committing or restoring the files clears the line.",
    "project": "{finish} archives the handoff if it came here by mistake.",
    "plan": "If the new plan holds, waive the line: the prompt then tells the agent. Else {edit} opens it.",
    "done": "If the plan file is right, waive the line: the prompt tells the agent. Else {edit} opens it: correct it.",
    "uncommitted": "If the work is lost, waive the line: the prompt tells the agent that it is to be done again.",
    "operation": "Ending it or taking it back clears the line; both are done outside.",
    "half-done": "Committing or removing the files clears the line.",
    "age": "If the handoff still holds, waive the line; else {finish} archives it, and the state file leads on.",
    "task": "{edit} opens the handoff: correct the number there.",
    "itself": "{edit} opens the handoff: correct it there.",
    "next-action": "{edit} opens the handoff: write what to do first there.",
    "unread": "{edit} opens the file: write it so that it can be read.",
    "position": "{move} moves the state there, and nothing else of the file.",
}
"""What a person does about a line that only they can judge, by its code."""
CORRECTED = ("task", "itself", "next-action")
"""The lines that are put right in the text of the handoff, by their codes."""
OF_PLAN = ("plan", "done")
"""The lines about the plan file, which the key to edit opens."""
LAST_HANDOFF = "last handoff"
"""The document of a track that was its handoff and lies in the archive."""
Keys = Callable[[str], str]
"""The key of an action, as it is shown."""
_FIRST = {"Reset": "resets the retries", "Identify": "says that the blocker is a real one"}
"""What the key of an answer does first, by what a command does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What there is to tell with: the signs, the keys, whether anything may be changed, what was found."""

    view: View
    key: Keys
    read_only: bool
    preflight: Preflight


def line_facts(check: Check, told: Told) -> list[Fact]:
    """A line whole: its claim and what to do about it, which a small terminal shows too; then the evidence."""
    came_out = standing(check, told.view.glyphs)
    now = told.view.now()
    sheet = Sheet(now)
    sheet.say("Waived", check.waived)
    sheet.say("To go on", " ".join(_ways(check, told)))
    for way in check.brings_back:
        sheet.say(way.does, way.typed(), "accent")
    for option in check.choices:
        sheet.say(option.name.capitalize(), f"{option.does} {option.way.typed()}")
    sheet.listed("Evidence", [with_moments(each, now) for each in check.evidence])
    handoff = told.preflight.track.handoff
    if check.line is not None and handoff is not None:
        sheet.say("Named in", f"line {check.line} of {handoff.path}")
    return [Fact("", f"{came_out.sign} {came_out.word}: {check.told}", came_out.style), *sheet.facts()]


def _ways(check: Check, told: Told) -> Iterator[str]:
    """The ways out of a line that holds the resume, or that none is needed."""
    key = told.key
    if check.past:
        yield "Nothing is needed: the work has gone on since."
        return
    if check.open:
        yield from (_KEPT,) if told.read_only else _answers(check, key)
    elif check.waived is not None and not told.read_only:
        yield f"{key('waive')} changes the waiver or takes it back."
    elif check.code == "told-blockers":
        yield _RECORDS.format(key=key("block"))
    elif check.choices and not told.read_only:
        yield f"{key('move')} decides otherwise: {', '.join(option.name for option in check.choices)}."
    elif check.result == "unknown":
        yield "What nobody can tell does not hold the resume."
    if told.preflight.clear:
        yield f"Nothing holds the resume: {key('prompt')} shows the prompt for a fresh agent."


def _answers(check: Check, key: Keys) -> Iterator[str]:
    if check.gate == "refuse":
        way = ("resolve", "resets the retries") if check.brings_back else ("limit", "raises the limit")
        yield f"{key(way[0])} {way[1]}. A stop cannot be waived."
        return
    if check.code in ("alert", "unread", "blocker") and check.brings_back:
        yield f"{key('resolve')} {_FIRST[check.brings_back[0].does]}."
    elif check.code == "alert":
        yield f"{key('acknowledge')} acknowledges the alert."
    elif check.code == "blocker":
        yield f"{key('resolve')} resolves the blocker."
    if check.options:
        told = ", ".join(option.name for option in check.options)
        yield f"{key('move')} decides: {told}."
    elif check.code in _MEANS:
        yield _MEANS[check.code].format(finish=key("finish"), edit=key("edit"), move=key("move"))
    if check.brings_back:
        yield f"{key('copy')} copies the command."
    if check.line is not None and check.code not in CORRECTED:
        yield f"{key('edit')} opens the handoff there."
    yield f"{key('waive')} waives the line with a reason."


def onward_facts(onward: Onward, told: Told) -> list[Fact]:
    """Where the work goes on though no handoff waits."""
    position = told.preflight.track.position
    sheet = Sheet(told.view.now())
    marks = (
        f" {told.key('begin')} marks that step as under way." if told.preflight.begins and not told.read_only else ""
    )
    sheet.say("Status", position.status_text or position.status.replace("_", " "))
    sheet.say("Next", onward.text)
    sheet.say("Command", onward.command, "accent")
    last = told.preflight.track.documents.get(LAST_HANDOFF)
    sheet.say("Last handoff", f"{last} ({told.key('edit')} opens it)" if last else None)
    copies = f"{told.key('copy')} on the first line copies the command. " if onward.command else ""
    sheet.say(
        "To go on", f"{copies}{told.key('prompt')} shows the prompt for a fresh agent, made from the state file.{marks}"
    )
    return [Fact("", "No handoff waits, so the state file says where to go on.", "strong"), *sheet.facts()]


def ran_facts(ran: AgentRan, told: Told) -> list[Fact]:
    """The agent that was run from here: how it ended, what came of it, what to do next."""
    sheet = Sheet(told.view.now())
    preflight, prompt = told.preflight, told.key("prompt")
    if preflight.track.handoff is None:
        way = f"{prompt} shows the prompt for the next fresh agent."
    elif preflight.served is not None and preflight.clear:
        way = "" if told.read_only else f"{told.key('finish')} archives the handoff, {prompt} shows the prompt."
    elif preflight.served is not None:
        way = "Something came of it, but a line below holds the resume: look at that first."
    elif preflight.clear:
        way = f"The handoff still waits. If nothing follows, {prompt} shows the prompt for another fresh agent."
    else:
        way = "The handoff still waits, and a line below holds the resume."
    sheet.say("To go on", way)
    sheet.say("Since it began", ran.came)
    return [Fact("", ran.sentence, "ok" if ran.well else "warning"), *sheet.facts()]


def served_facts(told: Told) -> list[Fact]:
    """That the handoff has done what it was for."""
    preflight = told.preflight
    if preflight.served is None:
        return []
    archives = "" if told.read_only else f" {told.key('finish')} archives the handoff."
    return [Fact("", f"{how_it_served(preflight)}{archives}", "ok")]


def handoff_facts(told: Told) -> list[Fact]:
    """The handoff as it stands in its file."""
    handoff = told.preflight.track.handoff
    if handoff is None:
        return []
    return [Fact("", "The handoff", "accent"), *facts(handoff, told.view.now())]
