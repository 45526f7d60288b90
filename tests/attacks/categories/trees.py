"""What students hand in instead of a kernel: links, devices, floods of files, and archives of every kind of malice."""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.attacks.categories.sources import adding, instead
from tests.attacks.model import Attack, Expected, Kind, Make

PLACE = "exercises/00_first_kernel/vector_add.cu"
_GOOD = adding().encode()
_WRONG = instead("c[i] = 0;").encode()


def scored(score: float | None, says: str = "") -> Expected:
    """What a class is told of the kernel."""
    return Expected(0, says=says, score=score)


_REFUSED = scored(None)
WRONG_SCORE = 10  # of a kernel with wrong results: that of having no hazards


def _tree(name: str, make: Make, expected: Expected, category: str = "folders and files") -> Attack:
    return Attack(name, category, Kind.SUBMISSION, make, expected)


def _folder(fill: Callable[[Path], object], good: bool = False) -> Make:
    """A student's folder. fill: makes something at the place of the kernel; good: there is a right one."""

    def make(path: Path) -> None:
        kernel = path / PLACE
        kernel.parent.mkdir(parents=True)
        if good:
            kernel.write_bytes(_GOOD)
        fill(kernel)

    return make


def _many(folder: Path) -> None:
    for number in range(3_000):
        (folder / f"{number}.cu").write_bytes(b"")


def _deep(kernel: Path) -> None:
    here = os.open(kernel.parent, os.O_RDONLY)
    for _ in range(400):
        os.mkdir("deep-folder", dir_fd=here)
        below = os.open("deep-folder", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def _huge(kernel: Path) -> None:
    with kernel.open("wb") as file:
        file.truncate(1 << 40)  # a hole: no byte of it is on the disk


def _linked_folder(kernel: Path) -> None:
    kernel.parent.rmdir()
    kernel.parent.symlink_to("../../../../course/solutions/00_first_kernel")


def _circle(kernel: Path) -> None:
    (kernel.parent / "again").symlink_to("..")


def _named_like_results(kernel: Path) -> None:
    for name in ("results.json", "class.json", "course.json", "scores.csv", "checks.csv", "vector_add.json"):
        for folder in (kernel.parent, kernel.parents[2]):
            (folder / name).write_text('{"score": 100, "state": "graded", "version": 1}\n', "utf-8")


def _odd_names(kernel: Path) -> None:
    for name in (b"\xff\xfe.cu", "\u202euc.x".encode(), b"\x1b[31m.cu", b"a\nb.cu", b"=1+1.cu", b"<script>.cu"):
        with open(os.fsencode(kernel.parent) + b"/" + name, "wb") as file:
            file.write(_GOOD)


FOLDERS = [
    _tree("link_to_the_solution", _folder(lambda p: p.symlink_to(
        "../../../../../course/solutions/00_first_kernel/vector_add.cu")), _REFUSED),
    _tree("link_to_a_neighbours_kernel", _folder(lambda p: p.symlink_to("../../../honest/vector_add.cu")), _REFUSED),
    _tree("link_to_the_folder_of_solutions", _folder(_linked_folder), _REFUSED),
    _tree("link_to_what_grades", _folder(lambda p: p.symlink_to("/proc/self/environ")), _REFUSED),
    _tree("link_to_zeros_without_end", _folder(lambda p: p.symlink_to("/dev/zero")), _REFUSED),
    _tree("hard_link_to_its_own", _folder(lambda p: os.link(p, p.with_name("again.cu")), good=True), scored(100)),
    _tree("pipe_in_place_of_a_kernel", _folder(os.mkfifo), _REFUSED),
    _tree("folder_in_place_of_a_kernel", _folder(os.mkdir), _REFUSED),
    _tree("terabyte_in_place_of_a_kernel", _folder(_huge), _REFUSED),
    _tree("thousands_of_files", _folder(lambda p: _many(p.parent), good=True), scored(100)),
    _tree("hundreds_of_folders_deep", _folder(_deep, good=True), scored(100)),
    _tree("folder_that_holds_itself", _folder(_circle, good=True), scored(100)),
    _tree("names_that_are_no_names", _folder(_odd_names, good=True), scored(100)),
    _tree("two_kernels_for_one_exercise", _folder(
        lambda p: (p.parents[2] / "vector_add.cu").write_bytes(_WRONG), good=True), _REFUSED),
    _tree("files_named_like_results", _folder(_named_like_results), scored(None), "forged results"),
    _tree("wrong_kernel_among_files_named_like_results", _folder(
        lambda p: (p.write_bytes(_WRONG), _named_like_results(p))), scored(WRONG_SCORE), "forged results"),
]


def _archive(ending: str, write: Callable[[Path], object]) -> Make:
    """An archive beside the place of the folder."""
    return lambda path: (write(path.with_name(path.name + ending)), None)[1]


def _zip(files: Mapping[str | zipfile.ZipInfo, bytes]) -> Make:  # type: ignore[type-var]
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(name, data)

    return _archive(".zip", write)


def _tar(*entries: tuple[str, bytes, str, bytes]) -> Make:
    """entries: name, type, what it links to, data."""

    def write(path: Path) -> None:
        with tarfile.open(path, "w:gz") as archive:
            for name, kind, link, data in entries:
                entry = tarfile.TarInfo(name)
                entry.type, entry.linkname, entry.size = kind, link, len(data)
                archive.addfile(entry, io.BytesIO(data))

    return _archive(".tar.gz", write)


def _raw(ending: str, data: Callable[[], bytes]) -> Make:
    return _archive(ending, lambda path: path.write_bytes(data()))


def _zipped(files: Mapping[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()


def _twice() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(PLACE, _GOOD)
        archive.writestr("x" * len(PLACE), _WRONG)
    return whole.getvalue().replace(b"x" * len(PLACE), PLACE.encode())


def _encrypted() -> bytes:
    """Every entry says that it is encrypted."""
    data = bytearray(_zipped({PLACE: _GOOD}))
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        struct.pack_into("<H", data, data.index(sign) + flags, 1)
    return bytes(data)


def _lying_size() -> bytes:
    """A directory that promises four gigabytes."""
    data = bytearray(_zipped({PLACE: _GOOD}))
    struct.pack_into("<II", data, data.index(b"PK\x01\x02") + 20, 0xFFFFFFF0, 0xFFFFFFF0)
    return bytes(data)


def _overlapping() -> bytes:
    """Ten thousand names for one bomb of ten megabytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("0.cu", bytes(10 << 20))
        first = archive.infolist()[0]
        for number in range(1, 10_000):
            other = zipfile.ZipInfo(f"{number}.cu")
            other.compress_type, other.CRC, other.header_offset = first.compress_type, first.CRC, first.header_offset
            other.compress_size, other.file_size = first.compress_size, first.file_size
            archive.filelist.append(other)
            archive.NameToInfo[other.filename] = other
        archive._didModify = True
    return whole.getvalue()


def _endless_name() -> bytes:
    """A name of 400 MB for a file without a byte: 400 KB when it is packed."""
    whole, head = io.BytesIO(), tarfile.TarInfo("././@LongLink")
    head.type, head.size = tarfile.GNUTYPE_LONGNAME, 400 << 20
    with gzip.GzipFile(fileobj=whole, mode="wb") as file:
        file.write(head.tobuf(tarfile.GNU_FORMAT))
        for _ in range(400):
            file.write(bytes(1 << 20))
        file.write(tarfile.TarInfo(PLACE).tobuf(tarfile.GNU_FORMAT) + bytes(1024))
    return whole.getvalue()


def _pipe_called_archive(path: Path) -> None:
    path.mkdir()
    os.mkfifo(path / "work.zip")


def _linked_member() -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(PLACE)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def _of(name: str, make: Make, expected: Expected) -> Attack:
    return _tree(name, make, expected, "archives")


_REG, _SYM, _HARD, _DEVICE, _PIPE = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE
_SECRET = "../../../course/solutions/00_first_kernel/vector_add.cu"

ARCHIVES = [
    _of("zip_slip", _zip({"../../../../home/vector_add.cu": _WRONG, PLACE: _GOOD}), scored(100)),
    _of("zip_slip_to_a_neighbour", _zip({"../honest/vector_add.cu": _WRONG, PLACE: _GOOD}), scored(100)),
    _of("zip_with_an_absolute_name", _zip({f"/{PLACE}": _WRONG, "x.cu": b""}), scored(None)),
    _of("zip_with_a_link", _zip({_linked_member(): _SECRET.encode(), "x.cu": b""}), _REFUSED),
    _of("zip_bomb", _zip({PLACE: bytes(64 << 20)}), _REFUSED),
    _of("zip_bomb_of_names", _zip({f"{n}/": b"" for n in range(20_500)}), _REFUSED),
    _of("zip_bomb_that_overlaps", _raw(".zip", _overlapping), _REFUSED),
    _of("zip_within_zip", _zip({"a.zip": _zipped({PLACE: _GOOD}), "b.zip": b""}), scored(None)),
    _of("zip_with_one_name_twice", _raw(".zip", _twice), scored(WRONG_SCORE)),
    _of("zip_that_is_encrypted", _raw(".zip", _encrypted), _REFUSED),
    _of("zip_that_is_cut_off", _raw(".zip", lambda: _zipped({PLACE: _GOOD})[:-30]), _REFUSED),
    _of("zip_that_lies_about_its_size", _raw(".zip", _lying_size), scored(100)),
    _of("zip_with_names_in_another_encoding", _zip({"과제/".encode("cp949").decode("cp437") + PLACE: _GOOD}), scored(100)),
    _of("zip_that_is_a_tar", _raw(".zip", lambda: b"\x1f\x8b" + bytes(1000)), _REFUSED),
    _of("tar_slip", _tar(("../../x.cu", _REG, "", _WRONG), (PLACE, _REG, "", _GOOD)), scored(100)),
    _of("tar_with_an_absolute_name", _tar((f"/{PLACE}", _REG, "", _WRONG), ("x.cu", _REG, "", b"")), scored(None)),
    _of("tar_with_a_link", _tar((PLACE, _SYM, _SECRET, b""), ("x.cu", _REG, "", b"")), _REFUSED),
    _of("tar_with_a_hard_link", _tar((PLACE, _HARD, _SECRET, b""), ("x.cu", _REG, "", b"")), _REFUSED),
    _of("tar_with_a_file_behind_a_link", _tar(("exercises", _SYM, "/tmp", b""), (PLACE, _REG, "", _GOOD)), scored(100)),
    _of("tar_with_a_device", _tar((PLACE, _DEVICE, "", b""), ("x.cu", _REG, "", b"")), _REFUSED),
    _of("tar_with_a_pipe", _tar((PLACE, _PIPE, "", b""), ("x.cu", _REG, "", b"")), _REFUSED),
    _of("tar_bomb", _tar((PLACE, _REG, "", bytes(300 << 20))), _REFUSED),
    _of("tar_with_a_name_without_end", _raw(".tar.gz", _endless_name), _REFUSED),
    _of("archive_that_is_a_pipe", _pipe_called_archive, _REFUSED),
    _of("tar_that_is_cut_off", _raw(".tar.xz", lambda: b"\xfd7zXZ\x00\x00\x04" + b"\x00" * 20), _REFUSED),
]

ATTACKS = FOLDERS + ARCHIVES
