"""Reading from disk: what is refused and how it is told, the cache, and the dependencies."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.storage import disk
from cockpit.storage.reading import safe_reading
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.safe_reading import MAX_BYTES, place_of
from cockpit.storage.root_boundary import stays_inside
from cockpit.storage.signatures import ABSENT, Signature, signature_of
from tests.support.said import Said
from tests.support.sandbox import observed


@pytest.fixture
def files(root: Path, home: Path) -> DiskFiles:
    return DiskFiles(root, home)


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("a/b.md", True),
        ("..a/b..", True),
        ("a//./b", True),
        ("../a", False),
        ("a/../../b", False),
        ("a/..", False),
        ("/etc/passwd", False),
        ("a\0b", False),
        ("a\ud800", False),
    ],
)
def test_paths_that_leave_the_project_are_refused(files: DiskFiles, path: str, inside: bool) -> None:
    assert stays_inside(path) is inside
    content = files.read(path)
    assert (content is None) is inside
    assert files.names(path) == ()
    if content is not None:
        assert content.finding is not None
        assert content.finding.code == "path-outside"
        assert files.dependencies() == {}


@given(st.text(alphabet="./a~\\\0ä", max_size=20))
def test_a_path_that_may_be_joined_does_not_lead_out(path: str) -> None:
    if stays_inside(path):
        joined = os.path.normpath(os.path.join("/project", path))  # noqa: PTH118 - the textual rule is what is tested
        assert joined == "/project" or joined.startswith("/project/")


@pytest.mark.parametrize(
    ("path", "base", "place"),
    [
        ("a/b", "", "a/b"),
        ("./a//b/", "", "a/b"),
        (".", "", ""),
        ("a", "app", "app/a"),
        ("{root}/a", "app", "a"),
        ("{real}/a", "", "a"),
        ("../a", "app", None),
        ("/elsewhere/a", "", None),
        ("{root}x/a", "", None),
        ("~/a", "", None),
        ("C:\\a", "", None),
        ("file:///a", "", None),
        ("a\0b", "", None),
        ("link/a", "", None),
        ("real/link", "", None),
        ("a" * 500, "", "a" * 500),
        ("a/" * 5000, "", None),
    ],
)
def test_where_a_path_leads(tmp_path: Path, path: str, base: str, place: str | None) -> None:
    real = tmp_path / "real"
    (real / "real").mkdir(parents=True)
    (real / "link").symlink_to("real")
    (real / "real" / "link").symlink_to("/etc")
    root = tmp_path / "root"
    root.symlink_to(real)
    assert place_of(root, path.format(root=root, real=real), base) == place


def test_a_folder_link_outside_is_not_entered(root: Path, files: DiskFiles, home: Path) -> None:
    (home / "note.md").write_text("private")
    (root / "out").symlink_to(home)
    assert files.names("out") == ()
    assert files.read("out/note.md").data is None  # type: ignore[union-attr]
    assert [finding.code for finding in files.findings()] == ["path-outside"], "of the link, once"


def test_a_folder_exchanged_with_a_link_while_it_is_read_leads_nowhere_else(root: Path, home: Path) -> None:
    """At every call to the disk of a reading: what is read is the project's file, or said to lead out."""
    (home / "STATE.md").write_text("# another person's\n")
    exchange = disk.exchange
    (root / ".aside").symlink_to(home)
    for number in range(20):

        def interrupt(current: int, name: str, number: int = number) -> None:
            if current == number:
                exchange(root / ".fake", root / ".aside")

        files = DiskFiles(root, home)
        with observed(interrupt) as calls:
            content = files.read(".fake/STATE.md")
            names = files.names(".fake")
        assert content is not None
        assert content.data == b"# one\n" or (content.finding and content.finding.code == "path-outside"), content
        assert names in (("STATE.md",), ())
        if (root / ".fake").is_symlink():
            exchange(root / ".fake", root / ".aside")
    assert 2 < len(calls.made) < 20


def test_a_sparse_file_of_two_gigabytes_is_read_up_to_the_cap(root: Path, files: DiskFiles) -> None:
    with (root / "huge.md").open("wb") as huge:
        huge.truncate(2 * 1024**3)
    content = files.read("huge.md")
    assert content is not None
    assert content.data is not None
    assert len(content.data) == MAX_BYTES
    assert content.finding is not None
    assert (content.finding.code, content.finding.severity) == ("too-large", "warning")
    assert content.finding.message == Said("", "Only the first", "huge.md", 2048.0, 4)


@pytest.mark.parametrize(("extra", "told"), [(0, False), (1, True)])
def test_the_cap_itself_is_allowed(root: Path, files: DiskFiles, extra: int, told: bool) -> None:
    (root / "large.md").write_bytes(b"x" * (MAX_BYTES + extra))
    content = files.read("large.md")
    assert content is not None
    assert content.data == b"x" * MAX_BYTES
    assert (content.finding is not None) is told


def fails(path: Path) -> None:
    raise OSError(5, "Input/output error")


def becomes_a_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(("act", "code"), [(fails, "unreadable"), (becomes_a_fifo, "not-a-file"), (Path.unlink, None)])
def test_what_becomes_of_a_file_before_it_is_opened_is_told_and_not_waited_for(
    root: Path, files: DiskFiles, monkeypatch: pytest.MonkeyPatch, act: Callable[[Path], object], code: str | None
) -> None:
    real = safe_reading._content

    def content_after(name: str, folder: int | None, shown: str) -> object:
        act(root / shown)
        return real(name, folder, shown)

    monkeypatch.setattr(safe_reading, "_content", content_after)
    content = files.read(".fake/STATE.md")
    assert (content and content.finding and content.finding.code) == code
    assert (content is None) is (files.dependencies()[".fake/STATE.md"] == ABSENT) is (code is None)


def test_a_fifo_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="Is a directory"):
        disk.read(tmp_path / "fifo")


def test_a_file_rewritten_while_it_is_read_is_read_again(
    root: Path, files: DiskFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = safe_reading._content
    texts = iter(["# two, longer\n"])

    def rewrite(name: str, folder: int | None, shown: str) -> object:
        content = real(name, folder, shown)
        for text in texts:
            (root / shown).write_text(text)
        return content

    monkeypatch.setattr(safe_reading, "_content", rewrite)
    assert files.read(".fake/STATE.md").data == b"# two, longer\n"  # type: ignore[union-attr]


def test_a_file_that_never_rests_is_read_anew_each_time(
    root: Path, files: DiskFiles, monkeypatch: pytest.MonkeyPatch, calm: Callable[[float], None]
) -> None:
    path = root / ".fake" / "STATE.md"
    real = safe_reading._content

    def grow(name: str, folder: int | None, shown: str) -> object:
        content = real(name, folder, shown)
        with path.open("a") as state:
            state.write("x")
        return content

    monkeypatch.setattr(safe_reading, "_content", grow)
    files.read(".fake/STATE.md")
    monkeypatch.setattr(safe_reading, "_content", real)
    calm(60)
    assert files.stirred() == {".fake/STATE.md"}
    files.refresh()
    assert files.read(".fake/STATE.md").data == b"# one\nxxx"  # type: ignore[union-attr]


class CountedReads:
    """Counts how often files are really opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        real = safe_reading._content

        def count(name: str, folder: int | None, shown: str) -> object:
            self.paths.append(shown)
            return real(name, folder, shown)

        monkeypatch.setattr(safe_reading, "_content", count)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    return CountedReads(monkeypatch).paths  # type: ignore[return-value]


def test_an_unchanged_file_is_read_once(files: DiskFiles, opened: list[str], calm: Callable[[float], None]) -> None:
    calm(60)
    first = files.read(".fake/STATE.md")
    for _ in range(5):
        assert files.refresh() == frozenset()
        assert files.read(".fake/STATE.md") is first
    assert opened == [".fake/STATE.md"]


def test_a_file_written_just_now_is_read_again(files: DiskFiles, opened: list[str], root: Path) -> None:
    (root / ".fake" / "STATE.md").write_text("# now")
    files.read(".fake/STATE.md")
    assert files.uncertain == {".fake/STATE.md"}
    files.refresh()
    assert opened == [".fake/STATE.md"] * 2


def test_a_write_that_restores_the_modification_time_is_noticed(
    root: Path, files: DiskFiles, calm: Callable[[float], None]
) -> None:
    path = root / ".fake" / "STATE.md"
    before = path.stat()
    calm(60)
    files.read(".fake/STATE.md")
    path.write_text("# two\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert files.stirred() == {".fake/STATE.md"}
    assert files.refresh() == {".fake/STATE.md"}
    assert files.read(".fake/STATE.md").data == b"# two\n"  # type: ignore[union-attr]


def test_within_one_round_a_file_does_not_change(root: Path, files: DiskFiles) -> None:
    files.read(".fake/STATE.md")
    (root / ".fake" / "STATE.md").write_text("# two")
    assert files.read(".fake/STATE.md").data == b"# one\n"  # type: ignore[union-attr]
    files.refresh()
    assert files.read(".fake/STATE.md").data == b"# two"  # type: ignore[union-attr]


def test_absent_paths_are_dependencies_too(root: Path, files: DiskFiles, home: Path) -> None:
    assert files.read(".fake/later.md") is None
    assert files.names("nowhere") == ()
    assert files.read_global(".fake.json") is None
    assert set(files.dependencies()) == {".fake/later.md", "nowhere/", str(home / ".fake.json")}
    (root / ".fake" / "later.md").write_text("here")
    (root / "nowhere").mkdir()
    (home / ".fake.json").write_text("{}")
    assert files.stirred() == {".fake/later.md", "nowhere/", str(home / ".fake.json")}
    assert files.refresh() == {".fake/later.md", str(home / ".fake.json")}, "an empty folder has no names either"
    content = files.read_global(".fake.json")
    assert content is not None
    assert (content.path, content.data) == ("~/.fake.json", b"{}")


def test_a_linked_global_file_is_read_wherever_it_lies(files: DiskFiles, home: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles.json").write_text("{}")
    (home / ".fake.json").symlink_to(tmp_path / "dotfiles.json")
    assert files.read_global(".fake.json").data == b"{}"  # type: ignore[union-attr]
    assert files.read_global("../project/.fake/STATE.md").data is None  # type: ignore[union-attr]


def test_names_are_sorted_and_folders_end_in_a_slash(root: Path, files: DiskFiles) -> None:
    for name in ("b", "a", "c"):
        (root / ".fake" / name).mkdir()
    (root / ".fake" / "broken").symlink_to("nothing")
    assert files.names(".fake") == ("STATE.md", "a/", "b/", "broken", "c/")
    assert files.names("") == (".fake/",)
    assert files.names(".") == files.names("")
    assert files.names(".fake/STATE.md") == ()


def test_a_name_that_comes_or_goes_is_a_change_and_other_writes_are_none(root: Path, files: DiskFiles) -> None:
    files.names(".fake")
    (root / ".fake" / "new.md").write_text("")
    assert files.refresh() == {".fake/"}
    (root / ".fake" / "x").write_text("")
    (root / ".fake" / "x").unlink()
    assert files.refresh() == frozenset()


def test_names_that_cannot_be_shown_are_left_out_and_reported(root: Path, files: DiskFiles) -> None:
    (root / os.fsdecode(b"caf\xe9")).write_text("")
    assert files.names("") == (".fake/",)
    assert [(finding.code, finding.severity) for finding in files.findings()] == [("name-not-utf8", "warning")]


def test_several_loops_are_one_finding(root: Path, files: DiskFiles) -> None:
    for name in ("b", "a", "c"):
        (root / ".fake" / name).symlink_to(name)
    assert files.names(".fake") == ("STATE.md",)
    assert [(finding.code, finding.severity, finding.path) for finding in files.findings()] == [
        ("symlink-loop", "warning", ".fake/a")
    ]
    assert files.findings()[0].message == Said("", "back to themselves", ".fake/a", 2)


def test_a_folder_with_too_many_names_is_listed_in_part(
    root: Path, files: DiskFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_reading, "MAX_NAMES", 3)
    for number in range(5):
        (root / f"{number}.md").write_text("")
    assert len(files.names("")) == 3
    assert [finding.code for finding in files.findings()] == ["folder-too-large"]


def test_a_clock_of_whole_seconds_is_distrusted_longer(root: Path, calm: Callable[[float], None]) -> None:
    fine = signature_of(str(root / ".fake" / "STATE.md"))
    fine = fine._replace(ctime_ns=fine.ctime_ns | 1)
    coarse = fine._replace(ctime_ns=fine.ctime_ns // 1_000_000_000 * 1_000_000_000)
    calm(0.5)
    assert (fine.racy, coarse.racy) == (False, True)
    calm(5)
    assert (fine.racy, coarse.racy, Signature("absent").racy) == (False, False, False)


def test_what_was_derived_is_kept_as_long_as_the_content(root: Path, files: DiskFiles) -> None:
    state = root / ".fake" / "STATE.md"
    first = files.read(".fake/STATE.md")
    assert first is not None
    first.derived["title"] = "one"
    state.write_bytes(state.read_bytes())
    assert files.refresh() == frozenset()
    assert files.read(".fake/STATE.md") is first
    files.invalidate()
    files.refresh()
    assert files.read(".fake/STATE.md") is first
    state.write_text("# two")
    assert files.refresh() == {".fake/STATE.md"}
    second = files.read(".fake/STATE.md")
    assert second is not None
    assert (second.data, second.derived) == (b"# two", {})
