"""What is shown of a file's text."""

from cockpit.screens.dialogs import LONGEST, _shown
from cockpit.widgets.pane import MOST
from cockpit.widgets.sheets import Fact


def test_headings_stand_out_and_frontmatter_stands_back() -> None:
    assert list(_shown("---\nphase: 1\n---\n\n# Left\n---\nText \x1b[31m\n")) == [
        Fact("", "---", "muted"), Fact("", "phase: 1", "muted"), Fact("", "---", "muted"), Fact("", "", "text"),
        Fact("", "# Left", "strong"), Fact("", "---", "text"), Fact("", "Text \\x1b[31m", "text"),
    ]  # fmt: skip


def test_of_a_very_long_one_the_beginning_is_shown() -> None:
    shown = list(_shown("x" * (LONGEST + 1) + "\n" + "y\n" * (MOST + 10)))
    assert (shown[0].text, len(shown), shown[-1]) == ("x" * LONGEST + "…", MOST + 1, Fact("", "11 more lines", "muted"))
