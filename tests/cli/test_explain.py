"""`grader explain`: fragments by lane, by element and as a whole, in both languages and as JSON."""

from __future__ import annotations

import re

import pytest

from grader.sass.matrix_instructions import instruction_of, known
from grader.texts import say
from tests.cli.conftest import Grader

NAME = "mma.m16n8k16.f16"


def grids(out: str) -> list[list[list[str]]]:
    """The cells of each matrix: `lane:register`, or `.`, row by row."""
    found: list[list[list[str]]] = []
    for line in out.splitlines():
        if re.match(r"[A-DM][0-3]?(, D)?: ", line):
            found.append([])
        elif found and (cells := re.findall(r" (\d+:\d+|\.)(?= |$)", line)):
            found[-1].append(cells)
    return found


def test_every_lane_and_register_stands_in_the_grids_of_a_product(grader: Grader) -> None:
    done = grader("explain", NAME)
    assert (done.status, done.err) == (0, "")
    a, b, c = grids(done.out)
    assert (len(a), len(b), len(c)) == (16, 8, 16)
    for grid, registers in ((a, 4), (b, 2), (c, 4)):
        cells = [cell for row in grid for cell in row]
        assert sorted(cells) == sorted(f"{lane}:{r}" for lane in range(32) for r in range(registers))
    assert (a[9][5], b[5][1], c[9][3]) == ("5:3", "5:1", "5:3")
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", known())
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_instruction_can_be_shown_on_a_small_terminal(grader: Grader, name: str, lang: str) -> None:
    instruction = instruction_of(name)
    assert instruction is not None
    done = grader("explain", name, "--lang", lang)
    assert done.status == 0 and done.out.splitlines()[:2] == [name, instruction.ptx]
    assert max(map(len, done.out.splitlines())) <= 80
    shown = [cell for grid in grids(done.out) for row in grid for cell in row]
    assert len(shown) == sum(32 * matrix.fragment.registers for matrix in instruction.matrices)


def test_a_lane_is_told_register_by_register_and_stands_alone_in_the_grids(grader: Grader) -> None:
    done = grader("explain", NAME, "--lane", "5")
    told = dict(re.findall(r"^([abc]\[\d\]) +(\S.*?) *$", done.out, re.M))
    assert told == {
        "a[0]": "A[1][2], A[1][3]", "a[1]": "A[9][2], A[9][3]", "a[2]": "A[1][10], A[1][11]",
        "a[3]": "A[9][10], A[9][11]", "b[0]": "B[2][1], B[3][1]", "b[1]": "B[10][1], B[11][1]",
        "c[0]": "C[1][2]", "c[1]": "C[1][3]", "c[2]": "C[9][2]", "c[3]": "C[9][3]",
    }  # fmt: skip
    own = {cell for grid in grids(done.out) for row in grid for cell in row} - {"."}
    assert own == {"5:0", "5:1", "5:2", "5:3"}


@pytest.mark.parametrize(
    ("name", "element", "told"),
    [
        (NAME, "A[3][7]", "A[3][7]: lane 15, a[0], bits 16 to 31."),
        (NAME, "b[ 9 ][2]", "B[9][2]: lane 8, b[1], bits 16 to 31."),
        (NAME, "D[9][4]", "D[9][4]: lane 6, c[2], bits 0 to 31."),
        ("HMMA.16816.F16", "C[9][5]", "C[9][5]: lane 6, c[1], bits 16 to 31."),
        ("mma.m16n8k256.b1", "A[8][200]", "A[8][200]: lane 2, a[3], bit 8."),
        ("mma.m16n8k16.f64", "A[15][15]", "A[15][15]: lane 31, a[7], bits 0 to 63."),
        ("ldmatrix.x4", "M2[3][7]", "M2[3][7]: lane 15, r[2], bits 16 to 31.\nLane 19 names the address of its row."),
        ("ldmatrix.x4.trans", "M2[3][7]",
         "M2[3][7]: lane 29, r[2], bits 16 to 31.\nLane 19 names the address of its row."),
        ("movmatrix", "A[3][7]",
         "A[3][7]: lane 15, a[0], bits 16 to 31.\nA[3][7]: lane 29, d[0], bits 16 to 31."),
    ],
)  # fmt: skip
def test_an_element_is_found_at_its_lane(grader: Grader, name: str, element: str, told: str) -> None:
    done = grader("explain", name, "--element", element)
    assert done.status == 0 and told in done.out and grids(done.out) == []


def test_a_lane_and_an_element_can_be_asked_for_together(grader: Grader) -> None:
    done = grader("explain", NAME, "--lane", "15", "--element", "A[3][7]")
    assert "A[3][7]: lane 15" in done.out and len(grids(done.out)) == 3


def test_of_wmma_is_said_that_its_layout_is_left_open(grader: Grader) -> None:
    done = grader("explain", "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", "--lang", "ko")
    words = "".join(done.out.split())
    assert "".join(say("report.fragment_left_open", "ko", wmma="wmma.m16n16k16.f16", mma=NAME).split()) in words
    assert grids(done.out)
    assert "left" not in grader("explain", NAME).out


def test_sums_of_halves_are_packed_for_wmma_too(grader: Grader) -> None:
    packed = grader("explain", "mma.m16n8k16.f16.f16").out
    done = grader("explain", "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16")
    assert grids(done.out) == grids(packed) and "C, D: 16 x 8 f16" in done.out


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_wmma_without_the_type_of_its_factors_is_told_the_choices(grader: Grader, lang: str) -> None:
    done = grader("explain", "wmma.m16n16k16.s32", "--lang", lang)
    assert (done.status, done.out) == (2, "") and "wmma.m16n16k16.s8, wmma.m16n16k16.u8" in done.err


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("name", ["mma.sp.m16n8k32.f16", "HGMMA.64x64x16.F32", "wgmma.mma_async", "tcgen05.ld"])
def test_what_this_command_does_not_show_is_told_without_another_name(grader: Grader, name: str, lang: str) -> None:
    done = grader("explain", name, "--lang", lang)
    assert (done.status, done.out) == (2, "") and f"'{name}'" in done.err and "tcgen05" in done.err
    assert "m16n8k" not in done.err.replace(name, "")


@pytest.mark.parametrize("asked", [("--lane", "3"), ("--lane", "0"), ("--element", "A[0][0]"), ("--element", "")])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_lane_or_an_element_of_no_instruction_is_refused(grader: Grader, asked: tuple[str, str], lang: str) -> None:
    done = grader("explain", *asked, "--lang", lang)
    assert (done.status, done.out) == (2, "") and asked[0] in done.err
    assert {"en": "needs an instruction", "ko": "명령"}[lang] in done.err


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("more", [(), ("--lane", "3"), ("--lane", "3", "--element", "M0[0][0]")])
def test_what_a_cell_is_stands_before_the_first_of_them(grader: Grader, more: tuple[str, ...], lang: str) -> None:
    lines = grader("explain", "ldmatrix.x2", *more, "--lang", lang).out.splitlines()
    told = [lines.index(say(f"report.fragment_{key}", lang)) for key in ("cells", "rows")]
    assert max(told) < min(n for n, line in enumerate(lines) if re.search(r"^r\[0\]|M0: |^ +0 @", line))


def test_without_an_instruction_all_are_listed(grader: Grader) -> None:
    assert [line.strip() for line in grader("explain").out.splitlines()[1:]] == list(known())
    assert grader("explain", "--json", "-").json == {"instructions": list(known())}


def test_json_has_every_element_of_every_lane(grader: Grader) -> None:
    found = grader("explain", NAME, "--json", "-").json
    assert (found["instruction"], found["left_open"], found["element"]) == (NAME, None, None)
    for matrix in found["matrices"]:
        elements = [tuple(e) for lane in matrix["lanes"] for r in lane["registers"] for e in r["elements"]]
        assert sorted(elements) == [(r, c) for r in range(matrix["rows"]) for c in range(matrix["columns"])]
    assert found["matrices"][0]["lanes"][5]["registers"][2] == {"register": "a[2]", "elements": [[1, 10], [1, 11]]}


def test_json_of_a_lane_and_of_an_element(grader: Grader) -> None:
    found = grader("explain", "ldmatrix.x2", "--lane", "7", "--element", "M1[0][4]", "--json", "-").json
    assert [[lane["lane"] for lane in matrix["lanes"]] for matrix in found["matrices"]] == [[7], [7]]
    held = {"lane": 2, "register": "r[1]", "bits": [0, 15], "address_of_lane": 8}
    assert found["element"] == {"element": "M1[0][4]", "held": [held]}


@pytest.mark.parametrize(("typed", "near"), [("mma.m16n8k16.fp16", NAME), ("ldmatrix", "ldmatrix.x4")])
def test_who_misspells_an_instruction_is_told_the_nearest(grader: Grader, typed: str, near: str) -> None:
    done = grader("explain", typed)
    assert (done.status, done.out) == (2, "") and f"'{typed}'" in done.err and near in done.err
    assert "grader explain" in grader("explain", "vector_add").err


@pytest.mark.parametrize(
    "element", ["A[16][0]", "A[0][16]", "E[0][0]", "M0[0][0]", "A[3]", "A", "", "A[-1][0]", "A[٣][0]"]
)
def test_an_element_that_there_is_not_is_told_with_the_sizes(grader: Grader, element: str) -> None:
    done = grader("explain", NAME, "--element", element, "--json", "-")
    assert done.status == 2 and "A[16][16], B[16][8], C[16][8], D[16][8]" in done.err
    assert done.json["error"]["kind"] == "bad_argument"


def test_a_lane_that_there_is_not_is_refused(grader: Grader) -> None:
    assert grader("explain", NAME, "--lane", "32").status == 2
