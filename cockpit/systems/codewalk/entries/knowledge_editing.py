"""What a fresh agent is to know: files, implementations, open questions; and what a verification flags."""

from collections.abc import Callable, Sequence

from cockpit.model import Track
from cockpit.model.errors import Changed
from cockpit.model.intents import (
    AddQuestion,
    CloseQuestion,
    Decide,
    NoteImplementation,
    RecordVerification,
    ReportFiles,
)
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.blocker_editing import add_blocker
from cockpit.systems.codewalk.entries.decision_editing import decide
from cockpit.systems.codewalk.position.position_editing import as_value
from cockpit.systems.codewalk.sources import CLAIMS, FILES, QUESTIONS
from cockpit.systems.codewalk.vocabulary import number_of
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.wording.messages import Message

_CONTEXT = "resume_context"
_TOUCHES = frozenset({"verify", "open_questions", "files", "findings", "extra"})
_VERIFIED = _TOUCHES | {"blockers", "phases", "next_action", "next_by_rule", "position", "updated", "sessions"}
_NAMED = 5


def report_files(edit: EditSession, intent: ReportFiles) -> Outcome:
    """Files of this session: those that were made or changed are listed, a deleted one is listed no longer."""
    paths = tuple(dict.fromkeys(checked_text(path, "path") for path in intent.paths))
    known = list(edit.sources.context.files)
    if intent.kind == "deleted":
        for path in [each for each in paths if each in known]:
            edit.editor.drop((_CONTEXT, FILES, known.index(path)))
            known.remove(path)
    else:
        for path in [each for each in paths if each not in known]:
            edit.editor.append((_CONTEXT, FILES), path)
            known.append(path)
    return Outcome(
        sentence=Message("codewalk.many-files-reported", count=len(paths), kind=intent.kind, paths=paths[:_NAMED])
        if len(paths) > _NAMED
        else Message("codewalk.files-reported", count=len(paths), kind=intent.kind, paths=paths),
        touches=_TOUCHES,
        holds=lambda track: track.verify.files == tuple(known),
    )


def note_implementation(edit: EditSession, intent: NoteImplementation) -> Outcome:
    """Record what was implemented."""
    text = checked_text(intent.text, "implementation")
    there, recorded = "codewalk.implementation-there-already", "codewalk.implementation-recorded"
    return _record(edit, CLAIMS, text, lambda track: track.verify.claims, (there, recorded))


def add_question(edit: EditSession, intent: AddQuestion) -> Outcome:
    """Record an open question."""
    text = checked_text(intent.text, "question")
    there, recorded = "codewalk.question-there-already", "codewalk.question-recorded"
    return _record(edit, QUESTIONS, text, lambda track: track.open_questions, (there, recorded))


def _record(
    edit: EditSession, key: str, text: str, entries: Callable[[Track], tuple[str, ...]], codes: tuple[str, str]
) -> Outcome:
    """Append a text to a list of the resume context. `codes` are those of the messages that it is in the list already,
    and that it was recorded."""
    known = entries(edit.before)
    if text in known:
        return Outcome(sentence=Message(codes[0], text=text))
    edit.editor.append((_CONTEXT, key), text)
    return Outcome(
        sentence=Message(codes[1], text=text),
        touches=_TOUCHES,
        holds=lambda track: entries(track) == (*known, text),
    )


def close_question(edit: EditSession, intent: CloseQuestion) -> Outcome:
    """A question is open no longer; the answer to it is recorded as a decision, else that is left to the person."""
    text = checked_text(intent.text, "question")
    known = list(edit.sources.context.questions)
    if not known:
        raise Changed(Message("codewalk.no-question-open", question=text))
    if text not in known:
        quoted = [f'"{each[:60]}"' for each in known[:_NAMED]]
        raise Changed(Message("codewalk.no-such-question", question=text, known=quoted))
    edit.editor.drop((_CONTEXT, QUESTIONS, known.index(text)))
    known.remove(text)
    answer = checked_option(intent.answer, "answer")
    closed = Outcome(
        sentence=Message("codewalk.question-closed", text=text),
        remarks=(Message("codewalk.record-what-came-of-it"),),
        touches=_TOUCHES,
        holds=lambda track: track.open_questions == tuple(known),
    )
    if answer is None:
        return closed
    decided = decide(edit, Decide(text=answer, context=text))
    return Outcome(
        sentence=Message("codewalk.question-answered", text=text, answer=answer),
        touches=closed.touches | decided.touches,
        holds=lambda track: closed.holds(track) and decided.holds(track),
    )


def record_verification(edit: EditSession, intent: RecordVerification) -> Outcome:
    """The result of a check of the present phase, with what it flags (seed, "Verifier")."""
    note = checked_option(intent.note, "note")
    phase = edit.before.position.phase
    result = "passed" if intent.passed else "failed"
    fields = {
        "date": edit.today,
        "phase": as_value("phase", number_of(phase.id)) if phase is not None and phase.id else ...,
        "result": result,
        "notes": note or ...,
    }
    edit.editor.append(("verifications",), {key: value for key, value in fields.items() if value is not ...})
    blockers = [add_blocker(edit, checked_text(each, "blocker")) for each in intent.blockers]
    questions = [checked_text(each, "question") for each in intent.questions]
    new = [each for each in dict.fromkeys(questions) if each not in edit.sources.context.questions]
    for each in new:
        edit.editor.append((_CONTEXT, QUESTIONS), each)
    flagged = [*blockers, *(f"“{each}”" for each in new)]
    expected = (*edit.sources.context.questions, *new)

    def holds(track: Track) -> bool:
        return track.open_questions == expected and {each.id for each in track.blockers} >= set(blockers)

    return Outcome(
        sentence=_verification_message(phase.id if phase is not None else None, result, flagged),
        touches=_VERIFIED,
        holds=holds,
    )


def _verification_message(phase: str | None, result: str, flagged: Sequence[str]) -> Message:
    if phase and flagged:
        return Message("codewalk.phase-verification-flags", phase=phase, result=result, flagged=flagged)
    if phase:
        return Message("codewalk.phase-verification-recorded", phase=phase, result=result)
    if flagged:
        return Message("codewalk.verification-flags", result=result, flagged=flagged)
    return Message("codewalk.verification-recorded", result=result)
