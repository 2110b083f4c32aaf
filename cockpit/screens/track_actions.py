"""What can be done with a track and with what was changed: hand off, resume, archive, undo, redo, the log, hooks."""

from functools import partial
from typing import TYPE_CHECKING

from cockpit.model import Handoff, Track
from cockpit.model.intents import Archive, Withdraw
from cockpit.rules.attention import Unhooked
from cockpit.screens.acting import (
    REDO,
    UNDO,
    ActionRunner,
    ActionTable,
    ActionTarget,
    Back,
    DiffLabels,
    PendingChange,
    ScreenAction,
)
from cockpit.screens.threshold_actions import asked_of
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact
from cockpit.wording.messages import Words
from cockpit.wording.times import lasting_age

if TYPE_CHECKING:
    from cockpit.project.history import UndoStatus
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace

_ARCHIVE = DiffLabels(title="Archive", does="archive")


def _hand_off(runner: ActionRunner, target: ActionTarget) -> None:
    track = target.track
    if track is not None:
        from cockpit.screens.handoff_screen import HandoffScreen, propose

        runner.open_on(partial(propose, runner, track), lambda proposal: HandoffScreen(runner, track, proposal))


def _nothing_to_hand_off(target: ActionTarget) -> Words | None:
    return target.lacks("handoff") if target.track is not None else "No agent state in this folder."


def _resume(runner: ActionRunner, target: ActionTarget) -> None:
    if target.track is not None:
        from cockpit.project.resuming import look
        from cockpit.screens.resume_screen import ResumeScreen

        asking = partial(look, runner.changes.workspace(), target.track.key)
        runner.open_on(asking, lambda found: ResumeScreen(runner.view, found))


def _handoff_waits(target: ActionTarget) -> bool:
    return target.shown is not None and target.shown.handoff is not None


def _archive(runner: ActionRunner, target: ActionTarget) -> None:
    """Show what archiving comes to; where a person must say that it is done all the same, ask first."""
    if target.track is not None:
        runner.change(target.track, Archive(), title="Archive", labels=_ARCHIVE, shown=True)


# What was changed


def _nothing_to_undo(target: ActionTarget) -> Words | None:
    """Why nothing can be undone, as far as is known."""
    known = target.app.undo_status
    if known is None:
        return None
    if known.is_taken_back:
        return "Another program took this change back. Press <row.answer> on its row to review it."
    if known.no_undo is not None and not _can_be_withdrawn(known):
        return known.no_undo
    return "Nothing to undo." if known.undo is None else None


def _nothing_to_redo(target: ActionTarget) -> Words | None:
    """Why nothing can be applied again, as far as is known."""
    known = target.app.undo_status
    if known is None:
        return None
    if known.no_redo is not None:
        return known.no_redo
    return "Nothing to redo." if known.redo is None else None


def _can_be_withdrawn(known: "UndoStatus") -> bool:
    """Whether an acknowledgment cannot be undone byte for byte, as its lines changed since, and can be withdrawn."""
    return known.no_undo is not None and known.no_undo.code == "project.withdrawal-instead"


def _withdraw_instead(runner: ActionRunner) -> bool:
    """Ask whether the newest acknowledgment is withdrawn, where it cannot be undone; whether it is so."""
    status, project = runner.app.undo_status, runner.app.project
    if status is None or not _can_be_withdrawn(status):
        return False
    subject = status.undo.subject if status.undo is not None else None
    tracks = project.tracks if project is not None else ()
    track = next((each for each in tracks if subject is not None and each.path == subject.track), None)
    if track is None or subject is None or subject.metric is None:
        return False
    threshold = track.threshold(subject.metric)
    if threshold is None or threshold.acknowledgment is None:
        return False
    intent = Withdraw(metric=threshold.metric, seen=threshold.acknowledgment.at)
    about = [
        Fact(
            "",
            (
                f"The agent has written to the files since {threshold.metric} was acknowledged, so the acknowledgment "
                "can no longer be undone. Withdraw it instead? The agent then waits again at its next check."
            ),
        )
    ]
    ways = [Choice("yes", "Withdraw", letter="w"), Choice("no", "Cancel", letter="c")]  # u takes it back
    runner.choose("Undo", about, ways, lambda way: runner.change(track, intent) if way == "yes" else None)
    return True


def _turn(way: Back, runner: ActionRunner, target: ActionTarget) -> None:
    """Show what would be undone or applied again, and do just that."""
    from cockpit.project.turning import redo_change, undo_change

    turn = undo_change if way == "undo" else redo_change
    labels: DiffLabels = UNDO if way == "undo" else REDO
    back: Back = "redo" if way == "undo" else "undo"

    async def show() -> None:
        from cockpit.model.errors import CommandError

        app = runner.app
        try:
            await app.history.refresh()  # another program may have done something since
        except CommandError as refusal:
            app.notify(str(refusal), severity="warning", markup=False)
            return
        if way == "undo" and _withdraw_instead(runner):
            return
        known = app.undo_status
        change = (known.undo if way == "undo" else known.redo) if known is not None else None
        why = _nothing_to_undo(target) if way == "undo" else _nothing_to_redo(target)
        if why is not None:
            app.notify(by_key(why, runner.view.keys), severity="warning", markup=False)
        elif change is not None:
            when = lasting_age(change.at, runner.view.now()) or change.at
            about = [Fact("", change.sentence, "strong"), Fact("", f"{when}, {change.actor}", "muted")]
            runner.changes.run(
                PendingChange(do=partial(turn, entry=change.number), labels=labels, about=about, shown=True, back=back)
            )

    runner.app.run_worker(show(), group="turning", exit_on_error=False)


def _open_log(runner: ActionRunner, target: ActionTarget, *, taken_back: bool = False) -> None:
    from cockpit.screens.ledger import LedgerScreen

    runner.app.push_screen(LedgerScreen(runner.changes, target.shown, runner.view, taken_back=taken_back))


def _just_undone(target: ActionTarget) -> bool:
    return target.app.undo_status is not None and target.app.undo_status.just_undone


# Hooks, which hold an agent at its limits


def _install_hook(runner: ActionRunner, target: ActionTarget) -> None:
    """Show what a hook changes in an agent's settings, and write that: of an agent at work without one, or of any."""
    from cockpit.project.hooks import HOOKS, install

    def chosen(agent: str) -> None:
        def do(workspace: "Workspace") -> "ChangeOutcome":
            return install(workspace, HOOKS[agent], None, lambda _: True)  # to what is shown here

        runner.changes.run(PendingChange(do=do, shown=True))

    agents = target.app.snapshot.surroundings.unhooked or tuple(HOOKS)
    if len(agents) == 1:
        chosen(agents[0])
    else:
        choices = [Choice(each, HOOKS[each].name) for each in agents]
        told = "`cockpit hooks` says of each agent what holds it, and what it can get around."
        about = [Fact("", "It asks cockpit before each tool of the agent."), Fact("", told, "muted")]
        runner.choose("Install a hook", about, choices, chosen)


def _dismiss_hooks(runner: ActionRunner, target: ActionTarget) -> None:
    track, row = target.track, target.row
    if track is None or not isinstance(row, Unhooked):
        return

    def do(workspace: "Workspace") -> "ChangeOutcome":
        from cockpit.project.notes import dismiss_hooks

        return dismiss_hooks(workspace, track.key, row.agents)

    runner.changes.run(PendingChange(do=do, plain=True))


def _no_hook_row(target: ActionTarget) -> Words | None:
    return None if isinstance(target.row, Unhooked) else "Select the row that says that no hook holds an agent."


TRACK_ACTIONS: ActionTable = {
    "handoff.write": ScreenAction(
        _hand_off, _nothing_to_hand_off, needs="project", on=(Track,),
        in_footer=lambda target: not _handoff_waits(target),
    ),
    "resume.check": ScreenAction(
        _resume, looks=True, on=(Track,), in_footer=_handoff_waits,
        answers=lambda target: isinstance(target.row, Handoff) or asked_of(target) in ("resume", "archive"),
        row="handoff",
    ),
    "track.archive": ScreenAction(
        _archive, lambda target: target.lacks("archive"), on=(Track,),
        answers=lambda target: asked_of(target) == "put-away",
    ),
    "change.undo": ScreenAction(
        partial(_turn, "undo"), _nothing_to_undo, needs="project", pane="attention",
        in_footer=lambda target: target.app.undo_status is not None,
    ),
    "change.redo": ScreenAction(partial(_turn, "redo"), _nothing_to_redo, needs="project", in_footer=_just_undone),
    "log": ScreenAction(_open_log, needs="project", looks=True),
    "taken-back.review": ScreenAction(
        partial(_open_log, taken_back=True), needs="project", looks=True,
        answers=lambda target: asked_of(target) == "review",
    ),
    "app.review": ScreenAction(lambda runner, _: runner.app.toggle_review(), needs="project", looks=True),
    "hooks.install": ScreenAction(
        _install_hook, needs="project", on=(Unhooked,), answers=lambda target: isinstance(target.row, Unhooked),
    ),
    "hooks.dismiss": ScreenAction(_dismiss_hooks, _no_hook_row, on=(Unhooked,)),
}  # fmt: skip
