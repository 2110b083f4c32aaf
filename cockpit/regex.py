"""Regular expressions that are compiled when first used: a command needs few of the four hundred, and compiling all of
them took a sixth of `cockpit check`.
"""

import re
from typing import TYPE_CHECKING

__all__ = ["regex"]
_USED = ("findall", "finditer", "flags", "fullmatch", "groupindex", "groups", "match", "pattern", "search", "split",
         "sub", "subn")  # fmt: skip

if TYPE_CHECKING:
    from re import compile as regex
else:

    class regex:  # noqa: N801 -- stands for re.compile
        """As `re.compile`, for what a module defines; `Match.re` is the compiled one, not this."""

        def __init__(self, *arguments: object) -> None:
            self._arguments = arguments

        def __getattr__(self, name: str) -> object:
            compiled = re.compile(*self._arguments)
            self.__dict__.update((each, getattr(compiled, each)) for each in _USED)
            return getattr(compiled, name)
