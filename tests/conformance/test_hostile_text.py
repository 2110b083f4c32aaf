"""Text that would act on a terminal, in every field of every file: it is shown escaped, wherever it is shown.

`python -m tests.proofs.hostile_text` walks through everything, of every project at two sizes.
"""

from pathlib import Path

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import BY_FILES
from tests.proofs.hostile_text import shown_escaped, spoken_escaped
from tests.proofs.poison import count
from tests.proofs.walking import DETAILS, SHORT

every_system = pytest.mark.parametrize("system", BY_FILES, ids=lambda system: system.id)


@every_system
def test_commands_print_it_escaped_and_write_none_of_it(system: Described, tmp_path: Path) -> None:
    """The first project has it in the prose, the last in headings and keys too."""
    for everywhere, files in ((False, system.hostile[0]), (True, system.hostile[-1])):
        assert count(files, everywhere=everywhere) > 10
        assert spoken_escaped(files, tmp_path / str(everywhere), everywhere=everywhere)


async def test_screens_show_it_escaped(tmp_path: Path) -> None:
    assert await shown_escaped(BY_FILES[0].hostile[0], tmp_path / "p", steps=SHORT, size=(80, 24))


@every_system
async def test_a_small_screen_shows_it_escaped(system: Described, tmp_path: Path) -> None:
    assert await shown_escaped(system.hostile[0], tmp_path / "p", everywhere=True, steps=DETAILS, size=(40, 10))
