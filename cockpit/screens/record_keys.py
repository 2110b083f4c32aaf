"""What the move key offers to record of the work: errors, tokens, files, sessions, what a fresh agent is to know."""

from collections.abc import Callable, Mapping

from cockpit.actions.known import known_error_types, known_records
from cockpit.model import Track
from cockpit.model.intents import (
    AddQuestion,
    AddTokens,
    CloseQuestion,
    Intent,
    NoteImplementation,
    RecordCrash,
    RecordError,
    RecordVerification,
    ReportFiles,
    StartSession,
)
from cockpit.rules.numbers import whole_number
from cockpit.screens.acting import Acting
from cockpit.screens.forms import Answers, Entry, Form
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice

_RECORDS = {
    "error": "Record an error …",
    "tokens": "Add tokens …",
    "files": "Report files …",
    "implementation": "Record what was implemented …",
    "question": "Record an open question …",
    "close": "Close an open question …",
    "verification": "Record a verification …",
    "session": "A session begins …",
    "crash": "The session's agent crashed …",
}
_FILES = ("created", "modified", "deleted")
_Asked = tuple[list[Entry], Callable[[Answers], Intent]]


class RecordKeys(Acting):
    """Recording what agents report."""

    def record_choices(self, track: Track) -> list[Choice]:
        """What can be recorded of an agent's work now."""
        active = any(each.status == "active" for each in track.sessions)
        fits = {"session": not active, "crash": active}
        names: list[str] = [name for name in known_records(track) if fits.get(name, True)]
        if "question" in names and track.open_questions:
            names.insert(names.index("question") + 1, "close")
        return [Choice(f"record:{name}", _RECORDS[name]) for name in names]

    def record(self, track: Track, what: str) -> None:
        """Ask for what is to be recorded, then record it."""
        if what == "close":
            self._close(track)
            return
        entries, intent = _reported(track)[what]
        form = Form(title=_RECORDS[what].removesuffix(" …"), entries=entries)
        self.ask(track, form, intent)

    def _close(self, track: Track) -> None:
        """Ask which question is open no longer."""
        choices = [Choice(each, each) for each in track.open_questions]

        def chosen(question: str | None) -> None:
            if question is not None:
                self.change(track, CloseQuestion(text=question))

        self.app.push_screen(QuestionDialog("Which question is closed?", [], choices, self.view), chosen)


def _reported(track: Track) -> Mapping[str, _Asked]:
    """By what is recorded what is asked, and the intent that the answers make."""
    here = track.position.phase.id or "" if track.position.phase else ""
    phase = Entry("phase", "Phase", here if track.phases else "", hint="none")
    return {
        "error": (
            [
                Entry("text", "Error", required=True),
                Entry("type", "Type", hint=", ".join(known_error_types(track))),
                Entry("agent", "Agent"),
                phase,
            ],
            lambda answers: RecordError(
                text=answers["text"], type=answers["type"] or None, agent=answers["agent"] or None,
                phase=answers["phase"] or None,
            ),
        ),
        "tokens": (
            [
                Entry("input", "Input", required=True, check=_no_count),
                Entry("output", "Output", required=True, check=_no_count),
                Entry("cached", "Cached", "0", check=_no_count),
                Entry("agent", "Agent"),
            ],
            lambda answers: AddTokens(
                input=whole_number(answers["input"]) or 0, output=whole_number(answers["output"]) or 0,
                cached=whole_number(answers["cached"]) or 0, agent=answers["agent"] or None,
            ),
        ),
        "files": (
            [
                Entry("kind", "Kind", "created", hint=", ".join(_FILES), required=True, check=_no_kind),
                Entry("paths", "Files", hint="set apart by commas", required=True),
                phase,
            ],
            _reporting,
        ),
        "implementation": (
            [Entry("text", "What was implemented", hint="a fresh agent looks for it", required=True)],
            lambda answers: NoteImplementation(text=answers["text"]),
        ),
        "question": ([Entry("text", "Question", required=True)], lambda answers: AddQuestion(text=answers["text"])),
        "verification": (
            [
                Entry("result", "Result", "pass", hint="pass or fail", required=True, check=_no_result),
                Entry("note", "Note"),
                Entry("blocker", "A blocker it flags"),
                Entry("question", "A question it flags"),
            ],
            _verifying,
        ),
        "session": (
            [Entry("agent", "Agent"), Entry("working_on", "Works at")],
            lambda answers: StartSession(agent=answers["agent"] or None, working_on=answers["working_on"] or None),
        ),
        "crash": ([Entry("note", "What is known")], lambda answers: RecordCrash(note=answers["note"] or None)),
    }  # fmt: skip


def _verifying(answers: Answers) -> Intent:
    blocker, question = answers["blocker"], answers["question"]
    return RecordVerification(
        passed=answers["result"].strip().casefold() == "pass", note=answers["note"] or None,
        blockers=(blocker,) if blocker else (), questions=(question,) if question else (),
    )  # fmt: skip


def _no_result(typed: str) -> str | None:
    return None if typed.strip().casefold() in ("pass", "fail") else "A verification ends with pass or fail."


def _reporting(answers: Answers) -> Intent:
    paths = tuple(path.strip() for path in answers["paths"].split(",") if path.strip())
    kind = answers["kind"].strip().casefold()
    return ReportFiles(kind=kind, paths=paths, phase=answers["phase"] or None)  # type: ignore[arg-type]  # checked before


def _no_count(typed: str) -> str | None:
    return None if not typed or whole_number(typed) is not None else "Tokens are a whole number, such as 1200."


def _no_kind(typed: str) -> str | None:
    return None if typed.casefold() in _FILES else f"Files are {', '.join(_FILES[:-1])} or {_FILES[-1]}."
