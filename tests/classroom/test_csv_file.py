"""Files as spreadsheets and platforms write them: encodings, delimiters, quotes, line ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.csv_file import CsvFile, NotCsv, read_csv


def read(folder: Path, data: bytes) -> CsvFile:
    path = folder / "file.csv"
    path.write_bytes(data)
    return read_csv(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp949"])
def test_the_encoding_is_kept_for_whoever_writes_the_file_again(tmp_path: Path, encoding: str) -> None:
    found = read(tmp_path, "이름,점수\n김미나,1\n".encode(encoding))
    assert (found.encoding, found.rows) == (encoding, ((1, ("이름", "점수")), (2, ("김미나", "1"))))


@pytest.mark.parametrize(
    ("head", "delimiter"),
    [
        ("a,b;c,d", ","),
        ("a;b,c;d", ";"),
        ('"x, y, z";b', ";"),
        ('"Last, First, and so on"\t"b"', "\t"),
        ("sep=;\na,b,c;d", ";"),
        ("one", ","),
    ],
)
def test_the_delimiter_is_what_stands_between_the_headings(tmp_path: Path, head: str, delimiter: str) -> None:
    assert read(tmp_path, f"{head}\n".encode()).delimiter == delimiter


def test_quotes_and_line_ends_are_told(tmp_path: Path) -> None:
    assert (read(tmp_path, b'"a","b"\r\n').quoted, read(tmp_path, b'"a","b"\r\n').newline) == (True, "\r\n")
    assert (read(tmp_path, b"\xef\xbb\xbfa,b\n").quoted, read(tmp_path, b"a,b").newline) == (False, "\n")


def test_lines_are_those_on_which_rows_end_and_empty_ones_are_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, b'sep=,\n\na,b\n"x\ny",1\n,\n').rows == ((3, ("a", "b")), (5, ("x\ny", "1")))


@pytest.mark.parametrize(
    ("data", "key"), [(b"\x00\x01", "encoding"), (b'"a\n', "not_csv"), (b"x" * (17 << 20), "too_large")]
)
def test_what_is_no_table_is_told(tmp_path: Path, data: bytes, key: str) -> None:
    with pytest.raises(NotCsv) as caught:
        read(tmp_path, data)
    assert caught.value.key == key
