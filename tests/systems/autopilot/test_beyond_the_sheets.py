"""What no sheet can say: files that cannot be read or are half-written, tracks below the root, texts of any kind and
thousands of lines."""

import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import thread_time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cockpit.model import Finding
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.model.intents import AddTodo, Complete, Decide, FinishHandoff, HandOff, Intent, SetValue
from cockpit.storage.reading.loader import Loader
from cockpit.systems.autopilot.findings import RULES
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Beginning, Candidate, FileContent, ReadContext
from cockpit.text.lines import Document
from cockpit.wording.messages import plain
from tests.cases import case_project
from tests.support.autopilot_edits import HEALTHY, NOW, SEED, Bytes, applied, done, make, track
from tests.support.autopilot_small_states import state
from tests.support.autopilot_states import HANDOFF, THRESHOLDS, TRANSPONDER, read, threshold
from tests.support.memory_files import MemoryFiles

FREE: Bytes = {path: data for path, data in HEALTHY.items() if path != HANDOFF}
"""The healthy project, with no handoff waiting."""
SHEETS = Path(__file__).parents[2] / "conformance" / "autopilot" / "sheets"
DRAFT = HandoffDraft(phase="2", plan="1", task="3", decisions=("Numbers come from a locked row — a sequence has gaps",))
SEEN = "2026-03-04T09:19:00Z"
BELOW = {f"packages/web/{path}": data for path, data in HEALTHY.items()}
"""The healthy project in a sub-package."""


def test_a_file_that_was_cut_in_a_row_is_reported(tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/healthy"), tmp_path / "p"))
    whole = (root / TRANSPONDER).read_text()
    (root / TRANSPONDER).write_text(whole[: whole.index("| Next action") + 9])
    findings = Loader(root, home=tmp_path / "home").load().tracks[0].findings
    codes = {finding.code: (finding.severity, finding.line) for finding in findings}
    assert codes["ends-in-the-middle"] == ("warning", whole[: whole.index("| Next action")].count("\n") + 1)


def test_a_handoff_cut_in_the_middle_is_named() -> None:
    whole = HEALTHY[HANDOFF]
    for end in range(whole.index(b"\n## Current State"), whole.index(b"Write render_pdf"), 12):
        findings = read({**HEALTHY, HANDOFF: whole[:end]}).findings
        assert "handoff-incomplete" in {each.code for each in findings}, whole[:end][-30:]


def test_a_file_that_cannot_be_read_is_said_and_one_that_is_half_written_marks_its_values() -> None:
    message = plain("No permission to read it.")
    finding = Finding(code="no-permission", severity="error", path=TRANSPONDER, message=message)
    assert read({TRANSPONDER: FileContent(path=TRANSPONDER, data=None, finding=finding)}).findings == (finding,)
    stale = FileContent(path=THRESHOLDS, data=SEED[THRESHOLDS], stale=True)
    assert threshold(read({**SEED, THRESHOLDS: stale}), "cost").stale is True


HALF = "cannot be edited safely: it is incomplete or still being written; try again, or fix the file."
VALUE = SetValue(metric="cost", value=3)


@pytest.mark.parametrize(
    ("files", "intent", "sentence"),
    [
        ({THRESHOLDS: FileContent(path=THRESHOLDS, data=b"{}", stale=True)}, VALUE, f"{THRESHOLDS} {HALF}"),
        ({THRESHOLDS: FileContent(path=THRESHOLDS, data=None)}, VALUE,
         f"{THRESHOLDS} cannot be edited safely: it cannot be read."),
        ({HANDOFF: FileContent(path=HANDOFF, data=HEALTHY[HANDOFF], stale=True)},
         HandOff(draft=replace(DRAFT, next_action="Go on"), existing="archive", seen=SEEN), f"{HANDOFF} {HALF}"),
        ({TRANSPONDER: None}, Complete(whole="task"),
         f"{TRANSPONDER} does not exist. Create it: `cockpit init autopilot`."),
    ],
)  # fmt: skip
def test_what_vanished_or_is_being_written_is_not_edited(
    files: dict[str, FileContent | None], intent: Intent, sentence: str
) -> None:
    there = {path: each for path, each in {**HEALTHY, **files}.items() if each is not None}
    candidate = Candidate(system="autopilot", path=TRANSPONDER)
    with pytest.raises(CommandError) as refused:
        Autopilot().edit(MemoryFiles(there), candidate, intent, ReadContext(now=NOW))
    assert str(refused.value) == sentence


def test_a_track_below_the_root_has_its_own_paths() -> None:
    found = read(BELOW, base="packages/web")
    assert (found.path, found.findings) == ("packages/web/.autopilot/TRANSPONDER.md", ())
    assert found.documents["flightplan"] == "packages/web/.autopilot/flightplan.md"
    assert found.documents["Current phase"] == "packages/web/.autopilot/phases/002-invoices"
    made = Autopilot().create(MemoryFiles({}), "packages/web", Beginning(project="X"), ReadContext(now=NOW))
    assert made.changes[0].path == found.path
    candidate = Candidate(system="autopilot", path=found.path, base="packages/web")
    for intent in (
        Complete(whole="task"),
        Complete(whole="phase"),
        Complete(whole="session"),
        FinishHandoff(seen=SEEN),
    ):
        edit = Autopilot().edit(MemoryFiles(BELOW), candidate, intent, ReadContext(now=NOW))
        assert all(change.path.startswith("packages/web/.autopilot/") for change in edit.changes)
        assert b"packages/web" not in b"".join(change.after or b"" for change in edit.changes)


def test_editing_waits_until_it_is_asked_for() -> None:
    code = "import sys, cockpit.systems.autopilot.system; print(*[m for m in sys.modules if 'editing' in m])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""


# any text

LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["# Title", "## Next Action", "---", "===", "- item", "| a | b |", "```", "~~~py", "<next_action>",
             "    code", "\\# escaped", "> quote", "<!-- open", "key: value", "", "**Status:** x", "None of it"]
        ),
        st.text(st.characters(exclude_categories=("C",)), max_size=30),
    ),
    max_size=8,
).map("\n".join)  # fmt: skip


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@example(state="", context="", next_action="Õß", entries=[], name="Ó¢ß")
@example(state="", context="```\n# Title", next_action="", entries=[], name="")
@example(state="", context="", next_action="", entries=["**Status:** x"], name="")
@example(state="", context="", next_action="", entries=["☐", "☑ x", "- ☐ y"], name="")
@example(state="", context="", next_action="", entries=["{0}"], name="")
@given(state=LINES, context=LINES, next_action=LINES, entries=st.lists(LINES, max_size=4), name=LINES)
def test_any_text_stays_in_its_section_or_is_refused(
    state: str, context: str, next_action: str, entries: list[str], name: str
) -> None:
    """What is written is read back as meant (the edit checks that itself), and the other sections stay."""
    completed = (DraftTask(id="1", name=name, state="done"),)
    draft = replace(DRAFT, state=state, context=context, remaining=tuple(entries), completed=completed)
    try:
        written = done(FREE, HandOff(draft=replace(draft, next_action=f"Go on.\n{next_action}")))
    except CommandError as error:
        assert error.message.code in ("systems.text-reads-as-placeholder", "systems.entry-reads-as-none")
        return
    after = track(written).handoff
    assert after is not None
    assert (after.decisions, after.blockers) == (DRAFT.decisions, ())
    assert (after.next_action or "").startswith("Go on.")


# thousands of lines


def test_a_line_of_blanks_holds_nothing_up() -> None:
    text = f"# Project State\n\n## Thresholds\n\n- {' ' * 50_000}x\n{'> ' * 20_000}\n| Cost | {' ' * 50_000}y |\n"
    before = thread_time()
    read({TRANSPONDER: text.encode()})
    assert thread_time() - before < 1


def test_a_log_of_thousands_is_read_whole_and_each_entry_finds_its_own() -> None:
    rows = "".join(f"| D{number} | Rule {number} | 2026-01-20 | Final | 2 |\n" for number in range(1, 2_001))
    log = f"# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n{rows}"
    recent = "".join(f"- Rule {number} — kept\n" for number in range(2_000, 0, -2))
    files = {**state(f"### Recent Decisions\n{recent}"), ".autopilot/DECISIONS.md": log}
    decisions = read(files).decisions
    assert [each.id for each in decisions] == [
        *(f"D{number}" for number in range(2_000, 0, -2)), *(f"D{number}" for number in range(1, 2_000, 2))
    ]  # fmt: skip
    assert {each.outcome for each in decisions[:1_000]} == {"kept"}


def test_hundreds_of_older_decisions_are_moved_together(monkeypatch: pytest.MonkeyPatch) -> None:
    files = state("### Recent Decisions\n" + "".join(f"- D{number} — y\n" for number in range(400)))
    parsed: list[int] = []
    real = Document.__init__
    monkeypatch.setattr(Document, "__init__", lambda self, text: (parsed.append(text.count("\n")), real(self, text))[1])
    after = done(files, Decide(text="New"))
    assert [one.text for one in track(after).decisions] == ["D396", "D397", "D398", "D399", "New"]
    assert after[".autopilot/archive/decisions.md"].decode().count("\n- ") == 396
    assert sum(parsed) < 10_000, "one by one, some 80,000 lines are looked at"


@pytest.mark.usefixtures("promptly")
def test_room_is_made_at_once_also_among_thousands_of_decisions() -> None:
    files = state("### Recent Decisions\n" + "".join(f"- D{n} — y\n" for n in range(8_000)) + "\n### Pending Todos\n")
    after = applied(files, make(files, AddTodo(text="New")))
    assert after[TRANSPONDER].count(b"\n") == 99
    moved = after[".autopilot/archive/decisions.md"].decode().splitlines()[2:]
    assert moved == [f"- D{n} — y" for n in range(len(moved))]
    assert len(moved) + len(track(after).decisions) == 8_000


def test_the_present_second_is_cut_not_rounded() -> None:
    late = datetime(2026, 1, 30, 9, 5, 7, 999999, tzinfo=UTC)
    assert b"2026-01-30T09:05:07Z" in done(SEED, VALUE, now=late)[THRESHOLDS]


def test_every_finding_is_told_in_a_sheet() -> None:
    told = "".join(path.read_text("utf-8") for path in SHEETS.glob("*.txt"))
    elsewhere = {"ends-in-the-middle", "not-a-folder", "two-handoffs"}
    assert {code for code in RULES.hints if f"code {code}," not in told} == elsewhere
