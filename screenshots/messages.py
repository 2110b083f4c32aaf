"""The messages that stand in tables as one text: `python -m screenshots.messages` writes docs/messages.md.

The order is that of the tables in `cockpit/wording/texts`, their comments are the headings.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = ROOT / "cockpit" / "wording" / "texts"
PAGE = ROOT / "docs" / "messages.md"
HEAD = """# Messages

What three of the systems say, by code. `{name}` is a value,
`{count:# phase}` a number with its noun, `{names:or}` a list. The texts are in `cockpit/wording/texts`; this page is
made from them by `python -m screenshots.messages`. All other sentences stand in the code where they are said.
"""
_KEY = re.compile(r"\"([a-z0-9-]+)\"")


def groups(table: Path) -> Iterator[tuple[str, list[str]]]:
    """The headings of a table in their order, each with the names below it."""
    found: list[tuple[str, list[str]]] = [("", [])]
    depth, expects = 0, False
    for token in tokenize.generate_tokens(io.StringIO(table.read_text("utf-8")).readline):
        if token.type == tokenize.OP and token.string in "{}":
            depth += 1 if token.string == "{" else -1
            expects = token.string == "{"
        elif depth == 1 and token.type == tokenize.COMMENT:
            found.append((token.string.lstrip("# "), []))
        elif depth == 1 and token.type == tokenize.OP and token.string == ",":
            expects = True
        elif expects and token.type == tokenize.STRING and (key := _KEY.fullmatch(token.string)):
            found[-1][1].append(key[1])
            expects = False
    return ((heading, names) for heading, names in found if names)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for table in sorted(TABLES.glob("[a-z]*.py")):
        module = import_module(f"cockpit.wording.texts.{table.stem}")
        texts: dict[str, str] = module.TEXTS
        parts.append(f"\n## {table.stem}\n\n{(module.__doc__ or '').strip()}\n")
        for heading, names in groups(table):
            parts.append(f"\n### {heading}\n\n" if heading else "\n")
            parts += [f"- `{table.stem}.{name}`: {' / '.join(texts[name].splitlines())}\n" for name in names]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
