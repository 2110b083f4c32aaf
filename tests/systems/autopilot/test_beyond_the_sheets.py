"""What no sheet can say: files that are half-written or of another tool, and texts and values of any kind."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.model.intents import Complete, HandOff, Intent, SetValue
from cockpit.systems.autopilot.findings import RULES
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Candidate, FileContent, ReadContext
from tests.conformance.autopilot import AUTOPILOT
from tests.conformance.test_reading import check
from tests.support.autopilot_edits import HEALTHY, NOW, Bytes, done, track
from tests.support.autopilot_states import HANDOFF, THRESHOLDS, TRANSPONDER
from tests.support.memory_files import MemoryFiles

FREE: Bytes = {path: data for path, data in HEALTHY.items() if path != HANDOFF}
"""The healthy project, with no handoff waiting."""
SHEETS = Path(__file__).parents[2] / "conformance" / "autopilot" / "sheets"
DRAFT = HandoffDraft(phase="2", plan="1", task="3", decisions=("Numbers come from a locked row — a sequence has gaps",))
SEEN = "2026-03-04T09:19:00Z"
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


def test_every_finding_is_told_in_a_sheet() -> None:
    told = "".join(path.read_text("utf-8") for path in SHEETS.glob("*.txt"))
    elsewhere = {"ends-in-the-middle", "not-a-folder", "two-handoffs"}
    assert {code for code in RULES.hints if f"code {code}," not in told} == elsewhere


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def document(phase: str, status: str, progress: str, activity: str, cost: str) -> str:
    """A state file with these words in its cells."""
    return (
        f"# Project State\n\n**Updated:** {activity}\n\n## Current Position\n\n| Field | Value |\n|---|---|\n"
        f"| Phase | {phase} |\n| Plan | {status} |\n| Status | {status} |\n| Progress | {progress} |\n\n"
        f"**Last Activity:** {activity}\n\n### Recent Decisions\n- {phase} — {status}\n\n### Blockers\n- {activity}\n\n"
        f"## Thresholds\n\n| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|\n"
        f"| Cost | {cost} | {phase} | {progress} | {cost} | {status} |\n\n- Cost @ {cost} — acknowledged {activity}\n"
        f"\n## Session Continuity\n\n| Field | Value |\n|---|---|\n| Resume file | {cost} |\n"
        f"| Stopped at | {activity} |\n"
        f"| Next action | {status} |\n\n## Quick Reference\n\n- {phase}: {cost}\n"
    )


@settings(max_examples=25, deadline=None)
@given(json_values, json_values, json_values)
def test_any_json_in_the_state(values: object, acks: object, triggers: object) -> None:
    document = {"current_values": {"cost": values, "context": acks}, "levels_triggered": {"cost": triggers}}
    check(
        AUTOPILOT,
        {
            THRESHOLDS: json.dumps({**document, "last_check": values, "triggers": triggers}).encode(),
            ".autopilot/state/acknowledgments.json": json.dumps(
                {"acknowledgments": {"cost": acks}, "acknowledgment_history": [values], "last_reset": triggers}
            ).encode(),
            ".autopilot/state/triggers.json": json.dumps({"triggers": {"cost_alert": triggers}}).encode(),
        },
    )


CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus"


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not present")
@pytest.mark.parametrize("name", ["STATE.md", "checkpoint.md", "waypoint.md", "holding-pattern.md"])
def test_near_misses_are_not_ours(name: str) -> None:
    for path in sorted((CORPUS / "nearmiss").iterdir()):
        assert Autopilot().detect(MemoryFiles({f".autopilot/{name}": path.read_bytes()})) == (), path.name
