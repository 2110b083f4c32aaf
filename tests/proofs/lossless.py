"""Nothing is lost by reading, and an edit changes its own line only: `python -m tests.proofs.lossless`."""

import argparse
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.text.decoding import decode, encode, split_lines
from cockpit.text.splice import Splice, apply
from tests.cases import CASES
from tests.conformance.described import Described
from tests.conformance.edit_tables import check_windows
from tests.conformance.memory_system import applied, crlf
from tests.conformance.registry import DESCRIBED
from tests.proofs.generated import documents
from tests.proofs.text_runs import SUFFIXES, Run, runs

VALUES = ("new", "a: b — c", "進行中", "👩‍💻 done", "x  y", "1.5", 'it\'s "so"')
"""What is written: with the signs that Markdown, YAML and JSON have a meaning for."""
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
Named = tuple[str, bytes]


def fixtures() -> list[Named]:
    """Every file of every case."""
    return _files(path for path in CASES.glob("*/*/project/**/*") if path.is_file())


def corpus(folder: Path = CORPUS) -> list[Named]:
    """The real files beside the checkout, where they are."""
    return _files(folder.glob("*/*"))


def _files(paths: Iterable[Path]) -> list[Named]:
    return [(path.name, path.read_bytes()) for path in sorted(paths) if path.suffix in SUFFIXES]


def generated(cases: int, seed: int) -> Iterator[Named]:
    """Documents that nobody wrote: three a case."""
    for case in range(cases):
        yield from documents(random.Random(f"{seed}-{case}")).items()


def read_back(name: str, data: bytes) -> int:
    """How many values were written as they were. Fails where a byte differs."""
    decoded = decode(data)
    assert encode(decoded) == data, name
    assert encode(decoded.with_text(decoded.text)) == data, name
    writable = [run for run in runs(name, decoded.text) if run.write]
    for run in writable:
        for splice in run.write(run.value) if run.write else ():
            assert decoded.text[splice.start : splice.end] == splice.text, (name, run)
    return len(writable)


def edited(name: str, data: bytes, chance: random.Random, most: int) -> int:
    """How many values were changed, each alone. Fails where another line, or what another line says, differs."""
    text = decode(data).text
    before = runs(name, text)
    writable = [run for run in before if run.write]
    chosen = chance.sample(writable, min(most, len(writable)))
    for run in chosen:
        value = chance.choice(VALUES)
        splices = run.write(value) if run.write else ()
        _only_its_line(name, text, run, splices)
        after = apply(text, splices)
        assert encode(decode(data).with_text(after)).decode("utf-8-sig", "surrogateescape") == after.removeprefix(
            "\ufeff"
        )
        again = runs(name, after)
        assert _elsewhere(again, run) == _elsewhere(before, run), (name, run, value)
        said = [each.value for each in again if (each.kind, each.line) == (run.kind, run.line)]
        assert value in said, (name, run, value, said)
    return len(chosen)


def by_verbs(system: Described) -> tuple[int, int]:
    """How many edits verbs made, and how many they refused. Fails where CRLF differs, or bytes that are not told."""
    made = refused = 0
    for files in system.projects.values():
        for intent in system.intents:
            edit = system.in_memory.edit_or_refusal(files, intent)
            if isinstance(edit, CommandError):
                assert isinstance(system.in_memory.edit_or_refusal(crlf(files), intent), CommandError), intent
                refused += 2
            else:
                check_windows(system.in_memory, files, applied(files, edit), intent)
                made += 2
    return made, refused


def _only_its_line(name: str, text: str, run: Run, splices: Iterable[Splice]) -> None:
    quotes = 1 if run.kind == "string" else 0
    for splice in splices:
        assert run.start - quotes <= splice.start <= splice.end <= run.end + quotes, (name, run)
        for written in (splice.text, text[splice.start : splice.end]):
            assert len(split_lines(written)) <= 1, (name, run)


def _elsewhere(found: list[Run], run: Run) -> list[tuple[str, str, int]]:
    """What stands on other lines, but for what the run is a part of."""
    apart = (each for each in found if each.line != run.line and not each.start <= run.start <= each.end)
    return [(each.kind, each.value, each.line) for each in apart]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    for what, files, most in (
        ("fixtures", fixtures(), 40),
        ("real files", corpus(given.corpus), 10),
        ("generated documents", list(generated(given.cases, given.seed)), 4),
    ):
        values = sum(read_back(*file) for file in files)
        edits = sum(edited(*file, chance, most) for file in files)
        print(  # noqa: T201 - the figures are what it is for
            f"{what}: {len(files):,} files byte for byte as before, {values:,} values written as they were; "
            f"{edits:,} single edits, each changed its own line only"
        )
    for system in DESCRIBED:
        made, refused = by_verbs(system)
        print(  # noqa: T201 - the figures are what it is for
            f"{system.id}: {len(system.intents)} forms of verbs on {len(system.projects)} projects, with LF and CRLF: "
            f"{made:,} edits, the same lines with either; {refused:,} refusals, which change nothing"
        )


if __name__ == "__main__":
    main()
