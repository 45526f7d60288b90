"""The pictures of fragments: at the lines that have such instructions, with the data of the model, and nowhere else."""

from __future__ import annotations

import json
import re
from typing import Any

import html5lib

from grader.report.page.code_lines import code_lines
from grader.report.page.fragments import fragments
from grader.sass.matrix_instructions import instruction_of, known
from grader.texts import say
from tests.report.page.made import EVERY_ACCESS, TENSOR, html_of, page, ran

LINES = TENSOR.split("\n")


def line(text: str) -> int:
    return next(number for number, code in enumerate(LINES, 1) if text in code)


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])


def names_by_line() -> dict[int, list[str]]:
    shown = page(TENSOR)
    names = list(shown.matrices)
    return {each.number: [names[number] for number in each.fragments] for each in shown.lines if each.fragments}


def test_a_line_has_the_instructions_that_the_compiler_made_of_it() -> None:
    found = names_by_line()
    written = {line('"=r"(a[0])'): "ldmatrix.x4", line("m8n8.x2.trans"): "ldmatrix.x2.trans",
               line(': "r"(a[0])'): "mma.m16n8k16.f16", line("wmma::mma_sync"): "mma.m16n8k16.f16"}  # fmt: skip
    for name in written.values():
        assert any(name in names for names in found.values())
    near = {number: names for number, names in found.items() if number not in (line("fa, tile"), line("fb, tile"))}
    assert sorted(name for names in near.values() for name in names) == sorted(written.values())
    assert all(min(abs(number - at) for at in written) <= 2 for number in near)


def test_what_a_header_does_belongs_to_the_line_that_calls_it() -> None:
    program, _ = ran(TENSOR)
    lines = code_lines(program, "k")
    product, load, own = (lines[line(text)] for text in ("wmma::mma_sync", "fa, tile", "m8n8.x2.trans"))
    assert product.machine["HMMA"] == 2 and sum(text.startswith("HMMA.16816.F32 ") for text in product.sass) == 2
    assert any(text.startswith("LDSM") for text in load.sass)
    assert product.by_wmma and load.by_wmma and not own.by_wmma


def test_the_data_are_those_of_the_model() -> None:
    for name in known():
        instruction = instruction_of(name)
        assert instruction is not None
        drawn: Any = fragments(instruction)
        for matrix, shown in zip(instruction.matrices, drawn["matrices"], strict=True):
            fragment = matrix.fragment
            high, wide = (1, shown["pack"]) if shown["across"] else (shown["pack"], 1)
            in_a_row = shown["columns"] // wide
            assert len(shown["cells"]) == shown["rows"] // high * in_a_row == 32 * shown["registers"]
            for index, (lane, register) in enumerate(shown["cells"]):
                place = fragment.place(index // in_a_row * high, index % in_a_row * wide)
                assert (lane, register) == (place.lane, shown["first"] + place.register)


def test_the_page_has_each_instruction_once_and_a_button_at_each_line() -> None:
    text = html_of(page(TENSOR))
    names = [each["name"] for each in data_of(text)["fragments"]]
    assert sorted(names) == sorted({name for found in names_by_line().values() for name in found})
    buttons = re.findall(r'<button type="button" class="layout" data-fragments="([\d ]+)"( data-wmma)?', text)
    wanted = [[names.index(name) for name in found] for _, found in sorted(names_by_line().items())]
    assert [list(map(int, numbers.split())) for numbers, _ in buttons] == wanted
    assert sum(bool(wmma) for _, wmma in buttons) == 3
    for lang in ("en", "ko"):
        assert say("page.fragments_mark", lang, names="ldmatrix.x2.trans") in text
    html5lib.HTMLParser(strict=True).parse(text)


def test_a_kernel_without_such_instructions_has_none_of_it() -> None:
    text = html_of(page(EVERY_ACCESS))
    assert data_of(text)["fragments"] == [] and 'class="layout"' not in text


def test_all_instructions_of_a_page_are_small() -> None:
    every = [fragments(instruction) for name in known() if (instruction := instruction_of(name)) is not None]
    assert max(len(json.dumps(each)) for each in every) < 8_000
