"""All sessions of this machine on one screen: which row is where, what the keys do, what never moves or is cut."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.model.agents import AgentRequest, AgentSession, Trip
from cockpit.rules.agent_overview import FOREVER
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.dialogs import QuestionDialog, SessionDialog
from cockpit.screens.everywhere import Everywhere
from cockpit.widgets.detail import Detail
from cockpit.widgets.panes import everywhere as panes
from cockpit.widgets.view import UNICODE
from tests.screens.conftest import Pictures
from tests.support.agent_sessions import SILENT, ago, observed
from tests.support.everywhere_sessions import (
    DJANGO,
    EXPORT,
    HOME,
    KEYS,
    LINT,
    LOOKED_AT,
    MODULES,
    NOTES,
    PARSER,
    PUSH,
    QUEUE,
    SANDBOX,
    SEARCH,
    TWELVE,
    FakeSessions,
    beside,
    everywhere_app,
    machine,
    over,
    turn,
    waits,
)
from tests.support.keyboard import press, said, seen, settle
from tests.support.static_app import NOW

SIZES = ((80, 24), (120, 40), (200, 60))
SMALL, USUAL, WIDE = SIZES
TURNS = tuple(turn(f"turn-{number}", "site", "claude", f"turn {number}", 30 + number, "Go on?") for number in range(8))


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine, a row that stays a moment is there."""
    monkeypatch.setattr(panes, "monotonic", lambda: 0.0)


@asynccontextmanager
async def on(
    *sessions: AgentSession, size: tuple[int, int] = SMALL, **options: object
) -> AsyncIterator[tuple[CockpitApp, Pilot[None]]]:
    """The screen while it runs, and who presses its keys."""
    app = everywhere_app(*sessions, **options)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield app, pilot


def ids(app: CockpitApp, number: int) -> list[str]:
    """The sessions of a list, from the top; what is folded as how many."""
    return [f"+{len(row.value)}" if row.key == panes.FOLD else row.value.id for row in shown(app, number).rows.shown]


def shown(app: CockpitApp, number: int) -> panes.SessionList:
    assert isinstance(app.screen, Everywhere)
    return app.screen.lists[number - 1]


async def tell(app: CockpitApp, pilot: Pilot[None], *sessions: AgentSession) -> None:
    """The machine has these sessions now."""
    app.snapshot = replace(app.snapshot, everywhere=machine(*sessions))
    await settle(pilot)


def fake(app: CockpitApp) -> FakeSessions:
    assert isinstance(app.sessions, FakeSessions)
    return app.sessions


def went_on(session: AgentSession) -> AgentSession:
    return replace(session, state="works", needs_you=None, waits_for=None, request=None, updated=ago(0))


# Pictures


async def test_twelve_sessions(pictures: Pictures) -> None:
    async with on(*TWELVE) as (_, pilot):
        await pictures.look(pilot, *SIZES)


async def test_hostile_texts(pictures: Pictures) -> None:
    hostile = waits(
        "host", "x" * 60, "claude", "red \x1b[31m\u202e漢字のタイトル", 9, "echo \x1b]0;x\x07 " + "rm a; " * 700
    )
    cjk = turn("cjk", "日本語リポジトリ名", "gemini", "日本語のタイトルです", 50, "コミットしますか？")
    async with on(hostile, cjk, *TWELVE[1:], size=USUAL) as (_, pilot):
        await pictures.look(pilot, USUAL)


# Which row is where


async def test_the_header_says_at_every_size_what_cannot_be_seen() -> None:
    may = replace(SEARCH, id="may", state="unfinished", may=True)
    away = replace(QUEUE, id="away", dismissed_until="2026-02-01T00:00:00Z")
    folders = (replace(LOOKED_AT[0], not_read=1), *LOOKED_AT[1:])
    async with on(*TWELVE, may, away, looked_at=folders) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            first = seen(app).splitlines()[0]
            for words in ("5 need you", "1 may need you", "1 hidden", "1 not visible"):
                assert words in first, size
            assert ("heard just now" in first) is (size == WIDE)


async def test_ended_turns_fold_beyond_five_and_permissions_stay_in_view() -> None:
    async with on(*TWELVE, *TURNS) as (app, pilot):
        assert ids(app, 1) == ["push", "sandbox", "queue", "keys", *(f"turn-{each}" for each in (7, 6, 5, 4, 3)), "+4"]
        assert "4 more ended their turn" in seen(app)
        for words in ("git push", "outside its sandbox", "Drop the old queue", "failed: log in"):
            assert words in seen(app)
        await press(pilot, "end", "enter")
        assert len(ids(app, 1)) == 4 + 9 + 1
        await press(pilot, "end", "enter")
        assert ids(app, 1)[-1] == "+4"
        older = [over(name, "site", "claude", name, hours) for name, hours in (("a", 30), ("b", 80))]
        await tell(app, pilot, PUSH, NOTES, *older)
        assert ids(app, 3) == ["notes", "+2"]
        assert "2 older, ended 1 d ago" in seen(app)


# Details


async def test_the_request_of_the_selected_row_is_never_cut() -> None:
    """It wraps; what has no room is a key away, and the line says how much that is."""
    words = [f"word{number}" for number in range(450)]
    request = AgentRequest(tool="Bash", kind="run", text=" ".join(words), at=ago(4))
    async with on(replace(PUSH, request=request), *TWELVE[1:]) as (app, pilot):
        detail = app.screen.query_one(Detail)
        whole = " ".join(line.plain for line in detail._lay_out(detail.size.width))
        assert [each for each in words if each not in whole.split()] == []
        assert (f"Enter shows {detail.hidden} more line" in seen(app)) is (detail.hidden > 0)
        assert "word30" in seen(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, SessionDialog)


# Rows do not move under the cursor


async def test_shift_r_sorts_a_new_row_in_and_so_does_leaving_the_list() -> None:
    async with on(SANDBOX, PARSER) as (app, pilot):
        await press(pilot, "down", "up")
        await tell(app, pilot, PARSER, SANDBOX, PUSH)
        assert ids(app, 1) == ["sandbox", "parser", "push"]
        await press(pilot, "R")
        assert ids(app, 1) == ["push", "sandbox", "parser"]
        assert " new" not in seen(app)
        await tell(app, pilot, PUSH, SANDBOX, PARSER, waits("early", "api", "claude", "early", 400, "make"))
        assert ids(app, 1) == ["push", "sandbox", "parser", "early"]
        await press(pilot, "2")
        assert ids(app, 1) == ["early", "push", "sandbox", "parser"]


async def test_an_answered_row_stays_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with on(PUSH, SANDBOX) as (app, pilot):
        await press(pilot, "down")
        await tell(app, pilot, went_on(PUSH), SANDBOX)
        assert ids(app, 1) == ["push", "sandbox"]
        assert "went on" in seen(app)
        assert ids(app, 2) == ["push"]
        monkeypatch.setattr(panes, "monotonic", lambda: panes.WENT_ON)
        shown(app, 1).when_others()  # as its timer does
        assert ids(app, 1) == ["sandbox"]
        assert shown(app, 1).row.value.id == "sandbox"


# What the keys do


TOLD = (
    (QUEUE, "g", "It runs in pts/9, which nobody can bring to the front; pid 41500."),
    (PUSH, "a", "g goes to its terminal; nothing is approved here."),
    (SEARCH, "s", "Nothing to hide."),
    (PUSH, "L", "This key works in a project. Press m, then p, to open that of the session."),
    (PUSH, "o", "No project is behind this screen; q quits."),
    (PUSH, "escape", "No project is behind this screen; q quits."),
)
"""A session, a key, and what is said: nothing is done."""


async def test_keys_that_cannot_act_say_why_and_only_q_leaves() -> None:
    async with on(QUEUE) as (app, pilot):
        for session, key, words in TOLD:
            await tell(app, pilot, session)
            await press(pilot, "2" if session is SEARCH else "1", key)
            assert said(app) == words, key
            assert ("g go there" in seen(app)) is (session.go is not None)
        assert fake(app).asked == []
        app.sessions = FakeSessions(Trip(reason="work:1.0 is gone."))
        await press(pilot, "g")
        assert said(app) == "work:1.0 is gone."
        await press(pilot, "q")
        assert app._exit


async def test_one_that_ended_is_resumed_after_a_question_and_no_resume_of_one_that_runs_is_copied() -> None:
    async with on(DJANGO) as (app, pilot):
        await press(pilot, "enter")
        assert "g resume   y copy" in seen(app)
        await press(pilot, "escape", "g")
        assert isinstance(app.screen, QuestionDialog)
        assert f"cd {HOME}/src/shop-api && claude --resume django" in seen(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, Everywhere)
        await press(pilot, "g", "r")  # in a test there is no terminal to lend
        assert said(app) == "This terminal cannot be lent to another program."
        for session, copied in (
            (DJANGO, f"cd {HOME}/src/shop-api && claude --resume django"),
            (replace(PUSH, resume=None), "tmux switch-client -t =work:@3.%12"),
            (replace(QUEUE, resume=None), "pts/9, pid 41500"),
        ):
            await tell(app, pilot, session)
            await press(pilot, "3" if session is DJANGO else "1", "y")
            assert app.clipboard == copied


async def test_s_hides_and_u_brings_back() -> None:
    async with on(PUSH, PARSER, KEYS, SEARCH) as (app, pilot):
        await press(pilot, "s")
        assert fake(app).asked == [("dismiss", "push", NOW + timedelta(minutes=30))]
        assert said(app) == "Hidden until 17:00: fix checkout tax. u brings it back."
        await press(pilot, "down", "s", "down", "s")
        assert fake(app).asked[1:] == [("dismiss", "keys", None), ("dismiss", "parser", None)]
        await press(pilot, "u")
        assert said(app) == "Shown again: port the parser."
        await press(pilot, "home", "m", "2", "m", "t")
        assert [each[2] for each in fake(app).asked[-2:]] == [
            NOW + timedelta(hours=2), NOW.replace(hour=8, minute=0) + timedelta(days=1)
        ]  # fmt: skip


async def test_what_is_hidden_is_listed_and_s_shows_it_again() -> None:
    hidden = [
        replace(each, dismissed_until=until) for each, until in ((PARSER, FOREVER), (KEYS, "2026-11-24T17:00:00Z"))
    ]
    async with on(PUSH, *hidden) as (app, pilot):
        assert ids(app, 1) == ["push"]
        assert "hidden: " not in seen(app)
        await press(pilot, "m", "i")
        assert ids(app, 1) == ["push", "keys", "parser"]
        assert (shown(app, 1).summary()[0], shown(app, 1).urgent) == ("1", 1)
        assert "hidden: ended its turn" in seen(app)
        await press(pilot, "end")
        assert "s show" in seen(app)
        await press(pilot, "s")
        assert fake(app).asked == [("undo", "parser")]
        assert said(app) == "Shown again: port the parser."
        await press(pilot, "m", "i")
        assert ids(app, 1) == ["push"]


async def test_m_changes_how_the_lists_are_shown() -> None:
    may = replace(SEARCH, id="may", state="unfinished", may=True)
    async with on(PUSH, SANDBOX, may, size=USUAL) as (app, pilot):
        await press(pilot, "m", "r")
        assert ids(app, 1) == ["sandbox", "push", "may"]
        assert "by repository" in seen(app)
        await press(pilot, "m", "w")
        assert "git push" not in seen(app)
        assert "waits: permission" in seen(app)
        await press(pilot, "m", "n")
        assert ids(app, 1) == ["sandbox", "push"]
        assert "may need you" not in seen(app)


async def test_the_filter_is_for_all_lists_a_dialog_follows_its_session_and_enter_opens_a_project() -> None:
    async with on(*TWELVE, size=USUAL) as (app, pilot):
        await press(pilot, "slash", "=shop", "enter")
        assert [ids(app, each) for each in (1, 2, 3)] == [["push", "parser"], ["search"], ["django"]]
        await press(pilot, "escape", "slash", "=search", "enter")
        assert isinstance(app.screen, Everywhere)
        assert app.screen.session.id == "search", "the cursor is where the text was found"
        await press(pilot, "escape")
        assert len(ids(app, 1)) == 5
        for needle, found in (("force", ["push"]), ("failed", ["keys"]), ("stripe-wt", ["sandbox"])):
            await press(pilot, "slash", f"={needle}", "enter")
            assert ids(app, 1) == found, needle
            await press(pilot, "escape")
        await press(pilot, "home", "enter")
        await tell(app, pilot, went_on(PUSH), *TWELVE[1:])
        assert isinstance(app.screen, SessionDialog)
        assert "works" in seen(app)
        await press(pilot, "g")
        assert fake(app).asked == [("go", "push")]
        await press(pilot, "escape")
        await pilot.resize_terminal(*WIDE)
        await tell(app, pilot, *TWELVE)
        await press(pilot, "4", "home", "enter")
    assert app.next_project == Path(f"{HOME}/src/shop-api")
    assert app.everywhere_at == (4, f"repository:{HOME}/src/shop-api")


async def test_the_program_ends_after_a_trip_where_it_was_opened_for_one() -> None:
    app = everywhere_app(PUSH)
    app.ends_after_going = True
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "g")
        assert not app.is_running or app._exit


async def test_o_goes_there_and_back_to_the_same_row() -> None:
    app = beside(observed(SILENT), *TWELVE)
    async with app.run_test(size=USUAL) as pilot:
        await settle(pilot)
        assert "elsewhere: 5 need you" in seen(app).splitlines()[0]
        await press(pilot, "o")
        assert isinstance(app.screen, Everywhere)
        await press(pilot, "2", "down")
        await press(pilot, "L")
        assert said(app).endswith("to open that of the session, or o to go back to yours.")
        for key in ("o", "escape", "q"):
            await press(pilot, key)
            assert isinstance(app.screen, Dashboard), key
            await press(pilot, "o")
            assert shown(app, 2).has_focus
            assert shown(app, 2).row.value.id == "modules"
        await press(pilot, "o")
        app.snapshot = replace(app.snapshot, everywhere=machine(SEARCH, LINT))
        await settle(pilot)
        assert "elsewhere" not in seen(app)
        app.looks_at_agents = False
        await press(pilot, "o")
        assert isinstance(app.screen, Dashboard)
        assert "not looked at" in said(app)


# What is said where nobody waits


DENIED = (replace(LOOKED_AT[1], state="denied"),)
CALM = (
    (machine(SEARCH, EXPORT, MODULES), "Nobody waits for you; 2 work."),
    (machine(NOTES), "Nobody waits for you: no agent works on this machine."),
    (machine(SEARCH, looked_at=DENIED), "~/.codex may not be read: sessions there are not known."),
    (machine(looked_at=()), "Looking for sessions of agents"),
)
"""What is said, and never as a tick."""


async def test_nobody_waits() -> None:
    async with on() as (app, pilot):
        for given, words in CALM:
            app.snapshot = replace(app.snapshot, everywhere=given)
            await settle(pilot)
            assert words in seen(app)
            assert UNICODE.done not in seen(app)


@pytest.mark.parametrize("notify", ["off", "terminal"])
async def test_who_begins_to_wait_is_told_where_the_settings_want_it(
    notify: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "foot")
    sent: list[str] = []
    monkeypatch.setattr(CockpitApp, "_write", lambda _, text: sent.append(text))
    app = everywhere_app(went_on(PUSH), notify=notify)
    clock = [NOW]
    async with app.run_test(size=USUAL) as pilot:
        await settle(pilot)
        app.view = replace(app.view, now=lambda: clock[0])
        clock[0] += timedelta(seconds=2)
        await tell(app, pilot, replace(PUSH, since=ago(-0.03)))
        clock[0] += timedelta(seconds=3)
        app.watch_snapshot()
        assert [each for each in sent if "777" in each] == (
            ["\x1b]777;notify;cockpit;shop-api: claude waits for your permission\x1b\\"] if notify == "terminal" else []
        )
        assert not any("git push" in each for each in sent)
        assert any("1 needs you · cockpit" in each for each in sent) is (notify == "terminal")


@pytest.mark.parametrize(
    ("environ", "asked"),
    [
        ({"TERM": "tmux-256color", "TMUX": "/t,1,0"}, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "5400"}, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "5202"}, False),
        ({"TERM": "linux"}, False),
    ],
)
async def test_only_a_terminal_that_would_not_type_it_is_asked_whether_it_shows_what_the_sessions_do(
    environ: dict[str, str], asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VTE_VERSION", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    sent: list[str] = []
    monkeypatch.setattr(CockpitApp, "_write", lambda _, text: sent.append(text))
    async with on(PUSH, notify="title"):
        pass
    assert [each for each in sent if "7501;?" in each] == (["\x1b]7501;?\x1b\\"] if asked else [])
