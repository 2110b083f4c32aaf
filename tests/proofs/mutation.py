"""Files as accidents and enemies leave them: bytes flipped, lines moved, two files in one, hostile pieces, repeats."""

import random
from collections.abc import Callable, Sequence

from cockpit.storage.reading.safe_reading import MAX_BYTES

HOSTILE = (
    # YAML that grows, makes objects or refers to itself
    b"a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n",
    b"bomb: &a [*a, *a]\n", b"<<: *nobody\n", b"x: !!python/object/apply:os.system [id]\n", b"when: !!timestamp x\n",
    b"? [a, b]\n: c\n", b"n: 0o17\nm: 1_000\nt: 12:30:45\ny: yes\n", b"--- !!map\n", b"...\n---\n", b"%YAML 9.9\n---\n",
    # JSON
    b'{"cost": {"cost": {"cost": []}}}', b'"a": 1, "a": 2, "a": {"a": null},', b'"cost": "26.50",', b'"cost": 1e999,',
    b'"cost": -0, "context": NaN, "errors": Infinity,', b"1" * 5_000, b'"\\ud800"', b'"\\u0000"', b"[[[[[[[[", b"}}}}",
    b"// comment\n", b"/* open", b",,", b"'", b"\\", b'"current_values": [1, 2, {"cost": []}],',
    b'"acknowledgments": 5,',
    # Markdown
    b"| Status |\n", b"|---|---|\n", b"| Phase | 99999999999999999999 of 0 |\n", b"| Plan | -1 of \xd9\xa3 |\n",
    b"## Thresholds\n", b"## Current Position\n## Current Position\n", b"---\n", b"```\n", b"~~~~~~\n", b"<!--\n",
    b"-->\n",
    b"- [ ] \n", b"- [x] x\n\t- [ ] y\n", b"1. \n", b"# \n", b"======\n", b"<task>\n", b"</task>\n", b"<next_action>\n",
    b"**Updated:** 9999-99-99T99:99:99Z\n", b"**Updated:** 0000-01-01\n", b"**Updated:** 2026-01-29T14:30:00+99:99\n",
    b"Resume file: ../../etc/passwd\n", b"| Resume file | /dev/zero |\n", b"| Resume file | ~/x\x00y |\n",
    b"<<<<<<< HEAD\n=======\n>>>>>>> theirs\n", b"- Cost @ $1e400 \xe2\x80\x94 acknowledged 2026-01-29T14:30\n",
    # encodings
    b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80",
    b"\xe2\x80\xa8",
    b"\x00", b"\x1b[2J", b"\x1b]52;c;eA==\x07", b"\xc2\x85", b"\r", b"\r\r\n", b"\x0c",
    b"\xcc\x81" * 200, b"\xe2\x80\xae",
    b"\xc3\x83\xc2\xa9", b"\xef\xbf\xbd",
)  # fmt: skip
REPEATED = (
    b"#", b"|", b"| a ", b"-", b"- ", b"- [ ] ", b"*", b"**", b"_", b"`", b"~", b"=", b"<", b"<a>", b"</a>", b"<!--",
    b"-->",
    b"[", b"{", b'{"a":', b"[1,", b'"', b"\\", b"'", b":", b": ", b"&a ", b"*a ", b"!", b"? ", b"> ", b" ", b"\t",
    b"\n",
    b"\r\n", b"\r", b"1", b"9,", b"$", b"@", b"\xe2\x80\x94 ", b"\xe2\x96\x88", b"\x00", b"\xff", b"a", b"a b ",
    b"D001 ",
    b"(", b")", b"of ", b"- x\n", b"| a | b |\n", b"## A\n", b"### A\n", b"x: y\n", b"a: [\n", b"**A:** b\n",
    b"<a>\nx\n</a>\n",
    b"---\n", b"```\n", b"- [ ] t\n  ", b" - x\n", b'"a": 1,\n', b"[x](y) ", b"![", b"Phase 1: ",
    b"2026-01-29T14:30:00Z ",
)  # fmt: skip
LENGTHS = (50, 1_000, 20_000, 100_000)
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "latin-1", "cp1252", "utf-7")

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def mutated(chance: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A file changed in one to six ways, some of them by parts of other files."""
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        data = chance.choices(MUTATIONS, WEIGHTS)[0](chance, data, others)
    return data


def flipped(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Some bits are not what they were."""
    changed = bytearray(data)
    for _ in range(min(len(changed), chance.choice((1, 3, 30)))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """A part is missing: the end, the beginning, or something between."""
    start, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
    return chance.choice((data[:end], data[start:], data[:start] + data[end:]))


def reordered(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Lines are swapped, doubled, lost or shuffled."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 3, 10))):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                lines[at], lines[other] = lines[other], lines[at]
            case 1:
                block, times = lines[other : other + chance.choice((1, 5, 20))], chance.choice((1, 2, 20))
                lines[at:at] = block * times if sum(map(len, block)) * times <= MAX_BYTES else []
            case 2:
                lines[at : at + chance.randint(1, 3)] = [b""]
            case _:
                block = lines[at : at + 8]
                chance.shuffle(block)
                lines[at : at + 8] = block
    return b"\n".join(lines)


def spliced(chance: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Two files in one, joined somewhere in the middle of both."""
    other = chance.choice(others)
    at, start = chance.randrange(len(data) + 1), chance.randrange(len(other) + 1)
    part = other[start : start + chance.choice((200, 3_000, 60_000))]
    return data[:at] + part + (data[at:] if chance.random() < 0.7 else b"")


def hostile(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """A hostile piece at the beginning of a line, or anywhere."""
    for _ in range(chance.choice((1, 1, 4))):
        at = chance.randrange(len(data) + 1)
        if chance.random() < 0.6:
            at = data.rfind(b"\n", 0, at) + 1
        data = data[:at] + chance.choice(HOSTILE) + data[at:]
    return data


def repeated(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """One sign, word or line, very often."""
    run = chance.choice(REPEATED)
    run *= max(1, chance.choice(LENGTHS) // len(run))
    at = chance.randrange(len(data) + 1)
    if chance.random() < 0.5:
        at = data.rfind(b"\n", 0, at) + 1
    return data[:at] + run + data[at:]


def nested(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Something in itself, up to ten thousand deep."""
    depth = chance.choice((20, 500, 10_000))
    before, after = chance.choice((
        (b"[" * depth, b"]" * depth), (b'{"a":' * depth, b"1" + b"}" * depth), (b"<a>\n" * depth, b"</a>\n" * depth),
        (b"- " * depth + b"x\n", b""), (b"> " * depth + b"x\n", b""),
        (b"".join(b" " * (level % 700) + b"- x\n" for level in range(min(depth, 700))), b""),
        (b"".join(b" " * (level % 700) + b"a:\n" for level in range(min(depth, 700))), b""),
    ))  # fmt: skip
    start, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
    return data[:start] + before + data[start:end] + after + data[end:]


def other_value(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """A value of another kind: a number as text, a text as a number, a list, nothing."""
    value = chance.choice(
        (b"null", b'"26.50"', b"26", b"-1", b"[]", b"{}", b"true", b'""', b"x", b"\xe2\x80\x94", b"1e308", b"")
    )
    for sign in chance.sample((b": ", b"| ", b" of ", b"** ", b"- "), 5):
        places = [at for at in range(len(data)) if data.startswith(sign, at)] if len(data) < 20_000 else []
        if places:
            at = chance.choice(places) + len(sign)
            ends = [end for end in (data.find(stop, at) for stop in (b",", b"\n", b" |")) if end >= 0]
            return data[:at] + value + data[min(ends, default=len(data)) :]
    return data + value


def recoded(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """The same text in another encoding, or with other line ends."""
    if chance.random() < 0.5:
        return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\r", b"\n\n", b" ", b"\xe2\x80\xa8")))
    text = data.decode("utf-8", "replace")
    return text.encode(chance.choice(ENCODINGS), "replace")


MUTATIONS: tuple[Mutation, ...] = (flipped, cut, reordered, spliced, hostile, repeated, nested, other_value, recoded)
WEIGHTS = (4, 3, 6, 4, 6, 2, 1, 5, 1)
