"""Every theme of ours can be read: WCAG contrast of every style on every background it stands on."""

from itertools import combinations, pairwise

import pytest
from textual.app import App
from textual.color import Color

from cockpit.themes import catalog, loader
from cockpit.widgets.painting import STYLES, palette_on
from tests.support.contrast import MACHADO, contrast, difference, readable, seen_by

SEEN = 3.0
"""The least contrast of what is no text but tells something (success criterion 1.4.11)."""
BACKGROUNDS = ("background", "cursor", "bar")
TITLES = {"title": "cockpit-muted", "focused title": "cockpit-line-focus", "focused subtitle": "foreground"}
"""The colours of the panes' titles (cockpit/app.tcss), which stand on the background."""

NAMES = catalog.names()


def variables(name: str) -> dict[str, str]:
    """The colours of a theme as widgets see them."""
    app: App[None] = App()
    theme = loader.load(name)
    if theme.ansi:
        pytest.skip("the terminal itself says what its sixteen colours look like")
    app.register_theme(theme)
    app.theme = name
    return app.get_css_variables()


@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("name", NAMES)
def test_every_style_can_be_read(name: str, background: str) -> None:
    palette = palette_on(variables(name), background)
    ratios = {}
    for style in STYLES:
        colours = palette[style]
        assert colours.color is not None
        assert colours.bgcolor is not None
        ratios[style] = contrast(Color.from_rich_color(colours.color), Color.from_rich_color(colours.bgcolor))
    assert len({palette[style].color for style in ("text", *LEVELS)}) == 6
    track = ratios.pop("track")
    assert {style: round(ratio, 2) for style, ratio in ratios.items() if ratio < readable(name)} == {}
    assert 1.2 < track < min(ratios.values()), "the empty part of a bar is seen, and steps back"


@pytest.mark.parametrize("name", NAMES)
def test_titles_and_selected_text_can_be_read_and_the_focused_frame_stands_out(name: str) -> None:
    colours = variables(name)
    page = Color.parse(colours["background"])
    ratios = {part: contrast(Color.parse(colours[colour]), page) for part, colour in TITLES.items()}
    assert {part: round(ratio, 2) for part, ratio in ratios.items() if ratio < readable(name)} == {}
    text, selected = (Color.parse(colours[f"screen-selection-{part}"]) for part in ("foreground", "background"))
    assert round(contrast(text, page + selected), 2) >= readable(name)
    focused, quiet = (contrast(Color.parse(colours[f"cockpit-{line}"]), page) for line in ("line-focus", "line"))
    assert focused >= SEEN
    assert (SEEN if name == "high-contrast" else 1.0) < quiet < focused


LEVELS = ("muted", "ok", "warning", "alert", "stop")
TOLD_APART = 15.0
"""Of `difference`: far more than is just seen, for marks as small as a letter."""


@pytest.mark.parametrize("blindness", MACHADO)
def test_levels_are_told_apart_by_those_who_are_colour_blind(blindness: str) -> None:
    palette = palette_on(variables("colour-blind"), "background")
    lights = {}
    for style in LEVELS:
        colour = palette[style].color
        assert colour is not None
        lights[style] = seen_by(blindness, Color.from_rich_color(colour))
    alike = {pair: difference(lights[pair[0]], lights[pair[1]]) for pair in combinations(LEVELS, 2)}
    assert {pair: round(much, 1) for pair, much in alike.items() if much < TOLD_APART} == {}


def test_the_worse_the_level_the_darker_it_is_for_the_colour_blind() -> None:
    colours = variables("colour-blind")
    dark = Color.parse("#000000")
    levels = [contrast(Color.parse(colours[f"cockpit-{level}"]), dark) for level in ("warning", "alert", "stop")]
    assert all(worse < better / 1.4 for better, worse in pairwise(levels))
