"""No text from a file acts on a terminal or on the program: `python -m tests.proofs.hostile_text`."""

import argparse
import asyncio
import base64
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cockpit.wording.printable import printable
from tests.conformance.described import Described
from tests.conformance.memory_system import Bytes
from tests.conformance.registry import DESCRIBED
from tests.proofs.away import away
from tests.proofs.poison import ACTS, BLANKS, HOSTILE, TWIN, count, harmless, outsized, poisoned, write
from tests.proofs.speaking import speak
from tests.proofs.walking import SHORT, WALK, Looker, walk
from tests.support.terminal import Terminal

COCKPIT = str(Path(sys.executable).parent / "cockpit")
COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07")
SEQUENCES = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^X](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]"
    rb"|\xc2[\x80-\x9f]|[\x00-\x06\x07\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]"
)
INVISIBLE = re.compile("[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u061c\ufeff\u00ad]")
ON_THE_DASHBOARD = "f find"
"""What the footer says there and nowhere else."""


_WRAPPED = re.compile(r"\s*│\n│\s*")
"""Where a text goes on in the next line of a dialog."""


async def shown_escaped(
    files: Bytes, folder: Path, *, everywhere: bool = False, steps: tuple[tuple[str, ...], ...] = WALK,
    size: tuple[int, int] = (120, 40),
) -> int:  # fmt: skip
    """How many screens were looked at. Fails where one shows anything but the escaped text."""
    text = f"{HOSTILE}{BLANKS}t" if everywhere else HOSTILE
    looker = await walk(write(folder, poisoned(files, text, everywhere=everywhere)), steps, size)
    told = "".join(looker.shown.values())
    assert printable("\x1b]0;owned") in _WRAPPED.sub("", told), "it can be read, written out"
    return looker.screens


async def same_as_its_twin(files: Bytes, folders: tuple[Path, Path]) -> int:
    """How many screens show the hostile text as its twin, which is what should stand there in plain letters."""
    one, other = [
        await walk(write(folder, poisoned(files, text)), WALK)
        for folder, text in zip(folders, (HOSTILE, TWIN), strict=True)
    ]
    return sum(_same(keys, one, other) for keys in one.shown)


async def outsized_shown(system: Described, size: str, folder: Path) -> int:
    """How many screens were looked at of a project whose files are all too large in one way."""
    files = {path: outsized(path, data)[size] for path, data in system.fixtures[system.healthy].items()}
    return (await walk(write(folder, files), SHORT)).screens


def _same(keys: str, one: Looker, other: Looker) -> bool:
    """Whether two screens are the same; bars of scrolling, random paths and passing messages aside."""
    told = [re.sub(r"[▁-█]|/tmp\S+", "", looker.shown.get(keys, "")).split("\n")[:-2] for looker in (one, other)]
    return told[0] == told[1]


def spoken_escaped(files: Bytes, folder: Path, *, everywhere: bool = False) -> int:
    """How many commands spoke. Fails where one prints or writes what a terminal would act on."""
    text = f"{HOSTILE}{BLANKS}t" if everywhere else HOSTILE
    poison = poisoned(files, text, everywhere=everywhere)
    said = speak(write(folder, poison), text)
    told = "".join(said.values())
    assert TWIN in told or everywhere, "it can be read, written out"
    _nothing_new(folder, poison, text)
    return len(said)


def _nothing_new(folder: Path, poison: Bytes, text: str) -> None:
    """Fails where a command wrote the text where it was not before; what the agent wrote there stays as it is."""
    archived = b"\n".join(poison.values())
    for path in (path for path in folder.rglob("*") if path.is_file()):
        before = poison.get(path.relative_to(folder).as_posix(), archived).decode("utf-8", "replace")
        for line in path.read_text("utf-8", "replace").split("\n"):
            own = line in before or (text in line and line[line.index(text) - 9 :] in before)
            assert own or not ACTS.search(line), (path.name, line)


def kinds(raw: bytes) -> set[bytes]:
    """The kinds of control sequences in what a program wrote: without their parameters."""
    return {_kind(found) for found in SEQUENCES.findall(raw)}


def _kind(sequence: bytes) -> bytes:
    if sequence.startswith(b"\x1b["):
        return b"CSI " + sequence[2:3].strip(b"0123456789;") + sequence[-1:]
    if sequence.startswith((b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX")):
        return sequence[1:2] + sequence[2:].partition(b";")[0][:4]
    return sequence


def in_a_terminal(
    folder: Path, opening: tuple[str, ...], to_the_prompt: tuple[tuple[str, str], ...] = ()
) -> tuple[set[bytes], str]:
    """The kinds of sequences that cockpit writes to a real terminal on the way, and all it wrote as text.

    The keys of `opening` each open something over the dashboard. With a way `to_the_prompt` it leads through the
    wizard, the checklist and the prompt too.
    """
    with Terminal([COCKPIT], folder) as terminal:
        for key in (*opening, *(["h"] if to_the_prompt else [])):
            terminal.see(ON_THE_DASHBOARD)
            terminal.press_until_gone(key, ON_THE_DASHBOARD)
            terminal.see("Esc ")  # a key that comes before the dialog is on screen does not count
            terminal.press_until_gone("escape", "Esc ")
        terminal.see(ON_THE_DASHBOARD)
        for key, text in to_the_prompt:
            terminal.press(key)
            terminal.see(text)
        if to_the_prompt:
            terminal.press("escape")
            terminal.gone(to_the_prompt[-1][1])
            terminal.press("escape")
        terminal.see(ON_THE_DASHBOARD)
        terminal.press("9", "z", "q")
        assert terminal.ends() == 0
    for copied in COPIED.findall(terminal.raw):
        harmless(base64.b64decode(copied).decode(), "the clipboard")
    return kinds(terminal.raw), terminal.raw.decode("utf-8", "replace")


def compared(system: Described, folder: Path, *, everything: bool = False) -> set[bytes]:
    """The kinds of sequences, the same with hostile text as with its twin. Fails where one differs."""

    def run(name: str, text: str) -> tuple[set[bytes], str]:
        project = write(folder / name / "p", poisoned(system.hostile[0], text))
        opening = system.opening if everything else ("enter", "m", "L")
        return in_a_terminal(project, opening, system.to_the_prompt if everything else ())

    with ThreadPoolExecutor(2) as both:  # each waits for its program most of the time
        (hostile, raw), (twin, _) = both.map(run, ("hostile", "twin"), (HOSTILE, TWIN))
    assert hostile == twin, hostile ^ twin
    assert not INVISIBLE.search(raw)
    assert printable("\x1b]0;owned") in raw
    return hostile


def main() -> None:
    """Print the figures."""
    argparse.ArgumentParser().parse_args()
    for system in DESCRIBED:
        fields = screens = commands = same = 0
        for files in system.hostile:
            for everywhere in (False, True):
                fields += count(files, everywhere=everywhere)
                with away() as folder:
                    commands += spoken_escaped(files, folder / "p", everywhere=everywhere)
                for size in ((120, 40), (80, 24)):
                    with away() as folder:
                        screens += asyncio.run(shown_escaped(files, folder / "p", everywhere=everywhere, size=size))
        for size in ("long", "deep", "many"):
            with away() as folder:
                screens += asyncio.run(outsized_shown(system, size, folder / "p"))
        with away() as folder:
            same = asyncio.run(same_as_its_twin(system.hostile[0], (folder / "a" / "p", folder / "b" / "p")))
        with away() as folder:
            found = compared(system, folder, everything=True)
        print(  # noqa: T201 - the figures are what it is for
            f"{system.id}: {fields:,} fields poisoned; {screens:,} screens and {commands:,} commands without a "
            f"character that acts or hides; {same:,} screens letter by letter as the harmless twin; "
            f"in a real terminal the same {len(found)} kinds of control sequences"
        )


if __name__ == "__main__":
    main()
