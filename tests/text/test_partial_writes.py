"""Files caught in the middle of a write."""

import pytest

from cockpit.text.partial_writes import ends_in_a_row, looks_cut

JSON = b'{"a": 1, "b": [2]}'
STATE = "---\nphase: 3\n---\n# T\nPhase: 3 — x\n".encode()


@pytest.mark.parametrize(
    ("path", "previous", "current", "cut"),
    [
        ("a.json", None, JSON, False),
        ("a.json", None, b"", True),
        ("a.json", None, JSON[:9], True),
        ("a.json", JSON, b'{"a": 2}', False),
        ("a.json", JSON, b'{"a": 2,}', True),
        ("a.json", b"{broken", b"{broken too", False),
        ("a.md", None, STATE, False),
        ("a.md", None, b"", True),
        ("a.md", None, STATE[:10], False),
        ("a.md", STATE, STATE + b"more\n", False),
        ("a.md", STATE, b"", True),
        ("a.md", STATE, STATE[:-5], True),
        ("a.md", STATE, b"---\nphase: 4\nstatus", True),
        ("a.md", STATE, b"---\nphase: 4\n---\n", True),
        ("a.md", STATE, b"# T\nPhase: 4\n", False),
        ("a.md", STATE, b"---\nphase: 4\n---\n# Another title\n\nLonger than before.\n", False),
        ("a.yaml", b"---\nphase: 3\nplan: 2\n---\n", b"---\nphase: 4\nplan", True),
        ("a.yaml", b"a: 1\nb: 2\n", b"a: 1\n", True),
    ],
)
def test_looks_cut(path: str, previous: bytes | None, current: bytes, cut: bool):
    assert looks_cut(path, previous, current) is cut


SECTIONS = "# State\n\n**Updated:** 14:30\n\n## Position\n\nPhase 3\n\n### Blockers\n\n- None\n\n## Continuity\n\n- x\n"
"""A state file; an agent that writes it anew changes the time in its first lines."""


def test_a_rewrite_in_place_is_noticed_wherever_it_stops_before_the_last_section() -> None:
    after = SECTIONS.replace("14:30", "16:10").replace("Phase 3", "Phase 3, done")
    for length in range(1, len(SECTIONS) - 1):
        missing = "\n#" not in after[after.index("- None") : length]
        assert looks_cut("STATE.md", SECTIONS.encode(), after[:length].encode()) is missing, after[:length]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("| a | b |\n|---|---|\n| c | d |\n", False),
        ("| a | b |\n|---|---|\n| c | d |", False),
        ("| a | b |\n|---|---|\n| c | d", True),
        ("| a | b |\n|---|---|\n|", True),
        ("| a | b |\n|---|---|\n| c | d\n", False),
        ("| a | b\n|---|---\n| c | d", False),
        ("text\n| a | b", False),
        ("| a | b", False),
        ("", False),
    ],
)
def test_a_row_that_was_cut(text: str, cut: bool) -> None:
    assert ends_in_a_row(text) is cut
