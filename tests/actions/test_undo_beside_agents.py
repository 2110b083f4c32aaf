"""An acknowledgment is undone while the agent goes on writing beside it."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.actions.change import Writer, change
from cockpit.actions.history import undo_change
from cockpit.model.intents import Acknowledge, Withdraw
from cockpit.model.refused import Refused

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures" / "autopilot" / "seed-thresholds"
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
STATE = ".autopilot/TRANSPONDER.md"
TRIGGERS = ".autopilot/state/triggers.json"


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    made = Writer(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)
    change(made, None, Withdraw(metric="cost"))
    return made


def edit(writer: Writer, path: str, old: str, new: str) -> None:
    text = (writer.root / path).read_text()
    assert text.count(old) == 1
    (writer.root / path).write_text(text.replace(old, new))


def test_the_agents_new_value_in_the_same_row_stays(writer: Writer) -> None:
    before = (writer.root / STATE).read_text()
    change(writer, None, Acknowledge(metric="cost"))
    edit(writer, STATE, "| Cost | $26.50 |", "| Cost | $27.10 |")
    assert undo_change(writer).changed
    assert (writer.root / STATE).read_text() == before.replace("| Cost | $26.50 |", "| Cost | $27.10 |")


def test_where_it_is_not_possible_the_way_out_is_named(writer: Writer) -> None:
    change(writer, None, Acknowledge(metric="cost"))
    text = (writer.root / STATE).read_text()
    (writer.root / STATE).write_text("\n".join(line for line in text.split("\n") if "| Cost |" not in line))
    with pytest.raises(Refused) as refused:
        undo_change(writer)
    assert str(refused.value) == (
        f"The same lines of {STATE} were changed since “Acknowledged cost at $26.50.”; nothing was changed. "
        "`cockpit unack cost` withdraws the acknowledgment."
    )
    assert change(writer, None, Withdraw(metric="cost")).changed
