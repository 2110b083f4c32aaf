"""What the move key offers about phases, and how their errors are resolved."""

from collections.abc import Callable, Mapping

from cockpit.actions.known import known_error_types, known_phase_moves
from cockpit.model import Phase, PhaseError, Position, Track
from cockpit.model.intents import (
    Complete,
    Fail,
    Intent,
    Move,
    PhaseMove,
    ResetRetries,
    ResolveError,
    Retry,
    Skip,
)
from cockpit.screens.acting import Acting
from cockpit.screens.forms import Answers, Entry, Form
from widgets.choice import Choice

_CALLED: Mapping[PhaseMove, str] = {
    "start": "Start phase {}",
    "complete": "Phase {} is complete …",
    "fail": "Phase {} failed …",
    "retry": "Try phase {} again …",
    "reset": "Count the retries of phase {} anew",
    "skip": "Skip phase {} …",
}


class PhaseKeys(Acting):
    """Moving phases as their statuses allow, and resolving what went wrong in them."""

    def phase_choices(self, track: Track) -> list[Choice]:
        """The moves of the selected phase; where it has none, of those at which the work may go on."""
        selected = self.selected
        acting = isinstance(selected, Phase) and selected in track.phases and known_phase_moves(track, selected)
        return [
            Choice(f"phase:{track.phases.index(phase)}:{move}", _CALLED[move].format(phase.id), phase.name or "")
            for phase in ([selected] if acting and isinstance(selected, Phase) else _present(track))
            for move in known_phase_moves(track, phase)
        ]

    @property
    def moves_selected(self) -> bool:
        """Whether the row under the cursor is about a phase that can be moved: the phase itself, or what failed."""
        track, selected = self.track, self.selected
        if track is None:
            return False
        if isinstance(selected, Position):
            return selected.status == "failed" and bool(self.phase_choices(track))
        if isinstance(selected, PhaseError):
            selected = next((each for each in track.phases if each.id == selected.phase), None)
        return isinstance(selected, Phase) and selected in track.phases and bool(known_phase_moves(track, selected))

    def move_phase(self, track: Track, chosen: str) -> None:
        """Make the move that was chosen; what it should be told is asked for first."""
        number, _, move = chosen.partition(":")
        phase = track.phases[int(number)]
        if move == "start":
            self.change(track, Move(part="phase", value=phase.id or ""))
            return
        if move == "reset":
            self.change(track, ResetRetries())
            return
        title = f"{_CALLED[move].format(phase.id).removesuffix(' …')}"  # type: ignore[index]  # a key of the table
        entries, intent = _asked(track, phase)[move]
        self.ask(track, Form(title=title, entries=entries, about=phase.name or "", item=phase.id or ""), intent)

    def unresolvable(self, error: PhaseError) -> str | None:
        """Why an error cannot be resolved here."""
        if error.resolved:
            return "This error is resolved."
        known = self.track is not None and known_error_types(self.track)
        return None if known else "The files keep no errors that could be resolved one by one."

    def resolve_error(self, track: Track, error: PhaseError) -> None:
        """Ask how an error was resolved, then say so."""
        entry = Entry("note", "Resolution", hint="what was done")
        form = Form(title="Resolve the error", entries=[entry], about=error.message, item=error.message)
        self.ask(
            track,
            form,
            lambda answers: ResolveError(error=error.message, phase=error.phase, note=answers["note"] or None),
        )


_Asked = tuple[list[Entry], Callable[[Answers], Intent]]


def _present(track: Track) -> list[Phase]:
    """The phases that are under way or failed, and the first that can be begun."""
    open_ones = [phase for phase in track.phases if known_phase_moves(track, phase)]
    begun = [phase for phase in open_ones if "start" not in known_phase_moves(track, phase)]
    return [*begun, *[phase for phase in open_ones if phase not in begun][:1]]


def _asked(track: Track, phase: Phase) -> Mapping[str, _Asked]:
    """By move what is asked, and the intent that the answers make."""
    name, retries = phase.id, track.retries
    beyond = retries is not None and retries.max is not None and (phase.retry_count or 0) >= retries.max
    again = "its retries are used up; this is once more" if beyond else "how it is tried again"
    kinds = ", ".join(known_error_types(track))
    return {
        "complete": (
            [Entry("note", "What was done"), Entry("result", "Validation", hint="what a check of it said")],
            lambda answers: Complete(
                whole="phase", step=name, note=answers["note"] or None, result=answers["result"] or None
            ),
        ),
        "fail": (
            [Entry("note", "Error", hint="what failed"), Entry("type", "Type", hint=kinds)],
            lambda answers: Fail(phase=name, note=answers["note"] or None, type=answers["type"] or None),
        ),
        "retry": (
            [Entry("note", "How", hint=again)],
            lambda answers: Retry(phase=name, note=answers["note"] or None, beyond=beyond),
        ),
        "skip": (
            [Entry("note", "Why")],
            lambda answers: Skip(phase=name or "", note=answers["note"] or None),
        ),
    }
