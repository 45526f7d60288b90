"""The questions that a person grades: both languages ask the same, rubrics add up, and their numbers are right."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import yaml

from grader.course.open_questions import OpenQuestion, load_open_questions
from grader.course.values import LocalizedText
from grader.quiz.truth.contention import copies_cost
from grader.quiz.truth.costs import WARP
from grader.quiz.truth.geometry import dealt_to, groups_left, split_warps
from grader.quiz.truth.global_memory import naive_request, strided_access, warp_sectors
from grader.quiz.truth.numbers import rounded_once
from grader.quiz.truth.processor import bytes_in_flight, occupancy, waves
from grader.quiz.truth.shared_memory import banks, strided_wavefronts, tile_access, tiled_sgemm_step
from grader.quiz.truth.tensor_cores import matrix_load, mma_flops, sum_bound
from grader.quiz.truth.warp_tiles import bits_merge, fragment_cost, lane_place, thread_tile_wavefronts

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(path.parent for path in (ROOT / "modules").glob("*/quiz.yaml"))
LANGUAGES = ("en", "ko")
QUESTIONS = [(module.name, item) for module in MODULES for item in load_open_questions(module / "open_questions.yaml")]
EACH = pytest.mark.parametrize(
    "question", [item for _, item in QUESTIONS], ids=[f"{m[:2]}-{i.id}" for m, i in QUESTIONS]
)
_POINTS = {"en": r"^- (\d+) points?\b", "ko": r"^- (\d+)점"}


def test_every_module_has_two_or_three_worth_as_much_as_a_quiz() -> None:
    for module in MODULES:
        items = [item for name, item in QUESTIONS if name == module.name]
        assert 2 <= len(items) <= 3 and sum(item.points for item in items) == 10, module.name
    assert len({item.id for _, item in QUESTIONS}) == len(QUESTIONS)


@EACH
def test_the_points_of_a_rubric_are_those_of_its_question(question: OpenQuestion) -> None:
    for language in LANGUAGES:
        parts = re.findall(_POINTS[language], question.rubric.in_language(language), re.M)
        assert sum(map(int, parts)) == question.points, language


@EACH
def test_both_languages_quote_the_same_code_and_the_same_numbers(question: OpenQuestion) -> None:
    for text in (question.prompt, question.rubric):
        quoted = {language: sorted(re.findall(r"`[^`]+`", _prose(text, language))) for language in LANGUAGES}
        assert quoted["en"] == quoted["ko"]
        blocks = {language: re.findall(r"```.*?```", text.in_language(language), re.S) for language in LANGUAGES}
        assert blocks["en"] == blocks["ko"]
        figures = {language: set(re.findall(r"\d[\d,.]*\d", _prose(text, language))) for language in LANGUAGES}
        assert figures["en"] == figures["ko"]


@EACH
def test_words_are_those_of_the_glossary(question: OpenQuestion) -> None:
    glossary = yaml.safe_load((ROOT / "docs" / "glossary.yaml").read_text("utf-8"))
    for concept, entry in glossary.items():
        for language in LANGUAGES:
            text = f"{question.prompt.in_language(language)} {question.rubric.in_language(language)}".lower()
            assert not [w for w in entry.get("avoid", {}).get(language, []) if w.lower() in text], concept


@EACH
def test_nothing_in_a_rubric_would_end_a_solution_or_a_cell(question: OpenQuestion) -> None:
    """nbgrader cuts solutions out between its own marks."""
    for text in (question.prompt, question.rubric):
        for language in LANGUAGES:
            assert not re.search(r"(BEGIN|END) (SOLUTION|HIDDEN|MARK)|AUTOTEST", text.in_language(language))


def _prose(text: LocalizedText, language: str) -> str:
    return re.sub(r"```.*?```", "", text.in_language(language), flags=re.S)


def rubric(name: str) -> str:
    """The English rubric of a question."""
    return next(item for _, item in QUESTIONS if item.id == name).rubric.en


def test_00_owners_of_two_launches() -> None:
    assert dealt_to(1000, 3, 256, 0, 132) == (132, 900) and dealt_to(1000, 40, 256, 3, 132) == (900,)
    assert sum(not dealt_to(1000, 40, 256, b, t) for b in range(40) for t in range(256)) == 9240
    assert all(dealt_to(1000, 3, 256, b, t) for b in range(3) for t in range(256))
    assert "10,240 − 1,000 = 9,240" in rubric("two_launches").replace("\n  ", " ")


def test_01_bytes_in_flight_and_split_warps() -> None:
    assert 16_896 * 4 == 67_584 and 132 * 2048 * 4 == 16 * 67_584
    assert split_warps((32, 8)) == 0 and split_warps((16, 16)) == 8
    for width, height in ((32, 8), (16, 16)):
        threads = [(x, y) for y in range(height) for x in range(width)]
        warps = [threads[first : first + WARP] for first in range(0, len(threads), WARP)]
        assert all({x % 2 for x, _ in warp} == {0, 1} for warp in warps)
        sides = [{(y * width + x) // 32 % 2 for x, y in warp} for warp in warps]
        assert all(len(side) == 1 for side in sides) and len(sides) == 2 * sum(side == {0} for side in sides)


def test_02_a_register_and_a_rounding() -> None:
    assert [occupancy("sm_90", 256, registers).blocks for registers in (128, 129)] == [2, 1]
    assert [occupancy("sm_90", 256, registers).share for registers in (128, 129)] == [0.25, 0.125]
    x = 1 + 5 * 2**-14
    rounded = rounded_once(x, x, 0.0)
    assert rounded_once(x, x, -rounded) != 0


def test_03_eight_vectors() -> None:
    n, vectors = 4096, 8
    moved = 4 * (n * n + 2 * vectors * n)
    assert round(4 * n * n / 1e6) == 67 and round(2 * vectors * n * n / moved, 1) == 4.0


def test_04_sectors_of_two_letters() -> None:
    found = {x_on: [naive_request(m, (16, 16), x_on).sectors for m in "ABC"] for x_on in ("columns", "rows")}
    assert found == {"columns": [2, 2, 4], "rows": [16, 1, 16]}


def test_05_sectors_of_fields_and_walks() -> None:
    assert warp_sectors(4, offset=3) == 16 and warp_sectors(1, element_bytes=16) == 16 and warp_sectors(1) == 4
    assert strided_access(1, 16).excess == 0
    assert [warp_sectors(1), warp_sectors(2), warp_sectors(1, offset=1)] == [4, 8, 5]


def test_06_padding_by_habit() -> None:
    plain, padded = tiled_sgemm_step(32, 0), tiled_sgemm_step(32, 1)
    assert plain.excess == padded.excess == 0 and padded.wavefronts > plain.wavefronts
    assert tile_access((32, 32), 32, "tx", 0).wavefronts == 32 and tile_access((32, 32), 33, "tx", 0).wavefronts == 1


def test_07_sides_and_products() -> None:
    assert (2 * 64 / (4 * (8 + 8)), 2 * 64 / (4 * (4 + 16))) == (2.0, 1.6)


def test_08_what_a_wait_leaves_and_how_long_a_round_takes() -> None:
    """In the last round the group that is needed is the latest one."""
    committed = [min(t + 2, 3) for t in range(3)]  # tile t + 1 is sent for before tile t is waited for
    assert [c - t - 1 for t, c in enumerate(committed)] == [groups_left(3, t, 3) for t in range(3)] == [1, 1, 0]
    fetch, multiply = 900, 500
    rounds = [fetch + multiply] + [max(multiply, -(-fetch // ahead)) for ahead in (1, 2, 3)]
    assert rounds == [1400, 900, 500, 500]


def test_09_eight_rows_of_lanes_and_fewer_wavefronts() -> None:
    places = [((lane // 8 * 2 + lane % 2), lane // 2 % 4) for lane in range(32)]
    assert places == [lane_place("pairs", 8, lane) for lane in range(32)] and len(set(places)) == 32
    assert [fragment_cost("pairs", 8, operand).wavefronts for operand in ("a", "b")] == [2, 2]
    assert sum(bits_merge(bits) == (True, True) for bits in combinations(range(5), 3)) == 6
    small, large = thread_tile_wavefronts(8, 8), thread_tile_wavefronts(8, 16)
    assert (64 / 4, small, 128 / 4, large) == (16, 8, 32, 12)
    assert round(100 * (1 - (large / 128) / (small / 64))) == 25
    assert [occupancy("sm_90", 256, registers).blocks for registers in (128, 227)] == [2, 1]


def test_10_sums_by_tensor_core_and_transposed_factors() -> None:
    told = " ".join(rubric("sums_by_tensor_core").split())
    assert mma_flops(16, 8, 16) == 4096 and 16 * 16 == 256 == 4096 // 16 and "256: one in sixteen" in told
    assert f"{sum_bound(4096):.1e}".replace("e-0", "e-") == "1.6e-4" and "= 1.6e-4 of the sum" in told
    assert 4096 // 16 * 2**-11 == 0.125 and "256 × 2^-11 = 0.125" in told
    for chunk in range(8):
        cost = matrix_load(128, swizzled=True, chunk=chunk)
        assert (cost.wavefronts, cost.excess) == (4, 0)


def test_11_two_accesses_and_three_reductions() -> None:
    for width in range(32, 97):
        half_rows = tile_access((16, 2), width, "ty", "tx").wavefronts
        column = tile_access((32, 1), width, "tx", 5).wavefronts
        assert (half_rows == 1) is (width % 32 == 16) and (column == 1) is (width % 2 == 1)
        if width in (33, 48):
            assert (half_rows, column) == {33: (2, 1), 48: (1, 16)}[width]
    step = 8
    interleaved = [tid for tid in range(256) if tid % (2 * step) == 0]
    assert {sum(tid // WARP == warp for tid in interleaved) for warp in range(8)} == {2}
    assert all(len(set(banks([t for t in interleaved if t // WARP == w]))) == 2 for w in range(8))
    assert strided_wavefronts(2 * step, lanes=256 // (2 * step)) == 8


def test_12_copies_that_lanes_share_out() -> None:
    assert (4 * 512, 8 * 4 * 512, 4 * 8 * 513) == (2048, 16_384, 16_416)
    assert copies_cost(8, 513).near == 4 and copies_cost(1, 513).near == copies_cost(8, 512).near == 32


def test_13_rare_lanes_and_the_places_of_two_groups() -> None:
    share = 1 - 0.98**32
    assert (round(100 * share, 1), round(20 + 1000 * share)) == (47.6, 496) and 20 + 0.02 * 1000 == 40
    takers = 0b1011_0110
    lanes = [lane for lane in range(WARP) if takers >> lane & 1]
    together = [(takers & (1 << lane) - 1).bit_count() for lane in lanes]
    groups = [0b0000_0110, 0b1011_0000]
    apart = [(group & (1 << lane) - 1).bit_count() for group in groups for lane in lanes if group >> lane & 1]
    assert together == [0, 1, 2, 3, 4] and sorted(apart) == [0, 0, 1, 1, 2]  # places 3 and 4 stay empty


def test_14_blocks_bytes_and_waves() -> None:
    found = {registers: occupancy("sm_90", 256, registers) for registers in (40, 32, 48)}
    assert {registers: (each.blocks, each.warps) for registers, each in found.items()} == {
        40: (6, 48), 32: (8, 64), 48: (5, 40)
    }  # fmt: skip
    flying = [bytes_in_flight(found[registers].warps, loads, 8) for registers, loads in ((40, 2), (32, 2), (48, 4))]
    assert flying == [24_576, 32_768, 40_960]
    assert waves(1100, 8 * 132) == 2 and round(100 * 1100 / (2 * 8 * 132)) == 52 and round(2 * 1100 / 1056, 2) == 2.08


def test_15_short_rows_and_sums_of_a_fixed_order() -> None:
    assert 24 * 4 == 96 == 3 * 32 and 1_000_000 * 96 == 96e6
    assert strided_access(24).sectors == warp_sectors(24) == 32 and warp_sectors(1) == 4
    assert 8 * 3 == 24 and 32 // 8 == 4 and [8 >> k for k in (1, 2, 3)] == [4, 2, 1]
    assert 10 + 20 + 24 == 54 < 63
    assert [8 * sms for sms in (132, 108)] == [1056, 864]
    assert "1,056 and 864 blocks" in rubric("same_loss").replace("\n  ", " ")


def test_16_a_scan_from_the_end_and_three_scans() -> None:
    assert waves(20_000, 1056) > 1 and 900 < 1056 == 8 * 132
    assert 12 * 400e6 == 4.8e9 and pytest.approx(1.2e-3) == 4.8e9 / 4000e9 and 400_000_000 / 2_000_000 == 200
    assert round(5000 / 256) == 20
    assert round(3 * 4 * 2**26 / 4000e9 * 1e3, 2) == 0.20


def test_17_atomics_of_blocks_and_keys_that_lose_their_order() -> None:
    elements, each = 2**24, 256 * 8
    assert elements // each == 8192 and "8,192 blocks: 8,192 atomics" in rubric("rays_and_records").replace("\n  ", " ")
    assert [round(16 * elements * share / 1e6) for share in (1, 0.1, 0.9)] == [268, 27, 242]
    assert -(-200 // WARP) == 7 and 256 // WARP * 16 * 4 == 512


def test_18_colours_of_noise_and_two_steps_at_once() -> None:
    rng = np.random.default_rng(18)
    values = rng.integers(0, 256, (4000, WARP))
    assert round(256 * (1 - (255 / 256) ** 32), 1) == 30.1 == round(np.mean([len(set(v)) for v in values]), 1)
    ways = [max(np.bincount(np.unique(v) % 32)) for v in values]
    assert np.mean([w in (3, 4) for w in ways]) > 0.8
    assert round(np.mean([len(set(v // 8)) for v in values])) == 20
    assert (256 * 4 // 32, 256 * 4 // 128) == (32, 8)
    assert round(512**3 * 8 / 1e9, 2) == 1.07 and round(34 * 10 / (32 * 8), 2) == 1.33
