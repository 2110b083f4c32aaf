"""A TOML file of a person's or of cockpit's own, read whole and written whole."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Unreadable(Exception):
    """The file cannot be read, or is no TOML; the message says why."""


def read(path: Path) -> dict[str, Any]:
    """The table a file holds; an empty one where there is no file. Raises Unreadable."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unreadable((error.strerror or "unknown error").lower()) from None
    except UnicodeDecodeError:
        raise Unreadable("not UTF-8 text") from None
    import tomllib  # a hook does not pay for it where there is no file

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of more digits than Python reads
        raise Unreadable(str(error)) from None


def write(path: Path, table: Mapping[str, Any]) -> None:
    """Write the table in one step, in place of a file that may be there; a link stays one. Raises OSError."""
    import tomli_w

    from cockpit.storage.user_files import private

    file = Path(os.path.realpath(path))
    private.write(file, tomli_w.dumps(table).encode())
    private.sweep(file.parent, f"{file.name}.")
