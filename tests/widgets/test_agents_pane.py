"""Sessions of agents in pane 8, in Needs you and in the details: what a person reads, and what has no room."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cockpit.model import Session, Track
from cockpit.model.agents import AgentContext, AgentRateLimit, AgentSession
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.alert_state import idle_status
from cockpit.widgets.pane import Density
from cockpit.widgets.panes.attention import AttentionPane
from cockpit.widgets.panes.sessions import SessionsPane
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.sheets import copied, facts
from cockpit.widgets.view import View
from cockpit.wording.times import write_instant
from tests.support.agent_sessions import ALL, ASKS, ENDED, FAILED, LOOKED_AT, SILENT, WAITS, WORKS, ago, observed
from tests.support.model_builders import track
from tests.support.pane_app import filled, texts
from tests.support.static_app import NOW

VIEW = View(lambda: NOW)


def only(*sessions: AgentSession) -> Track:
    [shown] = observed(*sessions).tracks
    return shown


def row(width: int, *sessions: AgentSession, density: Density = Density.BRIEF) -> list[str]:
    return texts(SessionsPane, only(*sessions), width, VIEW, density)


def test_a_line_each() -> None:
    """Each column as wide as the widest of it."""
    assert row(100, *ALL) == [
        "! claude  fix checkout tax      wants to run: git push --force origin main   4 min  122 k  main",
        "✗ claude  speed up search       failed: log in                               9 min         main",
        "▸ codex   add csv export        works                                          now   38 %  csv-wt",
        "~ gemini  rename the billing…   unfinished, silent 14 min                   14 min   61 k",
        "· claude  review tests          ended                                          3 h   88 k  main",
    ]


def test_the_title_has_what_no_request_needs_and_branches_have_room_in_wide_rows() -> None:
    for width in range(40, 130):
        [line] = row(width, replace(WAITS, request=None))
        assert len(line) <= width
        assert ("fix chec" in line, "main" in line) == (width > 47, width > 95), width


def test_what_it_does_is_never_left_out_and_says_how_much_of_it_is_missing() -> None:
    seen = {width: row(width, WAITS)[0] for width in range(40, 130)}
    assert all("wants to" in line for line in seen.values())
    assert all("… +" in line or "git push --force origin main" in line for line in seen.values())


def test_its_own_list_stands_below_where_there_is_room() -> None:
    assert row(60, WORKS) == row(60, WORKS)[:1]
    below = row(80, WORKS, density=Density.FULL)[1:]
    assert below == ["  3 of 5 done in its own list; now: Write exporter tests"]
    assert len(row(60, WAITS, density=Density.FULL)) == 1, "without a list there is no progress"
    ended = replace(WORKS, updated=ago(25 * 60))
    assert len(row(60, ended, density=Density.FULL)) == 1, "nor is there any in a session that ended"


def test_sessions_that_ended_more_than_a_day_ago_are_one_row() -> None:
    old = [
        replace(
            ENDED, id=f"old-{hours}", title=f"old {hours}", resume=f"claude --resume {hours}", updated=ago(hours * 60)
        )
        for hours in (25, 49)
    ]
    shown = only(WORKS, ENDED, *old)
    assert row(60, WORKS, ENDED, *old)[2:] == ["2 older sessions"]
    pane = filled(SessionsPane, shown, VIEW)
    assert [(fact.label, fact.text) for fact in facts(pane.rows.all[-1].value, NOW)] == [
        ("claude", "old 25, ended 1 d ago: claude --resume 25"),
        ("claude", "old 49, ended 2 d ago: claude --resume 49"),
    ]
    assert (pane.counted(shown), pane.title_of(pane.rows.all[-1])) == (4, "Older sessions")


def test_the_heading_and_the_count() -> None:
    pane = filled(SessionsPane, only(*ALL), VIEW)
    assert pane.heading() == "Agents"
    assert pane.counted(only(*ALL)) == 5
    beside = track(agents=(WAITS,), sessions=(Session(id="s1"), Session(id="s2")))
    assert filled(SessionsPane, beside, VIEW).counted(beside) == 3


def test_what_all_use_stands_in_thresholds() -> None:
    """Of the sessions that go on three state a context, and one of them its window."""
    pane = filled(ThresholdsPane, only(*ALL), VIEW)
    assert texts(ThresholdsPane, only(*ALL), 80, VIEW) == [
        "tokens     2.1 M  or more; 5 sessions of the last 14 days",
        "context     38 %  of add csv export; 2 other sessions state no window size",
    ]
    assert (pane.counted(only(*ALL)), pane.summary()[0], pane.absent) == (2, "no limits", False)
    assert pane.title_of(pane.rows.all[0]) == "Usage: tokens"
    assert filled(SessionsPane, only(*ALL), VIEW).summary()[0] == "", "it does not stand twice"
    beside = track(agents=ALL)
    assert filled(ThresholdsPane, beside, VIEW).counted(beside) == 0, "beside a framework they stand with the sessions"


def test_what_is_cut_beside_a_value_stands_below_it_where_there_is_room() -> None:
    told = texts(ThresholdsPane, only(*ALL), 40, VIEW, Density.FULL)
    assert " ".join(" ".join(told).split()).endswith("38 % of add csv export; 2 other sessions state no window size")


def test_the_details_of_what_is_used_name_the_sessions() -> None:
    [tokens, context] = filled(ThresholdsPane, only(WAITS, WORKS), VIEW).rows.all
    assert [(fact.label, fact.text) for fact in facts(tokens.value, NOW) if fact.label] == [
        ("Note", "or more; 2 sessions of the last 14 days"),
        ("at least 1.9 M", "fix checkout tax"),
        ("240 k", "add csv export"),
    ]
    assert copied(tokens.value) == "tokens 2.1 M (or more; 2 sessions of the last 14 days)"
    assert copied(context.value) == "context 38 % (of add csv export; 1 other session states no window size)"


def test_what_needs_a_person() -> None:
    shown = only(WORKS, FAILED, ASKS, WAITS, SILENT, ENDED)
    assert [(need.kind, need.value) for need in needs(shown)] == [
        ("agent-waits", next(each for each in shown.agents if each.id == WAITS.id)),
        ("agent-waits", next(each for each in shown.agents if each.id == ASKS.id)),
        ("agent-failed", next(each for each in shown.agents if each.id == FAILED.id)),
        ("agent-may", next(each for each in shown.agents if each.id == SILENT.id)),
    ]
    told = texts(AttentionPane, shown, 100, VIEW)
    assert told[0].startswith(
        "! claude    fix checkout tax wants to run: git push --force origin main (4 min, pid 41233)"
    )
    assert "? codex     vouchers asks: Which rate for vouchers? 7 % / 19 % (2 min)" in " ".join(told)
    assert "✗ claude    speed up search failed: log in (9 min)" in " ".join(told)


@pytest.mark.parametrize(
    ("sessions", "sentence", "calm"),
    [
        ((WORKS, ENDED), "Nobody waits for you; 1 works.", True),
        ((WORKS, SILENT), "Nobody is known to wait; of 1 session it cannot be told.", False),
    ],
)
def test_that_nothing_waits_is_said_only_where_it_is_known(
    sessions: tuple[AgentSession, ...], sentence: str, calm: bool
) -> None:
    found = idle_status(only(*sessions), NOW)
    assert (found.sentence, found.calm) == (sentence, calm)


def test_the_details() -> None:
    [waits] = only(WAITS).agents
    told = {fact.label: fact.text for fact in facts(waits, NOW) if fact.label}
    assert told == {
        "Waits since": "29 Jan, 16:26 (4 min ago)",
        "Terminal": "not known",
        "Process": "41233",
        "Context": "122 k, the window is not stated",
        "Tokens": "at least 1.9 M",
        "Cost": "not stated",
        "Model": "claude-sonnet-5",
        "Branch": "main",
        "Folder": "/home/ada/projects/shop-api",
        "Started": "29 Jan, 14:55 (1 h ago)",
        "Heard of": "29 Jan, 16:29 (just now)",
        "Progress": "no list known",
        "Plan file": "/home/ada/.claude/plans/quiet-hill.md",
        "Evidence": "registry: waiting, 4 min ago",
        "Agent": "claude 2.1.308 cli",
        "Id": "5e1f7c1a",
        "File": "/home/ada/.claude/projects/x/5e1f7c1a.jsonl",
    }


def test_the_details_of_what_its_status_line_told() -> None:
    limit = AgentRateLimit(window="five_hour", used=24.5, resets_at=write_instant(NOW + timedelta(hours=2)))
    context = AgentContext(tokens=122_000, window=200_000, percent=61)
    [waits] = only(replace(WAITS, cost=4.1, context=context, rate_limits=(limit,))).agents
    told = {fact.label: fact.text for fact in facts(waits, NOW) if fact.label}
    assert told["Account"] == f"5 h 24 %, resets {NOW + timedelta(hours=2):%H:%M}"
    assert (told["Cost"], told["Context"]) == ("$4.10", "61 % by its own count (122 k of 200 k)")


def test_the_details_of_a_question_a_failure_and_a_list() -> None:
    asks, failed, works = only(ASKS, FAILED, WORKS).agents
    told = [(fact.label, fact.text) for each in (asks, failed, works) for fact in facts(each, NOW)]
    for expected in (
        ("", "Which rate for vouchers?"), ("Answers", "· 7 %"), (" ", "· 19 %"),
        ("", "failed: log in"), ("Failure", "authentication_failed"),
        ("Context", "38 % by its own count (105 k of 258 k)"), ("Tokens", "240 k"),
        ("Worktree", "/home/ada/projects/csv-wt"),
        ("Progress", "3 of 5 done in its own list; now: Write exporter tests"),
        (" ", "· in progress: Write exporter tests"), (" ", "· not known: Document it"),
    ):  # fmt: skip
        assert expected in told


def test_the_command_that_goes_back_is_copied() -> None:
    waits, silent = only(WAITS, SILENT).agents
    assert (copied(waits), copied(silent)) == (f"pid {WAITS.pid}", SILENT.id)
    [need] = needs(only(FAILED))
    assert copied(need) == f"{FAILED.resume}"


def test_without_a_session_there_is_no_pane() -> None:
    assert observed().tracks == ()
    assert observed().looked_at == LOOKED_AT
