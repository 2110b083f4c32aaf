"""What happens to files on disk: bits flipped, lines lost, doubled, cut, swapped, and foreign ones between them."""

import random
from collections.abc import Mapping

from tests.conformance.memory_system import Bytes

PIECES = (
    b"None", b"- ", b"- [ ]", b"```", b"<!--", b"---", b"| |", b"{}", b"null", b'"cost": null,', b"**Updated:**",
    b"| Status | |", b"Phase: 3", b"\xff\xfe", b"\xef\xbb\xbf", b"|||||", b"<<<<<<< HEAD", b"&a [*a]", b"status: !!x",
)  # fmt: skip


def mangled(chance: random.Random, data: bytes) -> bytes:
    """A file whose lines are not what they were."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randint(0, 5):
            case 0:
                lines[at : at + 2] = [b""]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
            case 3:
                lines[at], lines[other] = lines[other], lines[at]
            case 4:
                lines[at] = lines[at].replace(b"|", b"", 1)
            case _:
                lines[at] = chance.choice(PIECES)
    return b"\n".join(lines)


def damaged(chance: random.Random, data: bytes) -> bytes:
    """A file whose bytes are not what they were."""
    at = chance.randrange(len(data) + 1)
    lines = data.split(b"\n")
    match chance.randrange(6):
        case 0 if data:
            at = min(at, len(data) - 1)
            return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        case 1:
            return data[:at]
        case 2:
            del lines[chance.randrange(len(lines))]
            return b"\n".join(lines)
        case 3:
            chance.shuffle(lines)
            return b"\n".join(lines)
        case 4:
            line = chance.randrange(len(lines))
            return b"\n".join(lines[:line] + [lines[line]] * chance.randrange(5) + lines[line:])
        case _:
            return data[:at] + chance.randbytes(chance.randrange(1, 20)) + data[at:]


def odd(files: Mapping[str, bytes]) -> Bytes:
    """The same project with members and sections that nobody knows, oddly spaced: `ODD_MEMBERS` and `ODD_SECTION`."""
    strange = {}
    for path, data in files.items():
        strange[path] = data
        if path.endswith(".json") and data.startswith(b"{"):
            strange[path] = data.replace(b"{", b"{\n  " + b"\n    ".join(ODD_MEMBERS) + b",", 1)
        elif path.endswith(".md"):
            strange[path] = data + ODD_SECTION
    return strange


ODD_MEMBERS = (b'"_by": "someone\'s tool",', b'"x":[1,2 ,3]')
ODD_SECTION = b"\n## Flight log\n\n| A|B |\n|--|:-:|\n|1 | `x|y` |\n\n<!-- keep -->\n\t* odd\n"
