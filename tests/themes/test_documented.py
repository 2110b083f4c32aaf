"""What docs/themes.md says is so: which themes there are, and how to make one's own."""

import re
from pathlib import Path

from textual.app import App
from textual.color import Color

from cockpit.themes import catalog, loader
from cockpit.widgets.painting import FALLBACKS, STYLES, palette_on
from tests.support.contrast import contrast, readable
from tests.themes.test_themes import write

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "themes.md").read_text("utf-8")
EXAMPLE = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)[0]


def test_each_theme_has_its_row() -> None:
    assert sorted(re.findall(r"^\| `([a-z-]+)` \|", TEXT, re.MULTILINE)) == catalog.names()


def test_the_example_names_every_colour_and_can_be_read(tmp_path: Path) -> None:
    theme = loader.read(write(tmp_path, "mine", EXAMPLE))
    assert {name for name in theme.variables if name.startswith("cockpit-")} == {
        f"cockpit-{name}" for name in loader.OWN
    }
    app: App[None] = App()
    app.register_theme(theme)
    app.theme = theme.name
    for background in ("background", "cursor", "bar"):
        palette = palette_on(app.get_css_variables(), background)
        styles = {name: palette[name] for name in STYLES if name != "track"}
        ratios = {name: contrast(*map(Color.from_rich_color, (style.color, style.bgcolor)))
                  for name, style in styles.items()}  # fmt: skip
        assert {name: round(ratio, 2) for name, ratio in ratios.items() if ratio < readable("mine")} == {}


def test_what_stands_in_for_a_colour_that_is_left_out_is_reported() -> None:
    own = EXAMPLE[EXAMPLE.index("[cockpit]") :]
    said = dict(re.findall(r"^([a-z-]+) = .*else ([a-z]+)$", own, re.MULTILINE))
    assert said == {"warning": "warning"} | dict(FALLBACKS)
