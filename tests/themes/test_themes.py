"""Themes are found by name, the person's before ours; one that cannot be used is told; docs/themes.md is right."""

import re
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color

from cockpit.themes import catalog, loader
from cockpit.themes.loader import ThemeError
from cockpit.widgets.painting import FALLBACKS, STYLES, palette_on
from tests.support.contrast import contrast, readable
from tests.support.permissions import biting

COLOURS = "\n".join(f'{name} = "#102030"' for name in loader.COLORS)
GOOD = f"[colors]\n{COLOURS}\n"


def write(folder: Path, name: str, text: str | bytes) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_what_a_theme_says_is_what_it_gives(tmp_path: Path) -> None:
    theme = loader.read(
        write(tmp_path, "mine", f'dark = false\n{GOOD}[cockpit]\nalert = "#ff8800"\nline-focus = "red"\n')
    )
    assert (theme.name, theme.dark, theme.ansi) == ("mine", False, False)
    assert (theme.primary, theme.background, theme.error) == ("#102030",) * 3
    own = {name: colour for name, colour in theme.variables.items() if name.startswith("cockpit-")}
    assert own == {"cockpit-alert": "#ff8800", "cockpit-line-focus": "red"}


def test_a_theme_may_use_the_sixteen_colours_of_the_terminal(tmp_path: Path) -> None:
    theme = loader.read(write(tmp_path, "mine", f"ansi = true\n{GOOD}".replace("#102030", "ansi_blue")))
    assert (theme.ansi, theme.primary) == (True, "ansi_blue")
    assert theme.variables["ansi-background"] == "ansi_black", "Textual's own styles ask for it"
    light = loader.read(write(tmp_path, "mine", f"ansi = true\ndark = false\n{GOOD}".replace("#102030", "ansi_blue")))
    assert light.variables["ansi-background"] == "ansi_white"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no TOML", "The theme bad.toml cannot be read: "
         "Expected '=' after a key in a key/value pair (at line 1, column 4)."),
        (b"\xff\xfe", "The theme bad.toml cannot be read: it is not UTF-8 text."),
        pytest.param("x = " + "[" * 100_000, "The theme bad.toml cannot be read: it is nested too deeply.", id="deep"),
        ("", "The theme bad.toml has no [colors] table."),
        (GOOD.replace('error = "#102030"', ""), "The theme bad.toml names no error under [colors]."),
        (f'{GOOD}shadow = "#000000"', "The theme bad.toml names 'shadow', which is not one of background, surface, "
         "panel, foreground, primary, secondary, accent, success, warning, error."),
        (f'{GOOD}[cockpit]\nprimary = "#000000"', "The theme bad.toml names 'primary', which is not one of muted, ok, "
         "warning, alert, stop, key, link, track, line, line-focus, cursor, bar."),
        (GOOD.replace('error = "#102030"', 'error = "reddish"'),
         "The theme bad.toml gives error the colour 'reddish', which is not a colour."),
        (GOOD.replace('error = "#102030"', "error = 5"),
         "The theme bad.toml gives error the colour 5, which is not a colour."),
        (f'{GOOD}[cockpit]\nalert = "#12"', "The theme bad.toml gives alert the colour '#12', which is not a colour."),
    ],
)  # fmt: skip
def test_each_mistake_is_reported_in_one_sentence(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    with pytest.raises(ThemeError) as error:
        loader.read(write(tmp_path, "bad", text))
    assert error.value.text == sentence
    with pytest.raises(ThemeError, match=r"The theme gone.toml cannot be read: No such file or directory."):
        loader.read(tmp_path / "gone.toml")


def test_the_persons_folder_comes_first(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    ours = catalog.find("cockpit-dark", first, second)
    assert ours == catalog.FOLDER / "cockpit-dark.toml"
    later = write(second, "cockpit-dark", GOOD)
    assert catalog.find("cockpit-dark", first, second) == later
    assert loader.load("cockpit-dark", first, second).background == "#102030"
    earlier = write(first, "cockpit-dark", GOOD)
    assert catalog.find("cockpit-dark", first, second) == earlier


@pytest.mark.parametrize(
    "name", ["../secret", "sub/secret", "/secret", "..", ".", "", "secret/", "secret\0", "secret.toml"]
)
def test_a_name_is_never_a_path(tmp_path: Path, name: str) -> None:
    write(tmp_path, "secret", GOOD)
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", "secret", GOOD)
    assert catalog.find(name, tmp_path / "sub" if name.startswith("..") else tmp_path) is None


def test_a_folder_that_may_not_be_entered_holds_no_themes(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "mine.toml").write_text("")
    folder.chmod(0)
    with biting():
        assert catalog.names(folder, folder / "themes") == catalog.names()
        assert catalog.find("mine", folder, folder / "themes") is None


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
