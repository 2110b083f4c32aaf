"""The picture of the packages in docs/architecture.md: `python -m screenshots.packages` draws docs/packages.svg.

An arrow says that a package imports another one; what follows from other arrows is left out. `values`, which everything
imports, is not drawn.
"""

import ast
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "packages.svg"
PLACES: dict[str, tuple[int, int, int]] = {
    "cli": (400, 0, 180),
    "app": (400, 1, 180),
    "screens": (400, 2, 180),
    "widgets": (105, 3, 90),
    "project": (400, 3, 180),
    "themes": (695, 3, 90),
    "storage": (400, 4, 180),
    "demo": (695, 4, 90),
    "systems": (400, 5, 180),
    "rules": (297, 6, 283),
    "text": (695, 6, 90),
    "model": (297, 7, 283),
    "wording": (400, 8, 386),
}
"""Where the packages below `cockpit` stand: the middle, the row from the top, half of the width. Each imports only what
stands below it."""
SAYS = {
    "cli": "the cockpit command",
    "app": "the program",
    "screens": "dashboard, handoff, resume, ledger, dialogs",
    "widgets": "panes, board, footer",
    "themes": "colours as TOML",
    "project": "use cases: load, change, undo, hand off, resume",
    "storage": "reading · transactions · user_files",
    "demo": "samples, scripted agents",
    "systems": "autopilot · maestro · autodev · codewalk · shared",
    "rules": "thresholds · handoff · checklist · attention",
    "text": "Markdown, YAML, JSON",
    "model": "the state as frozen values, intents, the JSON contract",
    "wording": "messages by code and their texts, numbers, times, what may be printed",
}
WIDTH, HEIGHT, BOX, ROW = 800, 660, 46, 72


def package_of(module: str) -> str | None:
    """The package of a module, as `screens` of `cockpit.screens.dashboard`."""
    parts = module.split(".")
    return parts[1] if parts[0] == "cockpit" and len(parts) > 1 and parts[1] in SAYS else None


def imports() -> dict[str, set[str]]:
    """By package the others that it imports anywhere."""
    found: dict[str, set[str]] = {name: set() for name in SAYS}
    for top in ("cockpit", "widgets", "themes"):
        for path in (ROOT / top).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            own = package_of(module if top == "cockpit" else f"cockpit.{module}")
            for node in import_statements(path):
                if own is not None and isinstance(node, ast.ImportFrom) and node.module:
                    for alias in node.names:
                        found[own].add(package_of(f"{node.module}.{alias.name}") or own)
    return {name: others - {name} for name, others in found.items()}


@cache
def import_statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All imports of a file, also those inside others."""
    return tuple(_imports(ast.parse(path.read_text("utf-8"))))


def _imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):  # no expression, which is most of a file
            yield from _imports(node)


def arrows(found: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The imports that do not follow from others."""

    def below(name: str) -> set[str]:
        return found[name].union(*map(below, found[name]))

    return sorted(
        (name, other)
        for name, others in found.items()
        for other in others
        if not any(other in below(each) for each in others - {other})
    )


def drawn() -> str:
    """The picture as SVG."""
    places = {name: (x, row * ROW + 34, half) for name, (x, row, half) in PLACES.items()}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#5a6b7d"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfbf8"/>',
    ]
    for name, other in arrows(imports()):
        (x, y, own), (there, down, half) = places[name], places[other]
        start, end = y + BOX / 2, down - BOX / 2 - 1
        at = min(max(x, there - half + 20), there + half - 20)  # straight down where that is possible
        x = min(max(at, x - own + 20), x + own - 20)
        lines.append(
            f'<path d="M{x:.0f} {start:.0f}C{x:.0f} {end - 20:.0f} {at:.0f} {start + 20:.0f} {at:.0f} {end:.0f}" '
            'fill="none" stroke="#5a6b7d" stroke-width="1.4" marker-end="url(#head)"/>'
        )
    for name, (x, y, half) in places.items():
        lines += [
            f'<rect x="{x - half:.0f}" y="{y - BOX / 2:.0f}" width="{half * 2:.0f}" height="{BOX}" rx="6" '
            'fill="#e8eef4" stroke="#5a6b7d"/>',
            f'<text x="{x:.0f}" y="{y - 3:.0f}" text-anchor="middle" font-size="15" font-weight="bold" '
            f'fill="#1c2733">{name}</text>',
            f'<text x="{x:.0f}" y="{y + 14:.0f}" text-anchor="middle" font-size="11.5" fill="#3c4a58">'
            f"{escape(SAYS[name])}</text>",
        ]
    return "\n".join((*lines, "</svg>", ""))


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
