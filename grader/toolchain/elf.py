"""Just enough of ELF to read a cubin: sections, symbols, relocations."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from grader.dataclass import dataclass

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELA, _REL, _NOBITS = 4, 9, 8
_RELOCATION = {".rela": (_RELA, struct.Struct("<QQq")), ".rel": (_REL, struct.Struct("<QQ"))}
_EM_CUDA = 190
_MOST_COPIES = 4  # total size of the sections over that of the file: few overlap
_MAGIC = b"\x7fELF\x02\x01"  # 64 bits, little endian


class NotACubin(ValueError):
    """Not a 64-bit little-endian ELF file for CUDA, or a damaged one."""


@contextmanager
def reading() -> Iterator[None]:
    """Turns errors in reading a cubin's bytes into NotACubin."""
    try:
        yield
    except NotACubin:
        raise
    except (struct.error, IndexError, ValueError, ZeroDivisionError, OverflowError) as error:
        raise NotACubin(f"a damaged cubin: {error}") from error


@dataclass(frozen=True, slots=True)
class Section:
    """One ELF section; `link` and `info` as the ELF header has them.

    size: bytes in memory, where the file may have no data.
    """

    name: str
    type: int
    data: bytes
    link: int
    info: int
    size: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """One ELF symbol: `value` is its offset within section number `section`, `size` in bytes."""

    name: str
    type: int
    section: int
    value: int
    size: int


class Cubin:
    """A cubin's sections and symbols. Raises NotACubin."""

    def __init__(self, data: bytes) -> None:
        if len(data) < 64 or data[:6] != _MAGIC or struct.unpack_from("<H", data, 18)[0] != _EM_CUDA:
            raise NotACubin("not a cubin")
        with reading():
            self.sections = tuple(_sections(data))

    def section(self, name: str) -> Section | None:
        """The section of that name, if there is one."""
        return next((s for s in self.sections if s.name == name), None)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbol table, in its order."""
        table = self.section(".symtab")
        if table is None:
            return ()
        strings = self.sections[table.link].data
        return tuple(
            Symbol(_string(strings, name), info & 0xF, section, value, size)
            for name, info, _, section, value, size in _SYMBOL.iter_unpack(table.data)
        )

    def relocations(self, name: str) -> Iterator[tuple[int, Symbol, int]]:
        """(offset, symbol, addend) of every relocation in the section of that name."""
        for prefix, (kind, record) in _RELOCATION.items():
            for section in self.sections:
                if section.type == kind and section.name == prefix + name:
                    for offset, info, *addend in record.iter_unpack(section.data):
                        yield offset, self.symbols[info >> 32], addend[0] if addend else 0


def _sections(data: bytes) -> Iterator[Section]:
    (table,) = struct.unpack_from("<Q", data, 40)
    entry_size, count, names = struct.unpack_from("<3H", data, 58)
    headers = [_SECTION.unpack_from(data, table + i * entry_size) for i in range(count)]
    spans = [slice(0) if h[1] == _NOBITS else slice(h[4], h[4] + h[5]) for h in headers]
    if sum(len(range(*span.indices(len(data)))) for span in spans) > _MOST_COPIES * len(data):
        raise NotACubin("a damaged cubin: sections overlap")
    strings = data[spans[names]]
    for h, span in zip(headers, spans, strict=True):
        yield Section(_string(strings, h[0]), h[1], data[span], h[6], h[7], h[5])


def _string(strings: bytes, offset: int) -> str:
    return strings[offset : strings.index(b"\0", offset)].decode("utf-8", "replace")
