"""Where the sessions of Maestro lie, and which files are none."""

import pytest

from tests.support.maestro_sessions import MAIN, SOUND, candidates, codes, read, read_case, session, tracks
from tests.support.messages import words

GEMINI = ".gemini/state/active-session.md"
ARCHIVED = "docs/maestro/state/archive/s-1.md"
OPEN_GATE = '{"session_id": "s-1", "entered_at": "2026-03-20T08:00:00Z", "approved_at": null}'
REVIEW = "<!-- reviewed -->\n# Review of the buoys\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({MAIN: session()}, [MAIN]),
        ({GEMINI: session()}, [GEMINI]),
        ({MAIN: session(), GEMINI: session()}, [MAIN, GEMINI]),
        ({ARCHIVED: session()}, [MAIN]),
        ({".gemini/state/archive/s-1.md": session()}, [GEMINI]),
        ({MAIN: session(), ".gemini/state/archive/s-1.md": session()}, [MAIN]),
        ({"docs/maestro/state/archive/review.md": REVIEW}, []),
        ({"docs/maestro/state/review.md": REVIEW, "docs/maestro/plans/design.md": "# Design\n"}, []),
        ({"docs/maestro/state/s-1.design-gate.json": '{"session_id": "s-1"}'}, []),
        ({"docs/maestro/state/s-1.design-gate.json": OPEN_GATE}, [MAIN]),
        ({".gemini/state/s-1.design-gate.json": OPEN_GATE}, [GEMINI]),
        ({"docs/maestro/state/s-1.design-gate.json": OPEN_GATE, GEMINI: session()}, [GEMINI]),
        ({"docs/active-session.md": session()}, []),
        ({".env": "MAESTRO_STATE_DIR=../x\n"}, []),
        ({".env": "MAESTRO_STATE_DIR=/elsewhere/x\n", "README.md": "# Boats\n"}, []),
    ],
)
def test_what_is_a_track(files: dict[str, bytes | str], found: list[str]) -> None:
    assert [each.path for each in candidates(files)] == found


@pytest.mark.parametrize(
    ("files", "environment", "found"),
    [
        ({".env": "MAESTRO_STATE_DIR=agents\n", "agents/state/active-session.md": session()}, {}, "agents/state"),
        ({".env": "export MAESTRO_STATE_DIR='.a/b' # x\n", ".a/b/state/active-session.md": ""}, {}, ".a/b/state"),
        ({"a/state/active-session.md": session()}, {"MAESTRO_STATE_DIR": "./a/"}, "a/state"),
        ({"a/state/active-session.md": session()}, {"MAESTRO_STATE_DIR": "/nowhere/project/a"}, "a/state"),
        ({"state/active-session.md": session()}, {"MAESTRO_STATE_DIR": "."}, "state"),
        (
            {".env": "MAESTRO_STATE_DIR=b\n", "a/state/active-session.md": "", "b/state/active-session.md": ""},
            {"MAESTRO_STATE_DIR": "a"}, "a/state",
        ),
        ({".env": "# MAESTRO_STATE_DIR=a\nOTHER=b\n", MAIN: session()}, {}, "docs/maestro/state"),
    ],
)  # fmt: skip
def test_a_variable_names_the_folder(files: dict[str, bytes | str], environment: dict[str, str], found: str) -> None:
    assert [each.path for each in candidates(files, **environment)] == [f"{found}/active-session.md"]


@pytest.mark.parametrize("stated", ["../agents", "/elsewhere/agents", "~/agents", "a/../../b", "C:\\agents"])
def test_a_folder_outside_is_reported_and_not_read(stated: str) -> None:
    (track,) = tracks({MAIN: session(), ".env": f"KEY=1\nMAESTRO_STATE_DIR={stated}\n"})
    (finding,) = track.findings
    assert (finding.code, finding.path, finding.line) == ("state-dir-outside", ".env", 2)
    assert finding.message == words(f"MAESTRO_STATE_DIR is {stated}, not a folder inside the project; it is not read.")
    (track,) = tracks({MAIN: session()}, environment={"MAESTRO_STATE_DIR": stated})
    assert [(each.code, each.path, each.line) for each in track.findings] == [("state-dir-outside", MAIN, None)]


def test_a_sub_package_has_a_track_of_its_own() -> None:
    files = {MAIN: session(), f"packages/api/{MAIN}": session(), "packages/api/.env": "MAESTRO_STATE_DIR=../..\n"}
    assert [each.path for each in candidates(files)] == [MAIN]
    (track,) = tracks(files, "packages/api")
    assert (track.path, codes(track)) == (f"packages/api/{MAIN}", ["state-dir-outside"])


def test_documents_are_found_from_a_sub_package_and_in_the_archive() -> None:
    front = "session_id: s-1\nstatus: completed\ntier: T1\nvalidation: {command: a, result: pass}\n"
    front += "design_document: /nowhere/project/app/docs/design.md\nimplementation_plan: docs/maestro/plans/plan.md\n"
    beside = {"app/docs/design.md": "", "app/docs/maestro/plans/archive/plan.md": ""}
    (track,) = tracks({f"app/{MAIN}": session(front), **beside}, "app")
    assert track.documents == {"design": "app/docs/design.md", "plan": "app/docs/maestro/plans/archive/plan.md"}
    assert track.findings == ()


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("Phase 1: do it, then Phase 2", ["document-as-text"]),
        ("Phase 1: ../a.py, then the rest", ["document-as-text"]),
        ("Add login. Then logout.", ["document-as-text"]),
        ("docs/my plans/plan", []),
        ("docs/my plans/plan.md", ["document-missing"]),
        ("docs/plan.md (approved)", ["document-missing"]),
        ("plan", ["document-missing"]),
        ("../plan", ["path-outside"]),
        ("C:\\My Plans\\plan", ["path-elsewhere"]),
        ("TBD", []),
        ("N/A", []),
        ("<the plan>", []),
    ],
)
def test_a_plan_is_a_path_its_text_or_nothing(stated: str, found: list[str]) -> None:
    track = read(session(f"{SOUND}implementation_plan: '{stated}'\n"), **{"docs__my plans__plan": ""})
    assert codes(track) == found
    assert track.extra.get("sections", {}).get("Plan") == (stated if found == ["document-as-text"] else None)


def test_nothing_but_archived_sessions() -> None:
    track = read_case("archived")
    assert (track.path, track.id, track.title) == (MAIN, None, "No active session")
    assert (track.position.status, track.position.status_text) == ("not_started", "no active session")
    activity = track.position.last_activity
    assert activity is not None
    assert (activity.date, str(activity.text)) == (
        "2026-03-12", "Archived 2026-03-11-ticket-prices (Correct the ticket prices)",
    )  # fmt: skip
    assert track.next_by_rule is not None
    assert track.next_by_rule.command == "/maestro:orchestrate"
    assert [each.id for each in track.sessions] == ["2026-03-11-ticket-prices", "2026-03-02-harbour-map"]
    assert codes(track) == ["archive-name"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (session(), ("s-1", "Count the buoys", "in_progress", "1 of 3 phases done")),
        (session().replace(b"\n", b"\r\n"), ("s-1", "Count the buoys", "in_progress", "1 of 3 phases done")),
        (session('session_id: "s-1"\ntask: >-\n  Count\n  buoys\nphases: []\n'), ("s-1", "Count buoys", None, None)),
        (session("session_id: 's-1'\ntask: 'It''s late' # yes\nphases: []\n"), ("s-1", "It's late", None, None)),
        (session('session_id: \\"s-1\\"\ntask: null\nphases: []\n'), ("s-1", "Of buoys", None, None)),
        (
            b'---\n{"session_id": "s-1", "phases": [{"id": 1, "status": "completed"}]}\n---\n',
            ("s-1", None, None, "1 of 1 phases done"),
        ),
        (b"# Of buoys Orchestration Log\n", (None, "Of buoys", None, None)),
        (
            b"---\nsession_id: s-1\nstatus: completed\nvalidation:\n  status: pass\n"
            b"phases:\n  - id: 1\n    status: completed\n---\n",
            ("s-1", None, "completed", "1 of 1 phases done"),
        ),
        (
            b"---\nsession_id: s-1\ntier: T2\ntask: PR #642\nphases:\n- {id: 1, status: completed}\n---\n",
            ("s-1", "PR #642", None, "1 of 1 phases done"),
        ),
        (
            b"---\nsession_id: s-1\ntier: T2\ntask:\n  Count the\n  buoys\n---\n",
            ("s-1", "Count the buoys", None, None),
        ),
    ],
)  # fmt: skip
def test_the_beginning_of_an_archived_session(data: bytes, expected: tuple[str | None, ...]) -> None:
    (track,) = tracks({ARCHIVED: data})
    (found,) = track.sessions
    assert (found.id, found.working_on, found.status, found.notes) == expected
    assert found.path == ARCHIVED


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize(
    "odd", [" " * 100_000 + "x: y", " " + "x " * 100_000, "x: y\n" * 20_000], ids=["blanks", "words", "keys"]
)
def test_an_archived_session_with_an_odd_line_takes_no_longer(odd: str) -> None:
    (track,) = tracks({ARCHIVED: session().replace(b"status:", f"note: a\n{odd}\nstatus:".encode(), 1)})
    assert [each.id for each in track.sessions] == ["s-1"]


@pytest.mark.parametrize("archived", [{}, {"docs/maestro/state/archive/s-0.md": session().replace(b"s-1", b"s-0")}])
def test_a_design_that_waits_is_asked_about_before_its_session_begins(archived: dict[str, bytes]) -> None:
    (track,) = tracks({"docs/maestro/state/s-1.design-gate.json": OPEN_GATE, **archived})
    assert track.waiting is not None
    assert track.waiting.since == "2026-03-20T08:00:00Z"
    assert codes(track) == ["design-unapproved"]
    assert "answer" in track.lacks


def test_the_gate_of_an_archived_session_is_past() -> None:
    (track,) = tracks({ARCHIVED: session(), "docs/maestro/state/s-1.design-gate.json": OPEN_GATE})
    assert (track.waiting, codes(track)) == (None, [])
