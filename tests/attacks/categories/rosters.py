"""Rosters that hold what cannot be the name of a folder, or is not what it looks like."""

from __future__ import annotations

from tests.attacks.model import Attack, Expected, Kind, text

_REFUSED = Expected(2)
_READ = Expected(0)


def _roster(name: str, content: str | bytes, expected: Expected = _REFUSED, category: str = "rosters") -> Attack:
    return Attack(name, category, Kind.ROSTER, text(content), expected)


def _id(name: str, student: str, expected: Expected = _REFUSED, category: str = "rosters") -> Attack:
    return _roster(name, f'id,name\n"{student}",x\n', expected, category)


ATTACKS = [
    _id("id_above", "../../home/evil"),
    _id("id_of_the_folder_above", ".."),
    _id("id_that_is_absolute", "/tmp/evil"),
    _id("id_of_a_device", "CON"),
    _id("id_with_escapes", "\x1b[31mred", category="terminal tricks"),
    _id("id_on_two_lines", "a\nb", category="terminal tricks"),
    _id("id_with_markup", "<script>", category="html and markdown"),
    _id("id_of_thousands_of_letters", "x" * 5_000),
    _id("id_turned_around", "\u202eanim", _READ, "terminal tricks"),
    _id("id_with_nothing_in_it", "mi\u200bna", _READ, "terminal tricks"),
    _id("id_like_a_formula", "=1+1", _READ, "formulas"),
    _id("id_like_a_formula_with_an_at", "@SUM(1)", _READ, "formulas"),
    _roster("name_like_a_formula", 'id,name,section\na,"=cmd|\' /C calc\'!A0",+1\nb,"\t=1",@x\n', _READ, "formulas"),
    _roster("names_of_markup", 'id,name\na,"<script>alert(1)</script>"\nb,"<img src=x onerror=alert(1)>"\n', _READ,
            "html and markdown"),
    _roster("headings_of_markup", 'id,name,"<script>alert(1)</script>",=1+1\na,b,c,d\n', _READ, "html and markdown"),
    _roster("one_id_in_two_forms", "id\n\u1112\u1161\u11ab\n\ud55c\n"),
    _roster("two_ids_that_look_alike", "id\nmina\nm\u0456na\n", _READ),
    _roster("quote_that_never_ends", 'id,name\na,"' + "x" * 200_000),
    _roster("nothing_but_zeros", bytes(10_000)),
    _roster("too_large_to_be_one", b"id\n" + b"a" * (17 << 20)),
    _roster("ten_thousand_headings", ",".join(["id", *map(str, range(10_000))]) + "\na\n", _READ),
]
