"""The words that no message uses, since readers had to guess what they meant."""

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

from cockpit.wording import texts

NEVER = (
    "holds the resume", "serve[ds]?", "stands?", "lies?", "tells", "told", "keeps? no", "mend(s|ed)?", "anew",
    "gravest", "ways? out", "by now", "put away", "(is|are) no(?! longer)", "none of", "(?<!no )such(?! as)", "apart",
    "half-done", "go(es)? on", "begun", "nobody",
)  # fmt: skip
"""Regular expressions of whole words."""


@pytest.mark.parametrize("package", [module.name for module in iter_modules(texts.__path__)])
def test_no_message_uses_them(package: str) -> None:
    pattern = re.compile(rf"\b({'|'.join(NEVER)})\b", re.IGNORECASE)
    found = import_module(f"{texts.__name__}.{package}").TEXTS
    wrong = {code for code, text in found.items() if pattern.search(re.sub(r"\{[^}]*\}", "", text))}
    assert not wrong
