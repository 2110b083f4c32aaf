"""The words that no message uses, since readers had to guess what they meant."""

import re

from tests.support.sentences import sentences

NEVER = (
    "holds the resume", "serve[ds]?", "stands?", "lies?", "tells", "told", "keeps? no", "mend(s|ed)?", "anew",
    "gravest", "ways? out", "by now", "put away", "(is|are) no(?! longer)", "none of", "(?<!no )such(?! as)", "apart",
    "half-done", "go(es)? on", "begun", "nobody",
)  # fmt: skip
"""Regular expressions of whole words."""


def test_no_sentence_uses_them() -> None:
    pattern = re.compile(rf"\b({'|'.join(NEVER)})\b", re.IGNORECASE)
    assert len(sentences()) > 400
    wrong = {place for place, text in sentences().items() if pattern.search(re.sub(r"\{[^}]*\}", "", text))}
    assert not wrong
