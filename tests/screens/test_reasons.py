"""A key that cannot act now is dimmed and says why, and changes nothing."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.project.load import load_project
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.keys import ACTIONS, HISTORY, KEYS, LOOKING, PERSONAL
from cockpit.screens.resume_screen import ResumeScreen
from cockpit.widgets.by_key import by_key
from cockpit.wording.messages import Message
from tests.screens.test_forms import words_in
from tests.support.autopilot_edits import LAYOUT_2, TRANSPONDER
from tests.support.keyboard import (
    acknowledgment,
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
from tests.support.messages import wording
from tests.support.static_app import NOW, app_on, still_app

KEY = {action: key for key, action, _, _ in KEYS}
NO_STATE = wording("screens.no-state")
READ_ONLY = wording("screens.read-only")
WRITING = sorted(ACTIONS - HISTORY)


Case = tuple[Iterable[str], str, str]


async def refused(app: CockpitApp, *cases: Case) -> None:
    """Press keys, then that of an action: it says that sentence, was dimmed for that reason, and opened nothing."""
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        for before, action, sentence in cases:
            await press(pilot, *before)
            app.said = ()
            assert str(screen.why_not(action)) == sentence, action
            await press(pilot, KEY[action])
            assert said(app) == sentence, action
            assert app.screen is screen


def each(actions: Iterable[str], sentence: str, *before: str) -> list[Case]:
    """The same sentence for several actions."""
    return [(before, action, sentence) for action in actions]


async def test_in_an_empty_project(tmp_path: Path) -> None:
    await refused(app_on(tmp_path), *each(WRITING, NO_STATE))


async def test_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    await refused(
        app, ((), "undo", wording("storage.nothing-to-undo")), ((), "redo", wording("storage.nothing-to-redo"))
    )


async def test_an_older_state_file_is_read_only(tmp_path: Path) -> None:
    """Said at the key, and not when the form is filled in."""
    file = tmp_path / ".autopilot/waypoint.md"
    file.parent.mkdir()
    file.write_bytes(LAYOUT_2[TRANSPONDER])
    sentence = wording("autopilot.older-file-read-only", path=".autopilot/waypoint.md")
    app = app_on(tmp_path)
    await refused(app, *each(("decide", "block", "todo", "move", "complete", "reword"), sentence))


async def test_before_the_project_is_read() -> None:
    await refused(still_app(None), *each(sorted(ACTIONS), wording("screens.still-being-read")))


async def test_read_only(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    before = everything(project)
    await refused(app_on(project, read_only=True), *each(sorted(ACTIONS - LOOKING), READ_ONLY, "3", "g"))
    assert everything(project) == before


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("acknowledgments.json", wording("screens.file-is-damaged", place="acknowledgments.json:1")),
        ("triggers.json", wording("screens.file-is-damaged", place="triggers.json:1")),
    ],
)
async def test_a_damaged_file(tmp_path: Path, file: str, sentence: str) -> None:
    project = copy(tmp_path / "project")
    write_values(project, cost=31)
    write_acknowledgments(project, cost=None)
    (project / ".autopilot" / "state" / file).write_text('{"a": ,}')
    before = everything(project)
    actions = ("acknowledge", "acknowledge_with_note", "withdraw", "reset_alerts")
    app = app_on(project)
    await refused(app, *each(actions, sentence, "3", "g"))
    assert everything(project) == before


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_key_that_would_be_refused_is_not_offered_in_the_row(tmp_path: Path, size: tuple[int, int]) -> None:
    project = copy(tmp_path / "project")
    write_values(project, cost=31)
    (project / ".autopilot" / "state" / "acknowledgments.json").write_text('{"a": ,}')
    app = app_on(project)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "3", "g")
        shown = seen(app).rpartition("\n")[0]  # the footer below may name the key, dimmed
        assert wording("rules.file-unreadable", file="acknowledgments.json") in shown
        assert "damaged" in next(line for line in shown.splitlines() if "▲ cost" in line)
        assert "a acknowledge" not in shown
        assert "a ack" not in shown
        assert "until you acknowledge" not in shown


async def test_there_is_nothing_to_act_on(tmp_path: Path) -> None:
    await refused(
        app_on(copy(tmp_path / "project")),
        (["3", "g"], "acknowledge", wording("screens.acknowledged-already", metric="cost")),
        (["3", "g"], "acknowledge_with_note", wording("screens.acknowledged-already", metric="cost")),
        (["3", "j"], "acknowledge_with_note", wording("screens.alert-without-note", metric="context", level="warning")),
        (["3", "G"], "acknowledge", wording("screens.metric-at-no-level", metric="errors")),
        (["3", "G"], "withdraw", wording("screens.no-acknowledgment")),
        (["2"], "acknowledge", wording("screens.nothing-fires")),
        (["2"], "snooze", wording("screens.no-threshold-selected")),
        (["2"], "limit", wording("screens.no-threshold-selected")),
        (["2"], "resolve", wording("screens.nothing-to-resolve-selected")),
        (["3", "g"], "reword", wording("screens.nothing-to-reword-selected")),
    )


async def test_nothing_is_acknowledged(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    path = project / ".autopilot" / "state" / "acknowledgments.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"acknowledgments": {}}))
    await refused(app_on(project), ((), "reset_alerts", wording("screens.nothing-acknowledged")))


async def test_a_warning_is_marked_as_seen_once(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "j", "a")
        assert wording("project.warning-seen", metric="context") in said(app)


async def test_what_is_marked_as_seen_is_not_marked_again(tmp_path: Path) -> None:
    project = load_project(copy(tmp_path / "project"), clock=lambda: NOW)
    (track,) = project.tracks
    seen_at = [replace(each, seen_at="2026-01-29T16:00:00Z" if each.metric == "context" else None)
               for each in track.thresholds]  # fmt: skip
    app = still_app(replace(project, tracks=(replace(track, thresholds=tuple(seen_at)),)))
    await refused(app, (["3", "j"], "acknowledge", wording("screens.alert-is-seen", metric="context", level="warning")))
    async with still_app(app.project).run_test(size=(160, 40)) as pilot:
        await slowly(pilot, "3", "g", "j")
        assert footer(pilot.app)[:2] == ["(acknowledge)", "resolve"]


async def test_at_a_stop_the_key_explains_itself(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    write_values(project, cost=60)
    app = app_on(project)
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "g")
        for action in ("acknowledge", "acknowledge_with_note"):
            assert app.screen.why_not(action) is None
            assert "a options  x raise limit" in words(app, 80)
            await press(pilot, KEY[action])
            assert "A stop cannot be acknowledged." in seen(app), action
            await press(pilot, "escape")


async def test_at_a_stop_of_a_session_that_handed_off_the_handoff_is_the_way_out(tmp_path: Path) -> None:
    project = copy(tmp_path / "project")
    write_values(project, context_percent=61)
    app = app_on(project)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "3", "g", "j", "a")
        assert f"The agent {wording('rules.fresh-begins-empty')}" in words_in(app, "#question")
        assert "▌1 Check the handoff" in seen(app)
        await slowly(pilot, "1")
        assert isinstance(app.screen, ResumeScreen)


async def test_ways_of_looking_say_why_too() -> None:
    app = still_app(Project(root="/nowhere"))
    ways = (
        ("enter", "details", wording("screens.no-row")),
        ("y", "copy", wording("screens.no-row")),
        ("Y", "copy_next", wording("screens.no-next-action-named")),
        ("z", "zoom", NO_STATE),
        ("slash", "filter", NO_STATE),
        ("e", "edit", NO_STATE),
        ("T", "tracks", wording("screens.no-other-track")),
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
    return list(dict.fromkeys(actions))[:-2]  # without help and palette


def words(app: CockpitApp, width: int) -> str:
    """What the footer says in a terminal of that width."""
    return "".join(span.text for span in app.screen.footer.line(width).spans)


ROWS = ["details", "zoom", "filter", "copy", "copy_next", "edit"]


async def test_the_footer_names_what_can_be_done_now(tmp_path: Path) -> None:
    waits, done = firing(tmp_path / "waits"), copy(tmp_path / "done")
    (done / ".autopilot" / "holding-pattern.md").unlink()
    for folder, options, answers in (
        (waits, {}, ["acknowledge", "resolve", "resume"]),
        (waits, {"read_only": True}, ["(acknowledge)", "(resolve)", "resume"]),
        (done, {}, ["hand_off"]),
        (done, {"read_only": True}, []),
    ):
        app = app_on(folder, **options)
        async with app.run_test(size=(120, 40)) as pilot:
            await slowly(pilot)
            looking = ROWS if app.screen.pane.row is not None else ["zoom", "filter", "copy_next", "edit"]
            assert footer(app) == [*answers, *looking, "app.quit"]


async def test_the_footer_follows_the_cursor_and_says_nothing_below_a_form(tmp_path: Path) -> None:
    app = app_on(firing(tmp_path / "project"))
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "5")
        assert footer(app)[:2] == ["acknowledge", "resume"]
        await slowly(pilot, "1")
        assert footer(app)[:3] == ["acknowledge", "resolve", "resume"]
        await slowly(pilot, "b")
        assert footer(app) == []
        await slowly(pilot, "escape")
        assert footer(app)[:3] == ["acknowledge", "resolve", "resume"]


async def test_the_footer_keeps_what_belongs_to_the_row_where_there_is_room(tmp_path: Path) -> None:
    app = app_on(copy(tmp_path / "project"))
    async with app.run_test(size=(160, 40)) as pilot:
        await slowly(pilot, "3", "g")  # acknowledged
        assert footer(app)[:2] == ["(acknowledge)", "resolve"]
        assert "a acknowledge  x raise limit" in words(app, 160)
        assert "a acknowledge" not in words(app, 120)
        app.said = ()
        await pilot.click("#footer", offset=(3, 0))
        await press(pilot)
        assert said(app) == wording("screens.acknowledged-already", metric="cost")
        await slowly(pilot, "j")  # a warning, which never holds the agent
        assert footer(app)[:2] == ["acknowledge", "resolve"]
        assert "a mark as seen  x raise limit" in words(app, 160)


async def test_what_was_done_is_offered_for_undo_only_where_it_can_be(tmp_path: Path) -> None:
    project = firing(tmp_path / "project")
    app = app_on(project)
    async with app.run_test(size=(120, 40)) as pilot:
        await slowly(pilot, "3", "j", "a")
        assert "undo" in footer(app)
        write_acknowledgments(project, context={"acknowledged_at": "2026-01-29T16:00:00Z", "threshold_level": "alert"})
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        await settle(pilot)
        await slowly(pilot, *(["escape"] if len(app.screen_stack) > 1 else []))
        assert "undo" not in footer(app)
        told = app.screen.why_not("undo")
        assert told is not None
        acknowledged = Message("autopilot.acknowledged", metric="context", amount="44 %")
        changed = Message(
            "storage.lines-changed-since", path=".autopilot/state/acknowledgments.json", change=acknowledged
        )
        why = Message("model.nothing-changed", why=changed)
        assert told == Message("project.withdrawal-instead", why=why, metric="context")
        assert by_key(told, app.view.keys).endswith("Nothing changed. Withdraw the acknowledgment with W (context).")
        app.said = ()
        await press(pilot, "u")
        assert said(app) == by_key(told, app.view.keys)


async def test_an_agent_is_told_before_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COCKPIT_AGENT", "1")
    project = firing(tmp_path / "project")
    why = wording("project.only-a-person", agent="an agent")
    await refused(app_on(project), *each((*sorted(PERSONAL), "resolve"), why, "3", "j"))
    app = app_on(project, allow_agents=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await slowly(pilot, "3", "j", "a")
        assert acknowledgment(project, "context") is not None


async def test_no_key_is_silent_wherever_the_cursor_is(tmp_path: Path) -> None:
    """In every pane, each key either does something that can be seen, or says the reason that help gives."""
    project = firing(tmp_path / "project")
    before = everything(project)
    app = app_on(project)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, Dashboard)
        silent = []
        for pane in "123456789":
            await press(pilot, pane)
            for action in sorted(ACTIONS - {"review"}):
                why = screen.why_not(action)
                if why is None:
                    continue
                app.said = ()
                await press(pilot, KEY[action])  # undo and redo look first whether another program did something
                if said(app) != str(why) or app.screen is not screen:
                    silent.append((pane, action, str(why), said(app)))
        assert silent == []
    assert everything(project) == before


def test_every_reason_belongs_to_an_action() -> None:
    reasons = {name.removeprefix("why_not_") for name in dir(Dashboard) if name.startswith("why_not_")}
    actions = {name.removeprefix("action_") for name in dir(Dashboard) if name.startswith("action_")}
    assert reasons - actions == set()
    assert ACTIONS - actions == set()


async def test_a_metric_that_no_verb_writes(tmp_path: Path) -> None:
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
        assert getattr(screen.selected, "metric", None) == "time"
        before = everything(root)
        for action in ("acknowledge", "acknowledge_with_note", "limit", "resolve"):
            assert "Edit TRANSPONDER.md:" in str(screen.why_not(action)), action
            await press(pilot, KEY[action])
            assert (app.screen is screen, everything(root) == before) == (True, True), action
