"""Reading a student's file: what is accepted and what is refused, by kind."""

from __future__ import annotations

import random

import pytest

from grader.toolchain import CompileError, SourceError, compile_source, read_source
from grader.toolchain.source import MAX_SOURCE_BYTES

KERNEL = "// 커널\n__global__ void k(int* p) { p[0] = 1; }\n"


def written(tmp_path, data: bytes):
    path = tmp_path / "kernel.cu"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        KERNEL.encode(),
        b"\xef\xbb\xbf" + KERNEL.encode(),
        KERNEL.replace("\n", "\r\n").encode(),
        KERNEL.replace("\n", "\r").encode(),
        KERNEL.encode("cp949"),
    ],
    ids=["utf-8", "bom", "crlf", "cr", "cp949"],
)
def test_every_common_way_to_save_a_text_reads_the_same(tmp_path, data):
    assert read_source(written(tmp_path, data)) == KERNEL


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b" \r\n\t\n", "empty"),
        (KERNEL.encode("utf-16"), "utf16"),
        (KERNEL.encode("utf-16-le"), "utf16"),
        (KERNEL.encode("utf-16-be"), "utf16"),
        (b"\x7fELF\x02\x01\x01" + bytes(9), "not_text"),
        (b"int x; \0", "not_text"),
        (b"int x; \x1b[31m", "not_text"),
        (random.Random(1).randbytes(4000), "not_text"),
        (b"/" * (MAX_SOURCE_BYTES + 1), "too_large"),
    ],
    ids=["empty", "only-bom", "blank", "utf16", "utf16-le", "utf16-be", "elf", "nul", "escape", "junk", "large"],
)
def test_what_is_no_source_is_refused_by_kind(tmp_path, data, kind):
    with pytest.raises(SourceError) as caught:
        read_source(written(tmp_path, data))
    assert caught.value.kind == kind
    assert "kernel.cu" in str(caught.value)


def test_a_missing_file_and_a_folder_are_missing(tmp_path):
    for path in (tmp_path / "nothing.cu", tmp_path):
        with pytest.raises(SourceError) as caught:
            read_source(path)
        assert caught.value.kind == "missing"


def test_lines_count_the_same_with_every_line_end():
    for end in ("\n", "\r\n", "\r"):
        source = f'\ufeff// one{end}extern "C" __global__ void k(int* a) {{{end}    a[0] = b;{end}}}{end}'
        with pytest.raises(CompileError) as caught:
            compile_source(source)
        (error,) = caught.value.diagnostics
        assert (error.line, error.column) == (3, 12)


def test_ten_megabytes_of_source_are_refused_before_compiling():
    with pytest.raises(CompileError, match="source_too_large"):
        compile_source("// x\n" * 2_000_000)


def test_a_nul_does_not_hide_what_follows_it():
    with pytest.raises(CompileError, match="source_has_nul") as caught:
        compile_source("int a;\n\0syntax error")
    assert caught.value.diagnostics[0].line == 2
