"""A person's answer: at a session boundary, at a blocking gate, and whether file or folders count (seed, "Session
Boundaries", rules 2 and 4).
"""

from cockpit.model import Track
from cockpit.model.intents import Answer
from cockpit.model.refused import Refused
from cockpit.systems.autodev.editing.current_step import write_detail, write_step
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.history import write_session
from cockpit.systems.autodev.editing.steps import TOUCHES, follow
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.vocabulary import WORDS, command_of
from cockpit.systems.autodev.waiting import ANSWERED, HERE, NEW, at_boundary, is_which_counts, of_sub_step
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_text


def answer(desk: Desk, intent: Answer) -> Outcome:
    """Write what was answered where the agent reads it. Raises Refused where nothing is asked."""
    if desk.before.waiting is None:
        raise Refused("Nothing is asked.")
    if is_which_counts(desk.before.waiting):
        return _which_counts(desk, checked_text(intent.option, "answer"))
    if at_boundary(desk.state, desk.standing) is None:
        return _at_gate(desk, checked_text(intent.option, "answer"))
    if intent.option.startswith(HERE):
        write_step(desk, {"status": WORDS["in_progress"]})
        return Outcome(
            sentence=f"Answered {HERE}: {desk.standing.called} goes on in this conversation.",
            touches=TOUCHES,
            holds=lambda track: track.waiting is None and track.position.status == "in_progress",
        )
    return _anew(desk)


def _anew(desk: Desk) -> Outcome:
    """A new conversation begins: noted, so that the question does not stand there any more."""
    command = command_of(desk.state.generation)
    remark = f"Begin it with {command}; `cockpit resume` has what it should know."
    if not _note(desk, NEW):
        return Outcome(
            sentence=f"Answered {NEW}: this form of the file has no place for it; the question stands until it begins.",
            remarks=(remark,),
        )
    return Outcome(
        sentence=f"Answered {NEW}: {desk.standing.called} begins in a new conversation.",
        remarks=(remark,),
        touches=TOUCHES,
        holds=lambda track: track.waiting is None,
    )


def _at_gate(desk: Desk, text: str) -> Outcome:
    sub, asked = desk.state.current.sub_step, desk.before.waiting
    if sub is not None and not sub.nested and asked is not None and asked.question in (sub.detail, sub.name):
        noted = _note(desk, f"{text} {of_sub_step(sub)}")
    else:
        noted = _note(desk, text)
    if not noted:
        raise Refused("This form of the file has no place for an answer; answer where the agent runs.")

    def holds(track: Track) -> bool:
        return track.waiting is None

    return Outcome(sentence=f"Answered: {text}", touches=TOUCHES, holds=holds)


def _which_counts(desk: Desk, option: str) -> Outcome:
    """The file is brought to the step of the folders, or it is noted that its own is kept."""
    found = desk.sources.disagreement
    if found is None:
        raise Refused("File and folders do not disagree any more.")
    if option.startswith(NEW):
        return follow(desk, found)
    if not option.startswith(HERE):
        raise Refused(f"Answer {NEW} or {HERE}: which counts.")
    if not desk.state.keeps(SESSION):
        return Outcome(
            sentence=f"Answered {HERE}: this form of the file has no place for it; nothing is changed.",
            remarks=("The agent follows the folders by its own rule; tell it where it runs.",),
        )
    told = desk.state.session.notes
    notes = " — ".join(filter(None, (told.text if told is not None else None, found.kept)))
    write_session(desk, {"date": desk.today, "notes": notes})
    return Outcome(
        sentence=f"Answered {HERE}: {found.kept}.",
        touches=TOUCHES,
        holds=lambda track: track.waiting is None,
    )


def _note(desk: Desk, text: str) -> bool:
    """Note the answer in Last Session, or in the detail of a nested sub-step; whether there is such a place."""
    sub, told = desk.state.current.sub_step, desk.state.session.notes
    if sub is not None and sub.nested:
        write_detail(desk, " — ".join(filter(None, (sub.detail, f"{ANSWERED} {text}"))))
        return True
    if not desk.state.keeps(SESSION):
        return False
    note = " — ".join(filter(None, (told.text if told is not None else None, f"{ANSWERED} {text}")))
    write_session(desk, {"date": desk.today, "notes": note})
    return True
