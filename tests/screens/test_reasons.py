"""A key that cannot act now is dimmed and says why, and changes nothing."""

import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.actions import BY_ID
from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.project.load import load_project
from cockpit.screens.acting import ActionTarget
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.dialogs import AboutDialog
from cockpit.screens.resume_screen import ResumeScreen
from cockpit.screens.row_actions import TABLE
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import ChoiceList
from cockpit.widgets.pane import Pane
from tests.cases import case_project
from tests.screens.test_forms import words_in
from tests.support.agent_sessions import ENDED, WORKS, observed
from tests.support.autopilot_edits import LAYOUT_2, TRANSPONDER
from tests.support.keyboard import (
    acknowledgment,
    alerted,
    copy,
    everything,
    firing,
    press,
    said,
    seen,
    settle,
    slowly,
    write_acknowledgments,
    write_values,
)
from tests.support.messages import words as says
from tests.support.model_builders import threshold, track
from tests.support.said import Said
from tests.support.static_app import NOW, app_on, still_app

KEYED = {action: BY_ID[action].key for action in TABLE if BY_ID[action].key}
"""The actions with a key of their own."""
NO_STATE = "No agent state in this folder."
READ_ONLY = "Cockpit was opened read-only."
WRITING = sorted(name for name, action in TABLE.items() if action.needs != "project")


Case = tuple[Iterable[str], str, str]


async def refused(app: CockpitApp, *cases: Case) -> None:
    """Press keys, then do an action: it says that sentence, was dimmed for that reason, and opened nothing."""
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        for before, action, sentence in cases:
            await press(pilot, *before)
            app.said = ()
            assert str(screen.reason(action)) == sentence, action
            assert KEYED.get(action) is None or str(screen.why_not(f"act('{action}')")) == sentence
            await carry_out(pilot, action)
            assert said(app) == sentence, action
            assert app.screen is screen


async def carry_out(pilot: Pilot[None], action: str) -> None:
    """Do an action of the dashboard: by its key, or as find does it, which lists those without one."""
    screen = pilot.app.screen
    assert isinstance(screen, Dashboard)
    if action in KEYED:
        await press(pilot, KEYED[action])
    else:
        screen.act(action)
        await settle(pilot)


def each(actions: Iterable[str], sentence: str, *before: str) -> list[Case]:
    """The same sentence for several actions, where some keys have led to."""
    return [(() if number else before, action, sentence) for number, action in enumerate(actions)]


async def test_in_an_empty_project(tmp_path: Path) -> None:
    await refused(app_on(tmp_path), *each(WRITING, NO_STATE))


async def test_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    await refused(
        app,
        ((), "change.undo", "Nothing to undo."),
        ((), "change.redo", "Nothing to redo."),
    )


async def test_an_older_state_file_is_read_only(tmp_path: Path) -> None:
    """Said at the key, and not when the form is filled in."""
    file = tmp_path / ".autopilot/waypoint.md"
    file.parent.mkdir()
    file.write_bytes(LAYOUT_2[TRANSPONDER])
    sentence = ".autopilot/waypoint.md is read-only. Create TRANSPONDER.md from it first: `cockpit track convert`."
    app = app_on(tmp_path)
    actions = ("decision.add", "blocker.add", "todo.add", "position.set", "step.done", "row.reword")
    await refused(app, *each(actions, sentence))


async def test_a_session_that_is_partly_unreadable_is_not_written_to(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(case_project("maestro/damaged"), root)
    actions = ("position.set", "step.done", "track.archive", "phase.resolve", "phase.error", "handoff.write")
    await refused(app_on(root), *each(actions, "The session file is partly unreadable. Fix it first."))
    app = app_on(root)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "a resolve" not in seen(app)
        assert "e editor" in seen(app)


async def test_without_a_state_file_nothing_is_written_to_it(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(case_project("autodev/folders"), root)
    sentence = "_docs/_autopilot_state.md does not exist. Create it: `cockpit init autodev`."
    await refused(app_on(root), *each(("position.set", "step.done", "decision.add", "blocker.add"), sentence))


async def test_where_only_tasks_are_ticked_no_position_is_set(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(case_project("speckit/healthy"), root)
    sentence = "Spec Kit keeps tasks to tick, and has no place for anything else."
    await refused(app_on(root), ((), "position.set", sentence))


async def test_without_a_session_nothing_is_set_or_archived(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(case_project("maestro/archived"), root)
    actions = ("position.set", "step.done", "track.archive")
    await refused(app_on(root), *each(actions, "No session is active. Start one: `cockpit init maestro --plan FILE`."))
    app = app_on(root)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "4")
        assert said(app) == "No session is active."


async def test_an_open_question_is_closed_and_a_todo_is_done(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(case_project("codewalk/healthy"), root)
    app = app_on(root)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "7")
        assert isinstance(app.screen, Dashboard)
        assert (app.screen.answer(), app.screen.named("answer", "")) == ("question.close", "close")
    await refused(app_on(copy(tmp_path / "other")), (["2"], "question.close", "Select a question first."))


async def test_before_the_project_is_read() -> None:
    await refused(still_app(None), *each(sorted(TABLE), "The project is still being read."))


async def test_read_only(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    before = everything(project)
    writing = sorted(name for name, action in TABLE.items() if not action.looks)
    await refused(app_on(project, read_only=True), *each(writing, READ_ONLY, "3", "home"))
    assert everything(project) == before


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("acknowledgments.json", "acknowledgments.json:1 is damaged. Fix the file first."),
        ("triggers.json", "triggers.json:1 is damaged. Fix the file first."),
    ],
)
async def test_a_damaged_file(tmp_path: Path, file: str, sentence: str) -> None:
    project = copy(tmp_path / "project")
    write_values(project, cost=31)
    write_acknowledgments(project, cost=None)
    (project / ".autopilot" / "state" / file).write_text('{"a": ,}')
    before = everything(project)
    actions = ("alert.acknowledge", "alert.acknowledge-with-note", "alert.withdraw", "alert.withdraw-all")
    app = app_on(project)
    await refused(app, *each(actions, sentence, "3", "home"))
    assert everything(project) == before


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_key_that_would_be_refused_is_not_offered_in_the_row(tmp_path: Path, size: tuple[int, int]) -> None:
    project = copy(tmp_path / "project")
    write_values(project, cost=31)
    (project / ".autopilot" / "state" / "acknowledgments.json").write_text('{"a": ,}')
    app = app_on(project)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "3", "home")
        shown = seen(app).rpartition("\n")[0]  # the footer below may name the key, dimmed
        assert "acknowledgments.json cannot be read" in shown
        assert "damaged" in next(line for line in shown.splitlines() if "▲ cost" in line)
        assert "a acknowledge" not in shown
        assert "a ack" not in shown
        assert "until you acknowledge" not in shown


async def test_an_alert_at_which_a_hook_holds_an_agent_is_not_snoozed(tmp_path: Path) -> None:
    alert = threshold(value=26.5, level="alert", agent_will="pause")
    held = track(thresholds=(alert,), agents=(replace(WORKS, held="cost $26.50, alert at $25"),))
    target = ActionTarget(app_on(tmp_path), held, alert)
    assert TABLE["threshold.snooze"].why_not(target) == "codex is held at cost: no snooze hides that."
    assert TABLE["threshold.snooze"].why_not(target._replace(track=replace(held, agents=(WORKS,)))) is None


async def test_there_is_nothing_to_act_on(tmp_path: Path) -> None:
    await refused(
        app_on(copy(tmp_path / "project")),
        (["3", "home"], "alert.acknowledge", "The cost alert is already acknowledged."),
        (["3", "home"], "alert.acknowledge-with-note", "The cost alert is already acknowledged."),
        (["3", "j"], "alert.acknowledge", "context is at warning. A warning needs no answer."),
        (["3", "G"], "alert.acknowledge", "errors has no alert. Nothing to acknowledge."),
        (["3", "G"], "alert.withdraw", "No acknowledgment to withdraw here."),
        (["2"], "alert.acknowledge", "Select an alert first."),
        (["2"], "threshold.snooze", "Select a threshold first."),
        (["2"], "blocker.resolve", "First select a blocker that is active or bypassed."),
        (["2"], "todo.done", "Select a todo first."),
        (["2"], "question.answer", "Select a question first."),
        (["2"], "phase.resolve", "Select an error first."),
        (["2"], "phase.reset", "This track does not count retries."),
        (["3", "home"], "row.reword", "Select a decision, a blocker or a todo first."),
    )


async def test_nothing_is_acknowledged(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    path = project / ".autopilot" / "state" / "acknowledgments.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"acknowledgments": {}}))
    await refused(app_on(project), ((), "alert.withdraw-all", "No alert is acknowledged."))


async def test_a_row_that_needs_no_answer_says_so(tmp_path: Path) -> None:
    """Without asking, writing or opening anything; what can be done instead is said."""
    project = copy(tmp_path / "project")
    write_values(project, cost=60)
    (project / ".autopilot/holding-pattern.md").unlink()
    before = everything(project)
    app = app_on(project)
    async with app.run_test(size=(80, 24)) as pilot:
        for keys, sentence in (
            (["3", "home", "j"], "context is at warning. A warning needs no answer."),
            (["3", "G"], "errors has no alert. Nothing to acknowledge."),
            (["2", "home"], "A position needs no answer. Press <row.more> for its actions."),
            (["9", "home"], "Fix the file: <row.edit> opens it at the line."),
            (["4"], "No row is selected."),
        ):
            await slowly(pilot, *keys)
            assert app.screen.why_not("answer") == sentence
            app.said = ()
            await press(pilot, "a")
            assert (said(app), len(app.screen_stack)) == (by_key(sentence, app.view.keys), 1), keys
    assert everything(project) == before


async def test_what_is_marked_as_seen_is_not_marked_again(tmp_path: Path) -> None:
    source = copy(tmp_path / "project")
    (source / ".autopilot/holding-pattern.md").unlink()
    project = load_project(source, clock=lambda: NOW)
    (track,) = project.tracks
    seen_at = [
        replace(each, level="alert", seen_at="2026-01-29T16:00:00Z", agent_will="continue", agent_level=None)
        if each.metric == "context" else each
        for each in track.thresholds
    ]  # fmt: skip
    app = still_app(replace(project, tracks=(replace(track, thresholds=tuple(seen_at)),)))
    sentence = "The context alert is already marked as seen. It does not stop the agent."
    await refused(app, (["3", "home", "j"], "alert.acknowledge", sentence))


async def test_at_a_stop_the_key_opens_the_limits(tmp_path: Path) -> None:
    """A stop cannot be acknowledged; the menu keeps that, dimmed, with the reason."""
    project = copy(tmp_path / "project")
    write_values(project, cost=60)
    (project / ".autopilot/holding-pattern.md").unlink()
    app = app_on(project)
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "home")
        sentence = "cost is at stop. A stop cannot be acknowledged. Raise the limit, or fix the cause."
        assert str(app.screen.reason("alert.acknowledge")) == sentence
        assert words(app, 80).startswith(" a change limits  m more")
        await slowly(pilot, "m")
        assert "Acknowledge" in seen(app)
        app.said = ()
        choices = app.screen.query_one(ChoiceList)._choices
        await slowly(pilot, next(each.letter for each in choices if each.key == "alert.acknowledge"))
        assert said(app) == sentence
        await slowly(pilot, "escape", "a")
        assert "Limits of cost" in seen(app)
        assert app.focused is not None
        assert app.focused.id == "stop"


async def test_at_a_stop_of_a_session_that_handed_off_the_handoff_is_the_way_out(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    write_values(project, context_percent=61)
    app = app_on(project)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "3", "home", "j")
        assert footer(app)[0] == "answer"
        assert "a resume" in words(app, 120)
        await slowly(pilot, "enter")
        told = " ".join(words_in(app, "#detail").split())
        assert "has handed off; the stop remains until a fresh agent records its own value" in told, told
        await slowly(pilot, "escape", "a")
        assert isinstance(app.screen, ResumeScreen)


async def test_where_no_row_is_selected_enter_shows_what_stands_in_its_place() -> None:
    app = still_app(observed(WORKS, ENDED))
    async with app.run_test(size=(200, 60)) as pilot:
        await settle(pilot)
        assert "⏎ details" in words(app, 200)
        await press(pilot, "enter")
        assert (len(app.screen_stack), str(app.screen.show()[0])) == (2, "Agent")  # type: ignore[attr-defined]


async def test_enter_shows_the_whole_track_where_its_panel_has_no_room_for_it(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    async with app.run_test(size=(200, 60)) as pilot:
        await slowly(pilot, "4")
        assert isinstance(app.focused, Pane)
        assert app.focused.row is None
        await press(pilot, "enter")
        assert "Folder" in seen(app)
        assert isinstance(app.screen, AboutDialog)


async def test_ways_of_looking_say_why_too() -> None:
    app = still_app(Project(root="/nowhere"))
    ways = (
        ("enter", "details", "No row is selected."),
        ("y", "copy", "No row is selected."),
        ("a", "answer", NO_STATE),
        ("m", "more", NO_STATE),
        ("z", "zoom", NO_STATE),
        ("slash", "filter", NO_STATE),
        ("e", "edit", NO_STATE),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        for key, action, sentence in ways:
            app.said = ()
            assert str(app.screen.why_not(action)) == sentence
            await press(pilot, key)
            assert said(app) == sentence


def footer(app: CockpitApp) -> list[str]:
    """What the keys of the footer do, those that cannot act in brackets."""
    spans = [span for span in app.screen_stack[0].footer.line(200).spans if span.action]
    actions = [f"({span.action})" if span.style == "muted" else span.action for span in spans]
    return [each.removeprefix("act('").removesuffix("')") for each in dict.fromkeys(actions)][:-3]  # f, ?, q


def words(app: CockpitApp, width: int) -> str:
    """What the footer says in a terminal of that width."""
    return "".join(span.text for span in app.screen.footer.line(width).spans)


async def test_the_footer_names_what_can_be_done_now(tmp_path: Path) -> None:
    waits, done = firing(tmp_path / "waits"), copy(tmp_path / "done")
    (done / ".autopilot" / "holding-pattern.md").unlink()
    looking = ["details", "zoom", "log", "filter", "copy", "edit", "tracks"]
    for folder, options, answers in (
        (waits, {}, ["answer", "more", "threshold.limit", "new", *looking]),
        (waits, {"read_only": True}, ["answer", "more", *looking]),
        (done, {}, ["more", "handoff.write", "new", *looking]),
        (done, {"read_only": True}, ["more", *looking]),
    ):
        app = app_on(folder, **options)
        async with app.run_test(size=(120, 40)) as pilot:
            await slowly(pilot, *(["2"] if folder is done else []))
            assert footer(app) == answers, options


async def test_the_footer_follows_the_cursor_and_says_nothing_below_a_form(tmp_path: Path) -> None:
    app = app_on(alerted(tmp_path / "project"))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "6")
        assert footer(app)[:3] == ["more", "handoff.write", "new"]
        await slowly(pilot, "1")
        assert footer(app)[:4] == ["answer", "more", "threshold.limit", "handoff.write"]
        assert words(app, 80).startswith(" a acknowledge  m more  l context limits  h hand off")
        await slowly(pilot, "n")
        assert footer(app) == []
        await slowly(pilot, "escape")
        assert footer(app)[:3] == ["answer", "more", "threshold.limit"]


async def test_an_action_that_does_not_fit_now_is_not_in_the_footer_and_dim_in_the_menu(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    (project / ".autopilot/holding-pattern.md").unlink()
    app = app_on(project)
    async with app.run_test(size=(160, 40)) as pilot:
        await slowly(pilot, "3", "home")  # acknowledged
        assert footer(app)[:2] == ["more", "threshold.limit"]
        assert "acknowledge" not in words(app, 160)
        why = "The cost alert is already acknowledged."
        app.said = ()
        await press(pilot, "a")
        assert said(app) == why
        await press(pilot, "m")
        assert why in " ".join(words_in(app, "#question").split())
        await press(pilot, "a")  # the dim entry of the menu does nothing
        assert len(app.screen_stack) == 2


async def test_what_was_done_is_offered_for_undo_only_where_it_can_be(tmp_path: Path) -> None:
    project = alerted(tmp_path / "project")
    app = app_on(project)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "3", "home", "j", "a")
        assert "change.undo" in footer(app)
        write_acknowledgments(project, context={"acknowledged_at": "2026-01-29T16:00:00Z", "threshold_level": "alert"})
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        await settle(pilot)
        await slowly(pilot, *(["escape"] if len(app.screen_stack) > 1 else []))
        assert "change.undo" in footer(app)
        told = app.undo_status.no_undo if app.undo_status is not None else None
        assert told is not None
        acknowledged = says("Acknowledged context at 44 %.")
        changed = Said("storage.lines-changed-since", ".autopilot/state/acknowledgments.json", acknowledged)
        why = Said("model.nothing-changed", changed)
        assert told == Said("project.withdrawal-instead", why, "context")
        assert by_key(told, app.view.keys).endswith("Nothing changed. Withdraw the acknowledgment with m (context).")
        await slowly(pilot, "u")
        assert (
            "The agent has written to the files since context was acknowledged, so the "
            "acknowledgment can no longer be undone. Withdraw it instead? The agent then waits "
            "again at its next check."
        )[:40] in seen(app)
        await slowly(pilot, "enter")
        assert said(app).startswith("Withdrew the acknowledgment of context.")


async def test_beside_other_tracks_a_withdrawal_is_offered_in_place_of_undo_too(tmp_path: Path) -> None:
    project = alerted(tmp_path / "project")
    shutil.copytree(project / ".autopilot", project / "sub" / ".autopilot")
    app = app_on(project)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "3", "home", "j", "a")
        write_acknowledgments(project, context={"acknowledged_at": "2026-01-29T16:00:00Z", "threshold_level": "alert"})
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        await slowly(pilot, "u", "enter")
        assert said(app).startswith("Withdrew the acknowledgment of context.")


async def test_an_agent_is_told_before_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COCKPIT_AGENT", "1")
    project = alerted(tmp_path / "project")
    why = (
        "Only a person may do this, and cockpit runs in an agent. To permit it, set "
        "allow_agents = true in settings.toml."
    )
    personal = [action for action in sorted(TABLE) if BY_ID[action].person]
    await refused(app_on(project), *each(personal, why, "3", "j"))
    app = app_on(project, allow_agents=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "home", "j", "a")
        assert acknowledgment(project, "context") is not None


async def test_no_key_is_silent_wherever_the_cursor_is(tmp_path: Path) -> None:
    """In every pane, each key either does something that can be seen, or says the reason that help gives."""
    project = firing(tmp_path / "project")
    before = everything(project)
    app = app_on(project)
    keys = {"answer": "a", "more": "m", "new": "n", **{f"act('{action}')": key for action, key in KEYED.items()}}
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        silent = []
        for pane in "123456789":
            await press(pilot, pane)
            for action, key in keys.items():
                why = screen.why_not(action)
                if why is None:
                    continue
                app.said = ()
                await press(pilot, key)  # undo and redo look first whether another program did something
                if said(app) != by_key(why, app.view.keys) or app.screen is not screen:
                    silent.append((pane, action, str(why), said(app)))
        assert silent == []
    assert everything(project) == before


def test_every_reason_belongs_to_an_action() -> None:
    reasons = {name.removeprefix("why_not_") for name in dir(Dashboard) if name.startswith("why_not_")}
    actions = {name.removeprefix("action_") for name in dir(Dashboard) if name.startswith("action_")}
    assert reasons - actions == set()
    assert TABLE.keys() <= BY_ID.keys()


async def test_a_row_that_no_rule_reads(tmp_path: Path) -> None:
    root = copy(tmp_path / "project")
    state = root / ".autopilot/TRANSPONDER.md"
    row = next(line for line in state.read_text().splitlines() if line.startswith("| Cost |"))
    state.write_text(state.read_text().replace(row, f"{row}\n| Time | 65 min | 30 min | 60 min | 90 min | Alert |"))
    app = app_on(root)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        await press(pilot, "3", "G")
        assert getattr(screen.selected, "metric", None) == "thresholds"
        before = everything(root)
        for action in ("alert.acknowledge", "alert.acknowledge-with-note", "threshold.limit"):
            assert "Edit TRANSPONDER.md:" in str(screen.reason(action)), action
            await carry_out(pilot, action)
            assert (app.screen is screen, everything(root) == before) == (True, True), action
