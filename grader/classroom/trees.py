"""A student's files: in a folder or in an archive, which is read in place and never unpacked.

Paths are relative, with slashes. No link is followed, and nothing huge is read.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO, Protocol, cast

from grader.course.state import FOLDER
from grader.toolchain.source import MAX_SOURCE_BYTES

Content = tuple[bytes, str | None]  # a file's bytes, or why they are not read: a key of the area `class`

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")
_UNREAD = (".7z", ".rar", ".alz", ".egg", ".zipx", ".tar.zst")  # archives of unsupported kinds
_OWN_FOLDERS = ("exercises", "answers", FOLDER.name)  # besides those of modules, which begin with a number
_READ = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
_MOST_MEMBERS, _MOST_BYTES, _MOST_KEPT = 20_000, 256 << 20, 16 << 20  # of an archive
_MOST_ARCHIVES = 8  # in a student's folder
_MOST_AT_ONCE = 2 * MAX_SOURCE_BYTES  # in one read of the tar reader, which trusts headers and reads names whole
_MOST_AROUND = 8  # nested folders around everything
_PACKED: Mapping[bytes, Callable[[IO[bytes]], object]] = {  # magic number -> decompressor
    b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open,
}  # fmt: skip


class Tree(Protocol):
    """A student's files."""

    def exists(self, path: str) -> bool:
        """Whether something with that name exists, of any kind."""

    def content(self, path: str) -> Content:
        """The bytes of a file, or why it is refused."""

    def names(self, folder: str) -> list[str]:
        """The names directly in a folder; none if it is not a folder."""

    def is_empty(self) -> bool:
        """Whether there are no files at all."""


class FolderTree(Tree):
    """Files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def exists(self, path: str) -> bool:
        return os.path.lexists(self._folder / path)

    def content(self, path: str) -> Content:
        """As `Tree`, but no path through a link and no device."""
        if self._is_linked(path):
            return b"", "link"
        try:
            descriptor = os.open(self._folder / path, _READ)
        except OSError:
            return b"", "unreadable"
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return b"", "no_file"
            with open(descriptor, "rb", closefd=False) as file:
                return _limited(file)
        except OSError:
            return b"", "unreadable"
        finally:
            os.close(descriptor)

    def names(self, folder: str) -> list[str]:
        if self._is_linked(folder):
            return []
        try:
            return sorted(os.listdir(self._folder / folder))
        except OSError:
            return []

    def is_empty(self) -> bool:
        return all(map(_is_aside, (name for _, _, files in os.walk(self._folder) for name in files)))

    def _is_linked(self, path: str) -> bool:
        step = self._folder
        for part in PurePosixPath(path).parts:
            step = step / part
            if step.is_symlink():
                return True
        return False


class ArchiveTree(Tree):
    """Files of an archive, in memory. count: of all its files, of which only some are read."""

    def __init__(self, files: Mapping[str, Content], count: int) -> None:
        self._files, self._count = _below_the_only_folder(files), count

    def exists(self, path: str) -> bool:
        return path in self._files

    def content(self, path: str) -> Content:
        return self._files.get(path, (b"", "no_file"))

    def names(self, folder: str) -> list[str]:
        below = PurePosixPath(folder)
        return sorted(PurePosixPath(name).name for name in self._files if PurePosixPath(name).parent == below)

    def is_empty(self) -> bool:
        return not self._count


class RenamedTree(Tree):
    """Files of a folder under other names. names: in the folder, by the names used for them."""

    def __init__(self, folder: FolderTree, names: Mapping[str, str]) -> None:
        self._folder, self._names = folder, names

    def exists(self, path: str) -> bool:
        return path in self._names

    def content(self, path: str) -> Content:
        return self._folder.content(self._names[path]) if path in self._names else (b"", "no_file")

    def names(self, folder: str) -> list[str]:
        return []

    def is_empty(self) -> bool:
        return not self._names


class BrokenTree(Tree):
    """An unreadable submission: every kernel exists and is refused. reason: a key of the area `class`."""

    def __init__(self, reason: str = "archive") -> None:
        self._reason = reason

    def exists(self, path: str) -> bool:
        return path.endswith(".cu")

    def content(self, path: str) -> Content:
        return b"", self._reason

    def names(self, folder: str) -> list[str]:
        return []

    def is_empty(self) -> bool:
        return False


class SeveralTrees(Tree):
    """Several submissions of one student: a file in more than one is refused unless all are the same."""

    def __init__(self, trees: Iterable[Tree]) -> None:
        self._trees = tuple(trees)

    def exists(self, path: str) -> bool:
        return any(tree.exists(path) for tree in self._trees)

    def content(self, path: str) -> Content:
        found = {tree.content(path) for tree in self._trees if tree.exists(path)} or {(b"", "no_file")}
        return found.pop() if len(found) == 1 else (b"", "two_files")

    def names(self, folder: str) -> list[str]:
        return sorted({name for tree in self._trees for name in tree.names(folder)})

    def is_empty(self) -> bool:
        return all(tree.is_empty() for tree in self._trees)


def tree_of(path: Path, wanted: Iterable[str]) -> Tree:
    """The files of a student's folder or archive. wanted: endings of the files that will be read.

    A folder such as `warplings-main/` around everything is left out, and archives in a folder are read with the rest.
    """
    if path.is_symlink():
        return BrokenTree("link")
    if path.is_dir():
        return _of_folder(path, tuple(wanted))
    if is_unread_archive(path.name):
        return BrokenTree("archive_kind")
    try:
        descriptor = os.open(path, _READ)
    except OSError:
        return BrokenTree("unreadable")
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return BrokenTree("no_file")
        try:
            budget = _Budget()
            return ArchiveTree(dict(_members(file, tuple(wanted), budget)), budget.files)
        except Exception:  # whatever the readers of zip, tar and four compressions raise, including MemoryError
            return BrokenTree()


def _of_folder(path: Path, wanted: tuple[str, ...]) -> Tree:
    folder = _only_folder(path, wanted)
    try:
        inside = [p for p in sorted(path.iterdir()) if not p.name.startswith(".")]
        deeper = sorted(folder.iterdir()) if folder != path else []
    except OSError:
        return BrokenTree("unreadable")
    packed = [p for p in (*inside, *deeper) if is_packed(p.name) and not p.is_dir() and not p.is_symlink()]
    if len(inside) == 1 and packed == inside:
        return tree_of(packed[0], wanted)
    supported = [p for p in packed if is_archive(p.name)]
    archives = [BrokenTree()] if len(supported) > _MOST_ARCHIVES else [tree_of(p, wanted) for p in supported]
    return SeveralTrees([FolderTree(folder), *archives]) if archives else FolderTree(folder)


def is_archive(name: str) -> bool:
    """Whether a file's name is that of a supported archive."""
    return name.lower().endswith(ARCHIVES)


def is_unread_archive(name: str) -> bool:
    """Whether a file's name is that of an unsupported archive."""
    return name.lower().endswith(_UNREAD)


def is_packed(name: str) -> bool:
    """Whether a file's name is that of an archive, supported or not."""
    return is_archive(name) or is_unread_archive(name)


def stem(name: str) -> str:
    """The name of an archive without its endings."""
    endings = sorted((*ARCHIVES, *_UNREAD), key=len, reverse=True)
    return name[: -len(next(ending for ending in endings if name.lower().endswith(ending)))]


def _members(file: IO[bytes], wanted: tuple[str, ...], budget: _Budget) -> Iterator[tuple[str, Content]]:
    """The files of an archive by path; of several with one name the last counts, as when unpacking."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                budget.count()
                kind = stat.S_IFMT(info.external_attr >> 16)
                if info.is_dir():
                    continue
                budget.files += 1
                if kind not in (0, stat.S_IFREG):
                    yield from _named(info.filename, (b"", "link"), wanted)
                elif _is_wanted(info.filename, wanted):
                    budget.read(min(info.file_size, MAX_SOURCE_BYTES + 1))
                    with archive.open(info) as opened:
                        yield from _named(info.filename, budget.kept(_limited(opened)), wanted)
        return
    with _unpacked(file) as plain, tarfile.open(fileobj=cast(IO[bytes], _InPieces(plain)), mode="r:") as tar:
        for entry in tar:  # sequentially: all of it is decompressed on the way
            budget.count(entry.size)
            if entry.isdir():
                continue
            budget.files += 1
            member = tar.extractfile(entry) if entry.isreg() and _is_wanted(entry.name, wanted) else None
            if member is not None:
                yield from _named(entry.name, budget.kept(_limited(member)), wanted)
            elif not entry.isreg():
                yield from _named(entry.name, (b"", "link"), wanted)


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    file.seek(0)
    start = file.read(8)
    file.seek(0)
    opened = next((unpack for sign, unpack in _PACKED.items() if start.startswith(sign)), None)
    return file if opened is None else cast(IO[bytes], opened(file))


class _InPieces:
    """A file that refuses to read much at once with ValueError."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _MOST_AT_ONCE:
            raise ValueError("too much at once")
        return self._file.read(size)


def _named(name: str, content: Content, wanted: tuple[str, ...]) -> Iterator[tuple[str, Content]]:
    """A member under its path; nothing for one outside the archive or a macOS resource fork."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0] == "__MACOSX" or parts[-1].startswith("._"):
        return
    if ".." not in parts and not parts[0].endswith((":", "/")) and _is_wanted(name, wanted):
        yield PurePosixPath(*parts).as_posix(), content


def _is_wanted(name: str, wanted: tuple[str, ...]) -> bool:
    return name.lower().endswith(wanted)


class _Budget:
    """Limits of what is read of an archive. Raises ValueError beyond them."""

    def __init__(self) -> None:
        self._members = self._bytes = self._kept = self.files = 0

    def count(self, size: int = 0) -> None:
        self._members += 1
        self.read(size)

    def read(self, size: int) -> None:
        self._bytes += max(0, size)
        if self._members > _MOST_MEMBERS or self._bytes > _MOST_BYTES:
            raise ValueError("too much in it")

    def kept(self, content: Content) -> Content:
        """Count what stays in memory until the class is graded."""
        self._kept += len(content[0])
        if self._kept > _MOST_KEPT:
            raise ValueError("too much in it")
        return content


def _limited(file: IO[bytes]) -> Content:
    data = file.read(MAX_SOURCE_BYTES + 1)
    return (b"", "too_large") if len(data) > MAX_SOURCE_BYTES else (data, None)


def _below_the_only_folder(files: Mapping[str, Content]) -> dict[str, Content]:
    """Paths without folders around everything, such as `homework/warplings-main/`, unless they are the course's."""
    found = dict(files)
    for _ in range(_MOST_AROUND):
        tops = {top for name in found if not _is_aside(top := PurePosixPath(name).parts[0])}
        (top,) = tops if len(tops) == 1 else ("",)
        if not top or top in found or _is_own(top):
            break
        found = {name[len(top) + 1 :]: content for name, content in found.items() if name.startswith(f"{top}/")}
    return found


def _only_folder(folder: Path, wanted: tuple[str, ...]) -> Path:
    """The same for a folder on disk, ignoring what holds no file that is wanted."""
    for _ in range(_MOST_AROUND):
        try:
            seen = [entry for entry in os.scandir(folder) if not _is_aside(entry.name)]
            if any(_is_own(entry.name) for entry in seen):
                break
            inside = [entry for entry in seen if _is_wanted(entry.name, wanted) or _holds(entry, wanted)]
        except OSError:
            break
        if len(inside) != 1 or not inside[0].is_dir(follow_symlinks=False):
            break
        folder = Path(inside[0].path)
    return folder


def _holds(folder: os.DirEntry[str], wanted: tuple[str, ...]) -> bool:
    """Whether there may be a wanted file in a folder; one in which nobody can look for all of them counts, too."""
    if folder.is_symlink():
        return folder.is_dir()
    left = _MOST_MEMBERS
    for _, folders, files in os.walk(folder.path) if folder.is_dir() else ():
        left -= len(folders) + len(files)
        if left < 0 or any(_is_wanted(name, wanted) for name in files):
            return True
    return False


def _is_aside(name: str) -> bool:
    """Whether a file or folder is of an editor or an operating system, and no part of what is handed in."""
    return name == "__MACOSX" or (name.startswith(".") and name != FOLDER.name)


def _is_own(folder: str) -> bool:
    """Whether a folder may contain kernels or quizzes."""
    return folder in _OWN_FOLDERS or folder[:2].isdigit() or folder.endswith(".cu")
