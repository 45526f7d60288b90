"""The models that compute answers agree with counting by hand: sets and loops over lanes, nothing shared."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import gcd
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.quiz.truth import geometry, global_memory, numbers, processor, roofline, shared_memory

H200 = Path(__file__).parents[1] / "hardware" / "h200.json"


def wavefronts_by_hand(words: Iterable[int]) -> int:
    """The largest number of distinct words on one of 32 banks."""
    on_bank = defaultdict(set)
    for word in words:
        on_bank[word % 32].add(word)
    return max(len(found) for found in on_bank.values())


def lanes_by_hand(width: int, height: int) -> list[tuple[int, int]]:
    """(tx, ty) of the first 32 threads: x runs fastest."""
    return [(tx, ty) for ty in range(height) for tx in range(width)][:32]


@pytest.mark.parametrize("stride", range(1, 65))
def test_a_stride_costs_its_common_divisor_with_the_banks(stride: int) -> None:
    assert shared_memory.strided_wavefronts(stride) == gcd(stride, 32)


@pytest.mark.parametrize("lanes", [1, 7, 16, 32])
def test_lanes_that_do_not_take_part_cost_nothing(lanes: int) -> None:
    assert shared_memory.strided_wavefronts(16, lanes=lanes) == wavefronts_by_hand(range(0, 16 * lanes, 16))


@pytest.mark.parametrize(("width", "quarters"), [(8, 2), (16, 4)])
def test_wide_loads_pay_for_each_group_of_lanes(width: int, quarters: int) -> None:
    assert shared_memory.strided_wavefronts(1, width=width) == quarters


def test_banks_repeat_every_32_words() -> None:
    assert shared_memory.banks([0, 31, 32, 65]) == (0, 31, 0, 1)


@pytest.mark.parametrize(("n", "size"), [(1, 256), (255, 256), (256, 256), (257, 256), (1000, 100), (10, 4), (7, 1)])
def test_blocks_are_whole_and_just_enough(n: int, size: int) -> None:
    blocks = geometry.blocks_for(n, size)
    assert (blocks - 1) * size < n <= blocks * size


@pytest.mark.parametrize(("grid", "size"), [(3, 4), (1, 1), (5, 37), (10, 100)])
def test_every_thread_has_a_number_of_its_own_and_owns_that_element(grid: int, size: int) -> None:
    threads = list(product(range(grid), range(size)))
    assert [geometry.global_index(size, block, thread) for block, thread in threads] == list(range(grid * size))
    assert [geometry.owner_of(i, size) for i in range(grid * size)] == [{"block": b, "thread": t} for b, t in threads]


@pytest.mark.parametrize(
    ("n", "grid", "size"), [(0, 2, 4), (1, 3, 8), (21, 2, 4), (100, 1, 1), (64, 4, 16), (500, 3, 37)]
)
def test_a_grid_stride_loop_deals_each_element_to_one_thread(n: int, grid: int, size: int) -> None:
    hands = [geometry.dealt_to(n, grid, size, block, thread) for block, thread in product(range(grid), range(size))]
    assert sorted(element for hand in hands for element in hand) == list(range(n))
    assert max(map(len, hands)) - min(map(len, hands)) <= 1


@pytest.mark.parametrize("blocks_first", [False, True])
@pytest.mark.parametrize(
    ("n", "size"), [(1000, 256), (990, 100), (1000, 100), (1, 32), (33, 33), (4096, 128), (777, 96)]
)
def test_sectors_of_a_vector_equal_a_count_by_warps(n: int, size: int, blocks_first: bool) -> None:
    blocks = -(-n // size)
    count = 0
    for block in range(blocks):
        for first in range(0, size, 32):
            threads = range(first, min(first + 32, size))
            touched = {t * blocks + block if blocks_first else block * size + t for t in threads}
            count += len({i // 8 for i in touched if i < n})
    assert global_memory.vector_sectors(n, size, blocks_first) == count


@pytest.mark.parametrize("block", [(16, 16), (32, 32), (32, 8), (8, 32), (8, 2), (4, 64), (1, 40)])
@pytest.mark.parametrize("row_width", [8, 16, 17, 20, 32, 33, 36])
def test_tile_accesses_equal_a_count_over_lanes(block: tuple[int, int], row_width: int) -> None:
    lanes = lanes_by_hand(*block)
    pick = {"tx": lambda tx, ty: tx, "ty": lambda tx, ty: ty, 5: lambda tx, ty: 5}
    for row, col in product(pick, pick):
        words = [pick[row](tx, ty) * row_width + pick[col](tx, ty) for tx, ty in lanes]
        assert shared_memory.tile_words(block, row_width, row, col) == tuple(words)
        assert shared_memory.tile_access(block, row_width, row, col).wavefronts == wavefronts_by_hand(words)
    assert geometry.rows_of_warp(block) == len({ty for _, ty in lanes})


def test_a_later_warp_holds_later_rows() -> None:
    assert shared_memory.tile_words((16, 16), 16, "ty", 0, warp=7)[::16] == (14 * 16, 15 * 16)
    assert geometry.thread_of_lane((16, 16), 17, warp=1) == (1, 3)


BLOCKS = [(32, 2), (16, 16), (20, 3), (7, 5), (33,), (5, 3, 4), (8, 4, 4), (1, 1, 64), (4, 4, 4)]


def threads_in_order(block: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Places of a block's threads in the order of their numbers: x changes fastest."""
    return [tuple(reversed(place)) for place in product(*(range(extent) for extent in reversed(block)))]


@pytest.mark.parametrize("block", BLOCKS)
def test_threads_are_numbered_along_x_first(block: tuple[int, ...]) -> None:
    for number, place in enumerate(threads_in_order(block)):
        assert geometry.thread_number(block, place) == number
        assert geometry.place_of_thread(block, number) == place


@pytest.mark.parametrize("block", BLOCKS)
def test_warps_are_the_numbers_cut_off_by_32(block: tuple[int, ...]) -> None:
    threads = threads_in_order(block)
    warps = [threads[first : first + 32] for first in range(0, len(threads), 32)]
    assert geometry.warps_of_block(block) == len(warps)
    assert geometry.rows_of_warps(block) == tuple(len({place[1:] for place in warp}) for warp in warps)
    rows = {place: index for index, place in enumerate(dict.fromkeys(place[1:] for place in threads))}
    parities = [{rows[place[1:]] % 2 for place in warp} for warp in warps]
    assert geometry.split_warps(block) == parities.count({0, 1})
    for width in (32, 36, 64):
        touched = [{(rows[place[1:]] * width + place[0]) // 8 for place in warp} for warp in warps]
        assert global_memory.row_sectors(block, width) == tuple(map(len, touched))


@pytest.mark.parametrize(("work", "wait", "warps"), [(2, 6, 4), (1, 0, 1), (2, 30, 16), (3, 10, 5), (5, 1, 2)])
def test_a_scheduler_never_idles_with_enough_warps(work: int, wait: int, warps: int) -> None:
    assert geometry.warps_to_hide(work, wait) == warps
    assert (warps - 1) * work < work + wait <= warps * work


def test_an_index_is_a_thread_coordinate_or_a_number() -> None:
    with pytest.raises(ValueError, match="tz"):
        shared_memory.tile_words((16, 16), 16, "tz", 0)


@pytest.mark.parametrize(
    ("tile", "padding", "total", "excess"),
    [(16, 0, 26, 0), (16, 1, 36, 2), (16, 4, 28, 2), (32, 0, 50, 0), (32, 1, 66, 0)],
)
def test_a_tiled_sgemm_step_costs_what_hardware_counted(tile: int, padding: int, total: int, excess: int) -> None:
    step = shared_memory.tiled_sgemm_step(tile, padding)
    assert (step.wavefronts, step.excess) == (total, excess)


def test_whole_launches_reach_the_measured_totals() -> None:
    steps = 256 * 256 // 32 * (256 // 16)  # warps times K tiles at 256^3
    assert shared_memory.tiled_sgemm_step(16, 0).wavefronts * steps == 851_968
    assert shared_memory.tiled_sgemm_step(16, 1).wavefronts * steps == 1_179_648
    assert shared_memory.tiled_sgemm_step(16, 1).ideal * steps == 1_114_112
    assert shared_memory.transpose_step(0).wavefronts * 512 == 16_896
    assert shared_memory.transpose_step(1).wavefronts * 512 == 1_024


def test_rows_aligned_to_8_bytes_have_no_model() -> None:
    with pytest.raises(ValueError, match="18 words"):
        shared_memory.tiled_sgemm_step(16, 2)


@pytest.mark.parametrize("share", [1, 2, 4, 8, 32])
@pytest.mark.parametrize("period", [1, 4, 16, 32])
@pytest.mark.parametrize("step", [0, 1, 8, 31, 32, 33])
def test_patterns_cost_their_distinct_words(share: int, period: int, step: int) -> None:
    words = [lane // share % period * step for lane in range(32)]
    assert shared_memory.pattern_access(share, period, step).wavefronts == wavefronts_by_hand(words)
    assert shared_memory.pattern_access(share, period, step, lanes=8).wavefronts == wavefronts_by_hand(words[:8])


@pytest.mark.parametrize("stride", [1, 2, 3, 4, 5, 6])
def test_wide_patterns_cost_each_group_of_lanes(stride: int) -> None:
    for width, group in ((8, 16), (16, 8)):
        groups = [range(first, first + group) for first in range(0, 32, group)]
        words = [[lane * stride * width // 4 + k for lane in lanes for k in range(width // 4)] for lanes in groups]
        assert shared_memory.pattern_access(1, 32, stride, width).wavefronts == sum(map(wavefronts_by_hand, words))


@pytest.mark.parametrize("layout", ["plain", "padded", "swizzled", "rotated"])
def test_a_layout_gives_every_element_a_word_of_its_own(layout: str) -> None:
    words = {shared_memory.layout_word(layout, row, col) for row in range(32) for col in range(32)}
    assert len(words) == 1024
    assert max(words) == (1054 if layout == "padded" else 1023)


@pytest.mark.parametrize("first", [0, 5, 32, 64 + 31])
@pytest.mark.parametrize("stride", [1, 2, 3, 4, 8, 16, 31, 32, 33])
def test_walks_through_a_layout_equal_a_count_over_lanes(stride: int, first: int) -> None:
    element = [first + lane * stride for lane in range(32)]
    by_hand = {
        "plain": element,
        "padded": [e + e // 32 for e in element],
        "swizzled": [e // 32 * 32 + (e % 32 ^ e // 32 % 32) for e in element],
        "rotated": [e // 32 * 32 + (e + e // 32) % 32 for e in element],
    }
    for layout, words in by_hand.items():
        assert shared_memory.layout_walk(layout, stride, first).wavefronts == wavefronts_by_hand(words), layout


@pytest.mark.parametrize(("order", "total", "excess"), [("interleaved", 141, 105), ("sequential", 36, 0)])
def test_a_tree_over_256_words_costs_what_hardware_counted(order: str, total: int, excess: int) -> None:
    steps = [shared_memory.reduction_step(order, 256, 1 << k) for k in range(8)]
    assert sum(step.wavefronts for step in steps) == total
    assert sum(step.excess for step in steps) == excess
    assert excess * 40 in (4_200, 0)  # 40 blocks on an H200


def test_a_layout_and_an_order_are_known_ones() -> None:
    with pytest.raises(ValueError, match="diagonal"):
        shared_memory.layout_word("diagonal", 0, 0)
    with pytest.raises(ValueError, match="random"):
        shared_memory.reduction_step("random", 256, 1)


@pytest.mark.parametrize("stride", [1, 2, 3, 8, 9, 32])
@pytest.mark.parametrize("element", [1, 4, 8, 16])
@pytest.mark.parametrize("offset", [0, 1, 5])
@pytest.mark.parametrize("lanes", [1, 20, 32])
def test_sectors_are_the_distinct_blocks_of_32_bytes(stride: int, element: int, offset: int, lanes: int) -> None:
    touched = {(offset + lane * stride) * element // 32 for lane in range(lanes)}
    assert global_memory.warp_sectors(stride, element, offset, lanes) == len(touched)


def global_by_hand(addresses: list[int], width: int) -> tuple[int, int, int]:
    """Sectors, ideal and lines of one request whose lanes each take `width` bytes."""
    touched = {byte // 32 for address in addresses for byte in (address, address + width - 1)}
    ideal = min(len(touched), -(-len(addresses) * width // 32))
    return len(touched), ideal, len({sector // 4 for sector in touched})


@pytest.mark.parametrize("stride", [0, 1, 2, 3, 8, 33, -1])
@pytest.mark.parametrize("element", [4, 8, 16])
@pytest.mark.parametrize("offset", [31, 32, 45])
@pytest.mark.parametrize("lanes", [1, 20, 32])
def test_a_strided_access_counts_sectors_ideal_and_lines(stride: int, element: int, offset: int, lanes: int) -> None:
    cost = global_memory.strided_access(stride, element, offset, lanes)
    wanted = global_by_hand([(offset + lane * stride) * element for lane in range(lanes)], element)
    assert (cost.requests, cost.sectors, cost.ideal, cost.lines) == (1, *wanted)
    assert cost.excess == cost.sectors - cost.ideal
    assert global_memory.warp_sectors(stride, element, offset, lanes) == cost.sectors


@pytest.mark.parametrize("block", [(16, 16), (32, 8), (8, 32), (2, 16), (4, 3)])
@pytest.mark.parametrize("leading", [64, 50, 1024])
def test_a_matrix_access_equals_a_count_over_lanes(block: tuple[int, int], leading: int) -> None:
    lanes = lanes_by_hand(*block)
    pick = {"tx": lambda tx, ty: tx, "ty": lambda tx, ty: ty, 5: lambda tx, ty: 5}
    for row, col in product(pick, pick):
        addresses = [4 * (pick[row](tx, ty) * leading + pick[col](tx, ty)) for tx, ty in lanes]
        cost = global_memory.matrix_access(block, leading, row, col)
        assert (cost.sectors, cost.ideal, cost.lines) == global_by_hand(addresses, 4)
    wide = global_memory.matrix_access(block, 4 * leading, "ty", 8, 16)
    wanted = global_by_hand([4 * (ty * 4 * leading + 8) for _, ty in lanes], 16)
    assert (wide.sectors, wide.ideal, wide.lines) == wanted


def test_costs_of_accesses_add_up() -> None:
    a, b = (
        global_memory.matrix_access((16, 16), 1024, "ty", 0, 16),
        global_memory.matrix_access((16, 16), 1024, 0, "tx"),
    )
    both = a + b.times(4)
    assert (both.requests, both.sectors, both.lines) == (5, 10, 6)  # as Nsight Compute counted it at 256^3


def test_a_wide_load_that_is_not_aligned_has_no_cost() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        global_memory.matrix_access((16, 16), 50, "ty", 0, 16)


@pytest.mark.parametrize(("leading", "width", "aligned"), [
    (50, 16, (0, 2, 4, 6)), (48, 16, tuple(range(8))), (49, 16, (0, 4)), (50, 32, (0, 4)), (50, 8, tuple(range(8))),
])  # fmt: skip
def test_rows_that_begin_on_a_boundary(leading: int, width: int, aligned: tuple[int, ...]) -> None:
    assert global_memory.aligned_rows(leading, 8, width) == aligned


@pytest.mark.parametrize(("n", "tile"), [(64, 16), (64, 32), (48, 16), (32, 8)])
def test_traffic_equals_a_walk_over_every_warp_and_load(n: int, tile: int) -> None:
    counts = {"naive": [0, 0], "tiled": [0, 0]}

    def load(kernel: str, elements: Iterable[int]) -> None:
        counts[kernel][0] += 1
        counts[kernel][1] += len({element // 8 for element in elements})

    threads = [(tx, ty) for ty in range(tile) for tx in range(tile)]
    for by, bx, warp in product(range(n // tile), range(n // tile), range(tile * tile // 32)):
        lanes = threads[warp * 32 : warp * 32 + 32]
        for k in range(n):
            load("naive", [(by * tile + ty) * n + k for _, ty in lanes])
            load("naive", [k * n + bx * tile + tx for tx, _ in lanes])
        for k0 in range(0, n, tile):
            load("tiled", [(by * tile + ty) * n + k0 + tx for tx, ty in lanes])
            load("tiled", [(k0 + ty) * n + bx * tile + tx for tx, ty in lanes])
    naive, tiled = global_memory.naive_traffic(n, tile), global_memory.tiled_traffic(n, tile)
    assert [naive.requests, naive.sectors] == counts["naive"]
    assert [tiled.requests, tiled.sectors] == counts["tiled"]


@pytest.mark.parametrize("block", [(16, 16), (32, 32), (32, 8), (8, 32), (64, 4), (5, 7), (4, 4)])
@pytest.mark.parametrize(("k", "leading"), [(0, 1024), (5, 1024), (3, 65)])
def test_a_naive_request_equals_a_walk_over_the_lanes(block: tuple[int, int], k: int, leading: int) -> None:
    lanes = lanes_by_hand(*block)
    for x_on, owned in (("columns", [(ty, tx) for tx, ty in lanes]), ("rows", lanes)):
        words = {
            "A": {row * leading + k for row, _ in owned},
            "B": {k * leading + col for _, col in owned},
            "C": {row * leading + col for row, col in owned},
        }
        for matrix, touched in words.items():
            counts = len(touched), len({w // 8 for w in touched}), len({w // 32 for w in touched})
            found = global_memory.naive_request(matrix, block, x_on, k, leading)
            assert (found.words, found.sectors, found.lines) == counts


@pytest.mark.parametrize("launch", ["columns_16_64", "rows_16_64", "columns_32_64", "rows_32_64", "columns_16_128"])
def test_naive_requests_add_up_to_what_hardware_counted(launch: str) -> None:
    """Sectors and L1 tag requests (lines) of whole launches, read with Nsight Compute on an H200."""
    x_on, side, n = launch.split("_")[0], *map(int, launch.split("_")[1:])
    totals = json.loads(H200.read_text(encoding="utf-8"))["launches"][launch]["totals"]
    a, b, c = (global_memory.naive_request(matrix, (side, side), x_on) for matrix in "ABC")
    warps = n * n // 32
    assert totals["memory_l2_theoretical_sectors_global"] == warps * (n * (a.sectors + b.sectors) + c.sectors)
    assert totals["memory_l1_tag_requests_global"] == warps * (n * (a.lines + b.lines) + c.lines)


@pytest.mark.parametrize(("matrix", "x_on"), [("D", "rows"), ("A", "x")])
def test_other_matrices_and_mappings_have_no_model(matrix: str, x_on: str) -> None:
    with pytest.raises(ValueError, match="no request"):
        global_memory.naive_request(matrix, (16, 16), x_on)


def test_traffic_of_ragged_sizes_has_no_model() -> None:
    for n, tile in [(100, 16), (64, 4)]:
        with pytest.raises(ValueError, match="multiple"):
            global_memory.tiled_traffic(n, tile)


@pytest.mark.parametrize(("tile_m", "tile_n"), [(16, 16), (32, 32), (64, 16), (128, 128)])
def test_intensity_and_reuse_equal_counting_one_tile(tile_m: int, tile_n: int) -> None:
    depth = 8
    flop = 2 * tile_m * tile_n * depth
    loaded_a, loaded_b = tile_m * depth, tile_n * depth
    assert roofline.intensity(tile_m, tile_n) == pytest.approx(flop / (4 * (loaded_a + loaded_b)))
    uses = tile_m * tile_n * depth
    assert roofline.reuse(tile_m, tile_n) == {"a": uses // loaded_a, "b": uses // loaded_b}


@pytest.mark.parametrize(("extent", "tile", "passed"), [(64, 16, 8), (65, 16, 10), (1, 16, 2), (250, 32, 16)])
def test_two_barriers_a_tile_the_ragged_one_included(extent: int, tile: int, passed: int) -> None:
    assert geometry.barriers(extent, tile) == passed


@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (2, 3, 4), (7, 5, 3)])
def test_operations_and_bytes_of_a_product_equal_counting_them(m: int, n: int, k: int) -> None:
    products = len(list(product(range(m), range(n), range(k))))
    elements = len(list(product(range(m), range(n))))
    assert roofline.sgemm_flop(m, n, k) == 2 * products
    assert roofline.sgemm_flop(m, n, k, epilogue=True) == 2 * products + 3 * elements
    touched = {("a", r, c) for r, c in product(range(m), range(k))} | {
        ("b", r, c) for r, c in product(range(k), range(n))
    }
    assert roofline.sgemm_bytes(m, n, k) == 4 * (len(touched) + elements)
    assert roofline.sgemm_bytes(m, n, k, reads_c=True) == 4 * (len(touched) + 2 * elements)
    assert roofline.matvec_flop(m, k) == roofline.sgemm_flop(m, 1, k)
    assert roofline.matvec_bytes(m, k) == roofline.sgemm_bytes(m, 1, k)


def test_the_roofs_of_known_machines() -> None:
    """The vendor's figures: 19.5 TFLOP/s and 1,555 GB/s for the A100 with 40 GB, 82.6 and 1,008 for the RTX 4090."""
    a100, rtx_4090 = roofline.peak(108, 64, 1.41), roofline.peak(128, 128, 2.52)
    assert a100 == pytest.approx(19.5, abs=0.05)
    assert rtx_4090 == pytest.approx(82.6, abs=0.05)
    assert roofline.balance(a100, 1.555) == pytest.approx(12.5, abs=0.05)
    assert roofline.balance(a100, 2.039) == pytest.approx(9.6, abs=0.05)


@pytest.mark.parametrize("intensity", [0.0, 0.25, 4.0, 13.9, 14.0, 700.0])
def test_the_roofline_is_the_longer_of_two_times(intensity: float) -> None:
    """A kernel of 1 TFLOP, by the time that its operations and its bytes take."""
    seconds = max(1 / 66.9, 1 / intensity / 4.8 if intensity else float("inf"))
    assert roofline.attainable(intensity, 66.9, 4.8) == pytest.approx(1 / seconds)


@pytest.mark.parametrize(("m", "n", "leading"), [(32, 32, 32), (64, 96, 104), (96, 64, 64)])
def test_matvec_traffic_equals_a_walk_over_every_warp_and_load(m: int, n: int, leading: int) -> None:
    by_warp = [
        [{(row * leading + k0 + lane) // 8 for lane in range(32)}, {(k0 + lane) // 8 for lane in range(32)}]
        for row, k0 in product(range(m), range(0, n, 32))
    ]
    by_thread = [
        [{((row0 + lane) * leading + k) // 8 for lane in range(32)}, {k // 8}]
        for row0, k in product(range(0, m, 32), range(n))
    ]
    for owner, steps in (("warp", by_warp), ("thread", by_thread)):
        found = global_memory.matvec_traffic(m, n, owner, leading)
        assert found.requests == 2 * len(steps)
        assert found.sectors == sum(len(sectors) for step in steps for sectors in step)


def test_matvec_traffic_has_a_model_for_whole_warps_only() -> None:
    with pytest.raises(ValueError, match="multiples of 32"):
        global_memory.matvec_traffic(32, 33, "warp")
    with pytest.raises(ValueError, match="block"):
        global_memory.matvec_traffic(32, 32, "block")


@pytest.mark.parametrize(("registers", "warp"), [(1, 256), (8, 256), (9, 512), (90, 3072), (96, 3072), (255, 8192)])
def test_registers_are_allocated_to_a_warp_in_steps_of_256(registers: int, warp: int) -> None:
    assert processor.registers_per_warp(registers) == warp


SINGLES = st.floats(-(2.0**20), 2.0**20, width=32).filter(lambda x: x == 0 or abs(x) > 2.0**-40)


@given(SINGLES, SINGLES, SINGLES)
def test_two_roundings_are_those_of_numpy(a: float, b: float, c: float) -> None:
    assert numbers.rounded_twice(a, b, c) == float(np.float32(a) * np.float32(b) + np.float32(c))


@given(SINGLES, SINGLES, SINGLES)
def test_one_rounding_gives_the_nearest_float_and_the_even_one_of_two(a: float, b: float, c: float) -> None:
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    got = np.float32(numbers.rounded_once(a, b, c))
    for other in (np.nextafter(got, np.float32(np.inf)), np.nextafter(got, np.float32(-np.inf))):
        mine, its = (abs(Fraction(float(v)) - exact) for v in (got, other))
        assert mine < its or (mine == its and int(got.view(np.uint32)) % 2 == 0)


def test_what_is_no_float_of_single_precision_is_not_rounded_a_third_time() -> None:
    with pytest.raises(ValueError, match="single precision"):
        numbers.rounded_once(0.1, 1.0, 0.0)


@pytest.mark.parametrize("run", [1, 2, 4, 8, 32])
@pytest.mark.parametrize("elements", [1, 2, 4, 8])
def test_local_memory_keeps_an_element_of_all_lanes_side_by_side(run: int, elements: int) -> None:
    touched = {(lane // run % elements, lane // 8) for lane in range(32)}
    assert global_memory.local_sectors(run, elements) == len(touched)


def groups_of_lanes(pieces: list[int]) -> int:
    """Wavefronts of a 16-byte load, lane i at 16-byte piece pieces[i], by the rule that documents state."""
    groups = [set(pieces[start : start + 8]) for start in range(0, 32, 8)]
    together = any(all(pieces[lane] == pieces[lane ^ partner] for lane in range(32)) for partner in (1, 2))
    cost = 0
    for left, right in ((groups[0], groups[1]), (groups[2], groups[3])):
        union = wavefronts_by_hand(4 * piece + word for piece in left | right for word in range(4))
        alone = sum(wavefronts_by_hand(4 * p + word for p in group for word in range(4)) for group in (left, right))
        cost += 1 if together and union == 1 else alone
    return cost


@pytest.mark.parametrize("run", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("period", [2, 4, 8, 16, 32])
def test_lanes_that_share_pieces_pay_less_only_where_partners_agree(run: int, period: int) -> None:
    pieces = [lane // run % period for lane in range(32)]
    assert shared_memory.piece_load(run, period).wavefronts == groups_of_lanes(pieces)


@pytest.mark.parametrize("width", [16, 64, 66, 68, 128, 129, 132, 136, 144])
@pytest.mark.parametrize("apart", [1, 2, 4, 8])
def test_a_store_of_lanes_in_pairs_equals_a_count_of_words(width: int, apart: int) -> None:
    words = [lane % 2 * apart * width + lane // 2 for lane in range(32)]
    assert shared_memory.paired_store(width, apart).wavefronts == wavefronts_by_hand(words)


@pytest.mark.parametrize(
    ("width", "pairs", "total", "excess"),
    [(128, False, 108, 4), (132, False, 104, 0), (132, True, 72, 0), (128, True, 76, 4)],
)
def test_a_double_buffered_step_costs_what_the_machine_code_does(
    width: int, pairs: bool, total: int, excess: int
) -> None:
    """108 and 4 were counted on an H200 at N = 4096, for 32 x 32 x 8 x 512 such steps."""
    step = shared_memory.double_buffered_step(width, pairs)
    assert (step.wavefronts, step.excess) == (total, excess)


def test_rows_of_a_that_are_not_aligned_have_no_model() -> None:
    with pytest.raises(ValueError, match="129 words"):
        shared_memory.double_buffered_step(129, True)


@pytest.mark.parametrize("leading", range(16, 100))
def test_copied_rows_meet_in_l1_unless_they_lie_in_different_halves_of_the_banks(leading: int) -> None:
    assert shared_memory.copied_rows(leading).wavefronts == wavefronts_by_hand(
        lane // 16 * leading + lane % 16 for lane in range(32)
    )


@pytest.mark.parametrize("buffers", [2, 3, 4])
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_groups_that_may_be_left_are_those_committed_behind_the_one_that_is_needed(buffers: int, count: int) -> None:
    committed = list(range(min(buffers - 1, count)))  # the prologue: one group for each tile that exists
    for tile in range(count):
        assert geometry.groups_left(buffers, tile, count) == len(committed) - 1 - committed.index(tile)
        if tile + buffers - 1 < count:
            committed.append(tile + buffers - 1)
