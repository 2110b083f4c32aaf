"""Every theme of ours can be read: WCAG contrast of every style on every background it stands on."""

import pytest
from textual.app import App
from textual.color import Color

from themes import catalog, loader
from widgets.palette import STYLES, palette_on

READABLE = 4.5
"""The least contrast of text (WCAG 2.2, success criterion 1.4.3, level AA)."""
SEEN = 3.0
"""The least contrast of what is no text but tells something (success criterion 1.4.11)."""
BACKGROUNDS = ("background", "cursor", "bar")
TITLES = {"title": "cockpit-muted", "focused title": "cockpit-line-focus", "focused subtitle": "foreground"}
"""The colours of the panes' titles (cockpit/app.tcss), which stand on the background."""

NAMES = catalog.names()


def luminance(colour: Color) -> float:
    """Relative luminance as WCAG defines it."""
    channels = [channel / 255 for channel in colour.rgb]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def variables(name: str) -> dict[str, str]:
    """The colours of a theme as widgets see them."""
    app: App[None] = App()
    theme = loader.load(name)
    if theme.ansi:
        pytest.skip("the terminal itself says what its sixteen colours look like")
    app.register_theme(theme)
    app.theme = name
    return app.get_css_variables()


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#0000ff", 2.15),
    ],
)
def test_the_contrast_of_known_pairs(one: str, other: str, ratio: float) -> None:
    assert contrast(Color.parse(one), Color.parse(other)) == pytest.approx(ratio, abs=0.01)


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
    track = ratios.pop("track")
    assert {style: round(ratio, 2) for style, ratio in ratios.items() if ratio < READABLE} == {}
    assert 1.2 < track < min(ratios.values()), "the empty part of a bar is seen, and steps back"


@pytest.mark.parametrize("name", NAMES)
def test_titles_can_be_read(name: str) -> None:
    colours = variables(name)
    background = Color.parse(colours["background"])
    ratios = {part: contrast(Color.parse(colours[colour]), background) for part, colour in TITLES.items()}
    assert {part: round(ratio, 2) for part, ratio in ratios.items() if ratio < READABLE} == {}


@pytest.mark.parametrize("name", NAMES)
def test_the_frame_of_the_focused_pane_is_seen_and_the_others_are_quiet(name: str) -> None:
    colours = variables(name)
    background = Color.parse(colours["background"])
    focused = contrast(Color.parse(colours["cockpit-line-focus"]), background)
    quiet = contrast(Color.parse(colours["cockpit-line"]), background)
    assert focused >= SEEN
    assert 1.0 < quiet < focused


@pytest.mark.parametrize("name", NAMES)
def test_levels_have_colours_of_their_own(name: str) -> None:
    palette = palette_on(variables(name), "background")
    assert len({palette[style].color for style in ("text", "muted", "ok", "warning", "alert", "stop")}) == 6
