"""The source code of the sample project, in layers: each commit of the story adds one.

A layer is a folder below `cockpit/demo/layers`. A file in it is a new file of the project, or the lines that a
commit appends to an existing one.
"""

from collections.abc import Mapping
from pathlib import Path

LAYERS = Path(__file__).with_name("layers")


def layer(name: str) -> dict[str, str]:
    """The files of a layer by their path in the project.

    Raises FileNotFoundError for a name that is no layer.
    """
    folder = LAYERS / name
    if not folder.is_dir():
        raise FileNotFoundError(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def appended(before: str | None, addition: str) -> str:
    """A file after a layer was added to it."""
    return addition if before is None else f"{before.rstrip()}\n\n{addition}"


def built(before: Mapping[str, str], name: str) -> dict[str, str]:
    """The project's source files after one more layer."""
    return {**before, **{path: appended(before.get(path), text) for path, text in layer(name).items()}}
