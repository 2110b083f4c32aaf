"""A state file cut short on disk."""

import shutil
from pathlib import Path

from cockpit.storage.reading.loader import Loader
from tests.cases import case_project
from tests.support.autopilot_states import TRANSPONDER


def test_a_file_that_was_cut_in_a_row_is_reported(tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/healthy"), tmp_path / "p"))
    whole = (root / TRANSPONDER).read_text()
    (root / TRANSPONDER).write_text(whole[: whole.index("| Next action") + 9])
    findings = Loader(root, home=tmp_path / "home").load().tracks[0].findings
    codes = {finding.code: (finding.severity, finding.line) for finding in findings}
    assert codes["ends-in-the-middle"] == ("warning", whole[: whole.index("| Next action")].count("\n") + 1)
