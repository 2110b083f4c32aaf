"""How well colours can be told apart: contrast as WCAG 2.2 defines it, and what a colour-blind person sees of them."""

from textual.color import Color

Vector = tuple[float, float, float]

MACHADO: dict[str, tuple[Vector, Vector, Vector]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""What each kind of colour blindness makes of linear RGB (Machado, Oliveira and Fernandes 2009, severity 1)."""


def readable(theme: str) -> float:
    """The least contrast of text in that theme: 4.5 (WCAG 2.2, level AA), and 7 where it promises more (level AAA)."""
    return 7.0 if theme == "high-contrast" else 4.5


def linear(colour: Color) -> Vector:
    """Red, green and blue as light, from 0 to 1."""
    channels = [channel / 255 for channel in colour.rgb]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def luminance(colour: Color) -> float:
    """Relative luminance as WCAG defines it."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def seen_by(blindness: str, colour: Color) -> Vector:
    """A colour, as light, the way somebody with that blindness sees it."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * channel for share, channel in zip(row, light, strict=True))))
        for row in MACHADO[blindness]
    )
    return red, green, blue


def difference(one: Vector, other: Vector) -> float:
    """How different two lights look: the distance in CIE L*a*b* (1976). About 2.3 is just seen."""
    return sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5


def _lab(light: Vector) -> Vector:
    red, green, blue = light
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
