"""What a fresh agent is to know: files, implementations, open questions; and what a verification flags."""

from collections.abc import Sequence

from cockpit.model import Track
from cockpit.model.errors import Changed
from cockpit.model.intents import AddQuestion, CloseQuestion, NoteImplementation, RecordVerification, ReportFiles
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.blocker_editing import add_blocker
from cockpit.systems.codewalk.position.position_editing import as_value
from cockpit.systems.codewalk.sources import CLAIMS, FILES, QUESTIONS
from cockpit.systems.codewalk.vocabulary import number_of
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.wording.phrases import counted, listed

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
    shown = f"{listed(paths[:_NAMED])}{'…' * (len(paths) > _NAMED)}"
    return Outcome(
        sentence=f"{counted(len(paths), 'file')} {intent.kind} in this session: {shown}",
        touches=_TOUCHES,
        holds=lambda track: track.verify.files == tuple(known),
    )


def note_implementation(edit: EditSession, intent: NoteImplementation) -> Outcome:
    """What was implemented."""
    return _add(
        edit, CLAIMS, checked_text(intent.text, "implementation"), edit.sources.context.claims, "implementation"
    )


def add_question(edit: EditSession, intent: AddQuestion) -> Outcome:
    """A question that is open."""
    return _add(edit, QUESTIONS, checked_text(intent.text, "question"), edit.sources.context.questions, "question")


def close_question(edit: EditSession, intent: CloseQuestion) -> Outcome:
    """A question is open no longer; what came of it is a decision, if it is to stay."""
    text = checked_text(intent.text, "question")
    known = list(edit.sources.context.questions)
    if text not in known:
        quoted = ", ".join(f'"{each[:60]}"' for each in known[:_NAMED])
        there = f"open: {quoted}" if known else "none is open"
        raise Changed(f'There is no question "{text[:60]}"; {there}.')
    edit.editor.drop((_CONTEXT, QUESTIONS, known.index(text)))
    known.remove(text)
    return Outcome(
        sentence=f"Closed the question: {text}",
        remarks=("`cockpit decide TEXT` records what came of it.",),
        touches=_TOUCHES,
        holds=lambda track: track.open_questions == tuple(known),
    )


def record_verification(edit: EditSession, intent: RecordVerification) -> Outcome:
    """The result of a check of the present phase, with what it flags (seed, "Verifier")."""
    note = checked_option(intent.note, "note")
    phase = edit.before.position.phase
    fields = {
        "date": edit.today,
        "phase": as_value("phase", number_of(phase.id)) if phase is not None and phase.id else ...,
        "result": "passed" if intent.passed else "failed",
        "notes": note or ...,
    }
    edit.editor.append(("verifications",), {key: value for key, value in fields.items() if value is not ...})
    blockers = [add_blocker(edit, checked_text(each, "blocker")) for each in intent.blockers]
    questions = [checked_text(each, "question") for each in intent.questions]
    new = [each for each in dict.fromkeys(questions) if each not in edit.sources.context.questions]
    for each in new:
        edit.editor.append((_CONTEXT, QUESTIONS), each)
    where = f" of phase {phase.id}" if phase is not None and phase.id else ""
    flagged = [*blockers, *(f"“{each}”" for each in new)]
    expected = (*edit.sources.context.questions, *new)

    def holds(track: Track) -> bool:
        return track.open_questions == expected and {each.id for each in track.blockers} >= set(blockers)

    return Outcome(
        sentence=f"Recorded that the verification{where} {fields['result']}"
        + (f"; it flags {listed(flagged)}." if flagged else "."),
        touches=_VERIFIED,
        holds=holds,
    )


def _add(edit: EditSession, key: str, text: str, known: Sequence[str], what: str) -> Outcome:
    if text in known:
        return Outcome(sentence=f"The {what} stands there already: {text}")
    edit.editor.append((_CONTEXT, key), text)
    expected = (*known, text)
    return Outcome(
        sentence=f"Recorded the {what}: {text}",
        touches=_TOUCHES,
        holds=lambda track: (track.verify.claims if key == CLAIMS else track.open_questions) == expected,
    )
