"""What must hold of every page and every table that is made from what students wrote."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import html5lib

_NAMESPACE = "{http://www.w3.org/1999/xhtml}"
_RUN = ("script", "iframe", "object", "embed", "base", "form", "link")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_TURNED = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200b\x1b\x9b"


def assert_page_is_inert(path: Path) -> None:
    """A browser that parses it finds no script, no handler and no address of one; and nothing turns its text around."""
    text = path.read_text("utf-8")
    for element in html5lib.parse(text).iter():
        name = str(element.tag).removeprefix(_NAMESPACE)
        assert name not in _RUN or (name == "script" and not element.attrib and _is_own(element.text)), (path, name)
        for key, value in element.attrib.items():
            assert not str(key).lower().startswith("on"), (path, key)
            assert not str(value).strip().lower().startswith(("javascript:", "data:text")), (path, value)
    assert not set(text) & set(_TURNED), path


def assert_no_formula(path: Path) -> None:
    """No cell is one that a spreadsheet computes, a number and the mark of a blank aside."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.reader(file):
            for cell in row:
                assert not cell.startswith(_FORMULA) or _is_number(cell), (path, cell)


def _is_own(script: str | None) -> bool:
    return "alert(1)" not in (script or "")


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"-([0-9]+(\.[0-9]+)?)?", cell) is not None
