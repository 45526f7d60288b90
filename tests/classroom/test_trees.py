"""Archives that students hand in: read in place, and no way out of them."""

from __future__ import annotations

import gzip
import io
import os
import random
import stat
import tarfile
import tempfile
import tracemalloc
import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.handed_in import handed_in
from grader.classroom.trees import ArchiveTree, BrokenTree, FolderTree, Tree, is_archive, stem, tree_of

pytestmark = pytest.mark.share(3, guard="classes")

WANTED = (".cu", ".json")
KERNEL = "exercises/06/a.cu"


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tarred(path: Path, files: Mapping[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return path


Pack = Callable[[Path, Mapping[str, bytes]], Path]
PACKS = pytest.mark.parametrize("pack", [zipped, tarred], ids=["zip", "tar.gz"])


def opened(path: Path) -> Tree:
    return tree_of(path, WANTED)


@PACKS
def test_an_archive_is_read_like_a_folder(tmp_path: Path, pack: Pack) -> None:
    tree = opened(pack(tmp_path / "mina.zip", {KERNEL: b"kernel", ".warplings/quiz/06/001.json": b"{}", "x.txt": b"x"}))
    assert tree.exists(KERNEL) and tree.content(KERNEL) == (b"kernel", None)
    assert tree.names(".warplings/quiz/06") == ["001.json"] and tree.names("nowhere") == []
    assert not tree.exists("x.txt") and tree.content("none.cu")[1] == "no_file"


@PACKS
@pytest.mark.parametrize("top", ["warplings-main/", "./mina/", ""])
def test_the_folder_that_everything_is_in_does_not_matter(tmp_path: Path, pack: Pack, top: str) -> None:
    tree = opened(pack(tmp_path / "m.zip", {f"{top}{KERNEL}": b"kernel", f"{top}exercises/06/b.cu": b""}))
    assert tree.content(KERNEL) == (b"kernel", None)


@PACKS
def test_what_macos_packs_beside_each_file_is_no_file(tmp_path: Path, pack: Pack) -> None:
    beside = (f"__MACOSX/work/{KERNEL}", "__MACOSX/._work.cu", "work/exercises/06/._a.cu", "._w.cu")
    tree = opened(pack(tmp_path / "m.zip", {f"work/{KERNEL}": b"kernel", **dict.fromkeys(beside, b"x")}))
    assert tree.content(KERNEL) == (b"kernel", None) and tree.names("exercises/06") == ["a.cu"]


@PACKS
@pytest.mark.parametrize("name", ["../../evil.cu", "/etc/evil.cu", "a/../../evil.cu", "..\\evil.cu", "C:\\evil.cu"])
def test_no_member_lands_outside_and_nothing_is_written(tmp_path: Path, pack: Pack, name: str) -> None:
    beside = tmp_path / "deep" / "er"
    beside.mkdir(parents=True)
    tree = opened(pack(beside / "m.zip", {name: b"evil", KERNEL: b"kernel"}))
    assert tree.content(KERNEL) == (b"kernel", None)
    assert [known for known in ("evil.cu", "etc/evil.cu", "../evil.cu") if tree.exists(known)] == []
    assert [*tmp_path.rglob("*evil*"), *Path("/etc").glob("evil*")] == []


def test_links_and_devices_in_archives_are_refused(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("link.cu")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(entry, "/etc/passwd")
        archive.writestr(KERNEL, "kernel")
    assert opened(tmp_path / "a.zip").content("link.cu") == (b"", "link")
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for name, kind in (("sym.cu", tarfile.SYMTYPE), ("hard.cu", tarfile.LNKTYPE), ("dev.cu", tarfile.CHRTYPE)):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = kind, "/etc/passwd"
            archive.addfile(link)
    tree = opened(tmp_path / "a.tar")
    assert [tree.content(name) for name in ("sym.cu", "hard.cu", "dev.cu")] == [(b"", "link")] * 3


@pytest.mark.slow
@PACKS
def test_bombs_take_no_memory_and_end_at_once(tmp_path: Path, pack: Pack) -> None:
    bomb = pack(tmp_path / "bomb.zip", {"big.cu": bytes(200 << 20)})
    tracemalloc.start()
    tree = opened(bomb)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert tree.content("big.cu") == (b"", "too_large") and most < 16 << 20
    many = pack(tmp_path / "many.zip", {f"{n}.cu": b"" for n in range(20_001)})
    assert isinstance(opened(many), BrokenTree)
    assert isinstance(opened(tarred(tmp_path / "huge.tgz", {"a.cu": bytes(300 << 20)})), BrokenTree)
    full = zipped(tmp_path / "full.zip", {f"{n}.cu": bytes(1 << 20) for n in range(300)})
    assert isinstance(opened(full), BrokenTree)


def long_name(path: Path, kind: bytes, size: int) -> Path:
    """A tar whose first header says that the name of the next member, or what else is said of it, has `size` bytes."""
    head = tarfile.TarInfo("././@LongLink")
    head.type, head.size = kind, size
    with gzip.open(path, "wb") as file:
        file.write(head.tobuf(tarfile.GNU_FORMAT))
        for _ in range(size >> 20):
            file.write(b"a" * (1 << 20))
        file.write(tarfile.TarInfo(KERNEL).tobuf(tarfile.GNU_FORMAT) + bytes(1024))
    return path


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE])
def test_a_name_without_end_takes_no_memory(tmp_path: Path, kind: bytes) -> None:
    path = long_name(tmp_path / "m.tgz", kind, 100 << 20)
    tracemalloc.start()
    tree = opened(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(tree, BrokenTree) and most < 16 << 20


@pytest.mark.slow
@PACKS
def test_no_more_is_kept_of_an_archive_than_a_course_is_large(tmp_path: Path, pack: Pack) -> None:
    rng = random.Random(1)
    many = pack(tmp_path / "many.zip", {f"{n}.cu": rng.randbytes(1 << 20) for n in range(40)})
    assert isinstance(opened(many), BrokenTree)


@pytest.mark.parametrize("name", ["work.zip", "work.tar.gz"])
def test_a_pipe_that_is_called_like_an_archive_stops_nobody(tmp_path: Path, name: str) -> None:
    (tmp_path / "mina").mkdir()
    os.mkfifo(tmp_path / "mina" / name)
    assert opened(tmp_path / "mina").content(KERNEL) == (b"", "no_file")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04rubbish", b"\x1f\x8b\x08rubbish", b"rubbish" * 200])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "m.zip").write_bytes(data)
    tree = opened(tmp_path / "m.zip")
    assert tree.exists(KERNEL) and tree.content(KERNEL) == (b"", "archive") and tree.names("x") == []
    assert not tree.exists("answers/06.json")


@given(st.binary(max_size=300), st.integers(0, 300))
def test_no_damage_to_an_archive_breaks_anything(junk: bytes, at: int) -> None:
    for pack in (zipped, tarred):
        with tempfile.TemporaryDirectory() as folder:
            path = pack(Path(folder) / "m.zip", {KERNEL: b"kernel" * 20})
            data = path.read_bytes()
            path.write_bytes(data[:at] + junk + data[at + len(junk) :])
            content, refused = opened(path).content(KERNEL)
            assert refused is not None or isinstance(content, bytes)


def test_a_member_whose_compression_is_damaged_or_wants_all_memory_is_refused(tmp_path: Path) -> None:
    for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        path = tmp_path / "m.zip"
        with zipfile.ZipFile(path, "w", method) as archive:
            archive.writestr("a.cu", b"kernel" * 20)
        data = path.read_bytes()
        start = data.index(b"a.cu") + len(b"a.cu")
        for at in range(start, data.index(b"PK\x01\x02")):
            for byte in (b"\0", b"\x80", b"\xff"):
                path.write_bytes(data[:at] + byte + data[at + 1 :])
                content, refused = opened(path).content("a.cu")
                assert refused is not None or isinstance(content, bytes)


def test_a_member_without_a_name_breaks_nothing(tmp_path: Path) -> None:
    path = zipped(tmp_path / "m.zip", {"a": b"x"})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02") + 28  # length of the name, then that of what follows it
    data[at : at + 4] = b"\0\0\1\0"
    path.write_bytes(data)
    assert isinstance(opened(path), BrokenTree)


def test_students_are_found_by_folder_and_by_archive(tmp_path: Path) -> None:
    (tmp_path / "mina").mkdir()
    zipped(tmp_path / "mina.zip", {})
    zipped(tmp_path / "omar.zip", {KERNEL: b"k"})
    tarred(tmp_path / "ada.l.tar.gz", {KERNEL: b"k"})
    (tmp_path / "bo").mkdir()
    zipped(tmp_path / "bo" / "handed in.zip", {KERNEL: b"k"})
    (tmp_path / "eve.zip").symlink_to(tmp_path / "omar.zip")
    found = handed_in(tmp_path)
    assert {name: sorted(path.name for path in paths) for name, paths in found.items()} == {
        "mina": ["mina", "mina.zip"], "omar": ["omar.zip"], "ada.l": ["ada.l.tar.gz"], "bo": ["bo"],
        "eve": ["eve.zip"]}  # fmt: skip
    assert opened(found["bo"][0]).content(KERNEL) == (b"k", None)
    assert isinstance(opened(tmp_path / "mina"), FolderTree) and isinstance(opened(found["omar"][0]), ArchiveTree)


def test_a_link_is_told_and_never_followed(tmp_path: Path) -> None:
    (tmp_path / "class" / "omar").mkdir(parents=True)
    for name in ("eve", "omar.zip"):
        (tmp_path / "class" / name).symlink_to(zipped(tmp_path / "x.zip", {KERNEL: b"k"}) if "." in name else tmp_path)
    found = handed_in(tmp_path / "class")
    assert opened(found["eve"][0]).content(KERNEL) == (b"", "link") and found["omar"][0].name == "omar"


def test_a_folder_of_one_student_that_cannot_be_read_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "mina").mkdir()
    monkeypatch.setattr(Path, "iterdir", refuse)
    tree = opened(tmp_path / "mina")
    assert tree.exists(KERNEL) and tree.content(KERNEL) == (b"", "unreadable")


def test_names_are_found_as_macos_writes_them(tmp_path: Path) -> None:
    (tmp_path / unicodedata.normalize("NFD", "홍길동")).mkdir()
    zipped(tmp_path / f"{unicodedata.normalize('NFD', '김é')}.zip", {KERNEL: b"k"})
    assert sorted(handed_in(tmp_path)) == ["김é", "홍길동"]


def test_a_link_to_itself_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "mina").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "loop.zip").symlink_to("loop.zip")
    assert list(handed_in(tmp_path)) == ["mina"]


def test_a_student_may_be_called_submitted(tmp_path: Path) -> None:
    for name in ("mina", "submitted"):
        (tmp_path / name).mkdir()
    (tmp_path / "submitted" / "omar").mkdir()
    assert list(handed_in(tmp_path)) == ["omar"], "the folder of nbgrader"
    assert sorted(handed_in(tmp_path, {"mina", "submitted"})) == ["mina", "submitted"]


def test_names_of_archives() -> None:
    assert (stem("a.tar.gz"), stem("B.ZIP"), stem("x.y.tgz")) == ("a", "B", "x.y")
    assert not is_archive("a.cu") and is_archive("a.TAR.XZ")


def test_a_folder_full_of_archives_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "mina").mkdir()
    for number in range(9):
        zipped(tmp_path / "mina" / f"{number}.zip", {KERNEL: b"k"})
    assert opened(tmp_path / "mina").content(KERNEL) == (b"", "archive")
    (tmp_path / "mina" / "8.zip").unlink()
    assert opened(tmp_path / "mina").content(KERNEL) == (b"k", None)
