"""A person's answer: at a session boundary, at a blocking gate, and whether file or folders count (seed, "Session
Boundaries", rules 2 and 4).
"""

from dataclasses import replace

from cockpit.model import Track, Waiting
from cockpit.model.errors import Refused
from cockpit.model.intents import Answer
from cockpit.systems.autodev.editing.current_step import write_detail, write_remark, write_step
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.history import write_session
from cockpit.systems.autodev.editing.steps import TOUCHES, follow
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.vocabulary import WORDS, command_of
from cockpit.systems.autodev.waiting import ANSWERED, HERE, NEW, is_which_counts, of_sub_step
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_text


def answer(desk: Desk, intent: Answer) -> Outcome:
    """Write what was answered where the agent reads it. Raises Refused where nothing is asked."""
    asked = desk.before.waiting
    if asked is None:
        raise Refused("Nothing is asked.")
    if is_which_counts(asked):
        return _which_counts(desk, checked_text(intent.option, "answer"))

    def holds(track: Track) -> bool:
        return track.waiting is None or track.waiting.question != asked.question

    answered = Outcome(sentence="", touches=TOUCHES, holds=holds)
    if asked.anew is None:
        return _at_gate(desk, asked, checked_text(intent.option, "answer"), answered)
    if intent.option.startswith(HERE):
        write_step(desk, {"status": WORDS["in_progress"]})
        return replace(answered, sentence=f"Answered {HERE}: {desk.standing.called} goes on in this conversation.")
    _note(desk, f"{ANSWERED} {NEW}")
    remark = f"Begin it with {command_of(desk.state.generation)}; `cockpit resume` has what it should know."
    sentence = f"Answered {NEW}: {desk.standing.called} begins in a new conversation."
    return replace(answered, sentence=sentence, remarks=(remark,))


def _at_gate(desk: Desk, asked: Waiting, text: str, answered: Outcome) -> Outcome:
    sub = desk.state.current.sub_step
    of_its_own = sub is not None and not sub.nested and asked.question in (sub.detail, sub.name)
    beside = f" {of_sub_step(sub)}" if sub is not None and of_its_own and desk.state.keeps(SESSION) else ""
    _note(desk, f"{ANSWERED} {text}{beside}")
    return replace(answered, sentence=f"Answered: {text}")


def _which_counts(desk: Desk, option: str) -> Outcome:
    """The file is brought to the step of the folders, or it is noted that its own is kept."""
    found = desk.sources.disagreement
    if found is None:
        raise Refused("File and folders do not disagree any more.")
    if option.startswith(NEW):
        return follow(desk, found)
    if not option.startswith(HERE):
        raise Refused(f"Answer {NEW} or {HERE}: which counts.")
    _note(desk, found.kept)
    return Outcome(
        sentence=f"Answered {HERE}: {found.kept}.", touches=TOUCHES, holds=lambda track: track.waiting is None
    )


def _note(desk: Desk, text: str) -> None:
    """Note what was said: in the detail of a nested sub-step, in Last Session, else behind the sub-step."""
    sub, told = desk.state.current.sub_step, desk.state.session.notes
    if sub is not None and sub.nested:
        write_detail(desk, " — ".join(filter(None, (sub.detail, text))))
    elif desk.state.keeps(SESSION):
        notes = " — ".join(filter(None, (told.text if told is not None else None, text)))
        write_session(desk, {"date": desk.today, "notes": notes})
    else:
        write_remark(desk, text)
