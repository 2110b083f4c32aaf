"""Real files, where they are at hand beside the repository: all of them survive and parse."""

import json
from pathlib import Path

import pytest

from cockpit.text.decoding import decode, encode
from cockpit.text.keyed import json_problems, read_keyed
from cockpit.text.lines import Document, labels_of

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
FILES = sorted(path for path in CORPUS.glob("*/*") if path.is_file()) if CORPUS.is_dir() else []

pytestmark = pytest.mark.skipif(not FILES, reason="the corpus of real files does not lie beside this repository")


def of_suffix(suffix: str) -> list[Path]:
    return [path for path in FILES if path.suffix == suffix]


def test_bytes_survive():
    for path in FILES:
        data = path.read_bytes()
        assert encode(decode(data)) == data, path.name


@pytest.mark.parametrize("path", of_suffix(".md"), ids=lambda path: path.name)
def test_markdown_is_read(path: Path):
    text = decode(path.read_bytes()).text
    document = Document(text)
    assert "".join(text[line.start : line.after] for line in document.lines) == text
    for label in labels_of(document.lines):
        assert "<!--" in text or text[label.value.start : label.value.end] == label.value.text
    file = read_keyed(text)
    assert file.form == "none" or file.has_keys or file.damage


@pytest.mark.parametrize("path", of_suffix(".json"), ids=lambda path: path.name)
def test_json_is_read(path: Path):
    text = decode(path.read_bytes()).text
    file = read_keyed(text, may_be_bare=True)
    assert json_problems(file) == []
    assert file.root.typed() == json.loads(text)


@pytest.mark.parametrize("path", of_suffix(".yaml"), ids=lambda path: path.name)
def test_yaml_is_read(path: Path):
    assert read_keyed(decode(path.read_bytes()).text, "a", may_be_bare=True).has_keys
