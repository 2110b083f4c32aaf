"""What was done, whether it still stands, and what it wrote."""

from cockpit.project.edit_diff import edit_diff
from cockpit.screens.dialogs import diff_facts
from cockpit.systems.interface import Change

PLAN, SESSION = b"# Plan\n", b"id: s-1\nstatus: open\ntask: x\n"


def test_what_moves_is_shown_as_one_file() -> None:
    lines = edit_diff(
        (
            Change(path="kept/s.md", before=None, after=SESSION.replace(b"open", b"done")),
            Change(path="s.md", before=SESSION, after=None),
            Change(path="plan.md", before=PLAN, after=None),
            Change(path="kept/plan.md", before=None, after=PLAN),
            Change(path="new.md", before=None, after=b"n\n"),
            Change(path="old.md", before=b"o\n", after=None),
        )
    )
    assert lines == (
        "--- a/s.md", "+++ b/kept/s.md", "@@ -1,3 +1,3 @@", " id: s-1", "-status: open", "+status: done", " task: x",
        "--- a/plan.md", "+++ b/kept/plan.md",
        "--- /dev/null", "+++ b/new.md", "@@ -0,0 +1 @@", "+n",
        "--- a/old.md", "+++ /dev/null", "@@ -1 +0,0 @@", "-o",
    )  # fmt: skip
    named = [fact.text for fact in diff_facts(lines, 80) if fact.text.endswith(")")]
    assert named == [
        "kept/s.md (moved from s.md)",
        "kept/plan.md (moved from plan.md)",
        "new.md (new)",
        "old.md (removed)",
    ]
