"""Files caught in the middle of a write."""

import pytest

from cockpit.documents.settling import looks_cut

JSON = b'{"a": 1, "b": [2]}'
STATE = "---\nphase: 3\n---\n# T\nPhase: 3 — x\n".encode()


@pytest.mark.parametrize(
    ("path", "previous", "current", "cut"),
    [
        ("a.json", None, JSON, False),
        ("a.json", None, b"", True),
        ("a.json", None, b" \n", True),
        ("a.json", None, JSON[:9], True),
        ("a.json", JSON, JSON[:9], True),
        ("a.JSON", JSON, b"", True),
        ("a.json", JSON, b'{"a": 2}', False),
        ("a.json", JSON, b'{"a": 2,}', False),
        ("a.json", b"{broken", b"{broken too", False),
        ("a.json", b"", b"", False),
        ("a.md", None, STATE, False),
        ("a.md", None, b"", True),
        ("a.md", None, STATE[:10], False),
        ("a.md", STATE, STATE, False),
        ("a.md", STATE, STATE + b"more\n", False),
        ("a.md", STATE, b"", True),
        ("a.md", STATE, b"\n\n", True),
        ("a.md", b"\n", b"", False),
        ("a.md", STATE, STATE[:-5], True),
        ("a.md", STATE, STATE[: STATE.index(b"\xe2") + 1], True),
        ("a.md", None, STATE[: STATE.index(b"\xe2") + 2], True),
        ("a.md", None, "ends in €".encode(), False),
        ("a.md", None, b"latin \xe9t\xe9", True),
        ("a.md", None, b"stray \x80\x80\x80", False),
        ("a.md", STATE, b"---\nphase: 4\nstatus", True),
        ("a.md", STATE, b"---\nphase: 4\n---\n", False),
        ("a.md", STATE, b"# T\nno frontmatter any more\n", False),
        ("a.md", b"# T\n", b"---\nphase: 4\n", False),
        ("a.md", STATE, b"# T\nPhase: 4\0\0\0\0", True),
        ("a.yaml", b"a: 1\nb: 2\n", b"a: 1\n", True),
    ],
)
def test_looks_cut(path: str, previous: bytes | None, current: bytes, cut: bool):
    assert looks_cut(path, previous, current) is cut


@pytest.mark.parametrize("length", range(len(STATE)))
def test_every_prefix_of_a_state_file_is_noticed(length: int):
    assert looks_cut("STATE.md", STATE, STATE[:length])
