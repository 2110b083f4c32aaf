"""Which file the editor opens: one of the project, that anybody may look at."""

from pathlib import Path

import pytest

from cockpit.screens.editor import file_at
from tests.permissions import biting


@pytest.mark.parametrize(
    ("path", "opens"),
    [("a.md", True), ("inside.md", True), ("folder", False), ("missing.md", False), ("loop", False),
     ("loop/a.md", False), ("outside.md", False), ("../secret.md", False), ("closed/a.md", False)],
)  # fmt: skip
def test_only_a_file_of_the_project_is_opened(tmp_path: Path, path: str, opens: bool) -> None:
    root = tmp_path / "project"
    for folder in ("folder", "closed"):
        (root / folder).mkdir(parents=True)
    for name in ("a.md", "closed/a.md", "../secret.md"):
        (root / name).write_text("text")
    for name, target in (("loop", "loop"), ("inside.md", "a.md"), ("outside.md", "../secret.md")):
        (root / name).symlink_to(target)
    (root / "closed").chmod(0)
    with biting():
        assert file_at(str(root), path) == (root / path if opens else None)
