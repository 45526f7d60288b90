"""The quiz of module 16, counted by hand."""

from __future__ import annotations

import re
from typing import cast

import pytest

from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import wavefronts
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    decimals,
    numbers,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check, Expected

EXPECTED = Expected(items=12)


def listed(text: str) -> list[int]:
    return [int(value) for value in text.split(",")]


def check_after_two_steps(item: DrawnItem) -> None:
    values = listed(parts(r"hold ([\d, ]+)\. Take", item.prompt.en)[0])
    (word,) = numbers(r"down words (\d) and 7", item.prompt.en)
    four = [sum(values[max(0, i - 3) : i + 1]) for i in range(8)]
    up = list(values)
    for right in (1, 3, 5, 7):
        up[right] = values[right - 1] + values[right]
    for right in (3, 7):
        up[right] = sum(values[right - 3 : right + 1])
    down = list(up)  # what comes before each pair is on its right; lefts of pairs are as they were
    for pair in range(4):
        down[2 * pair + 1] = sum(values[: 2 * pair])
    assert [cells for _, cells in rows(item)] == [(each[word], each[7]) for each in (four, up, down)]


def check_cost_of_ways(item: DrawnItem) -> None:
    (n,) = numbers(r"block of (\d+) threads", item.prompt.en)
    warps = n // 32
    distances = [d for d in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512) if d < n]
    steps = len(distances)
    stored = {"one array": (1 + 2 * steps, 1), "two arrays": (1 + steps, 1), "two sweeps": (2 + 2 * steps, 2)}
    for label, cells in rows(item):
        barriers, turns = stored[label]
        requests = found = 0
        for d in distances:
            for warp in range(warps):
                lanes = range(32 * warp, 32 * warp + 32)
                if label == "two sweeps":
                    words = [2 * d * (t + 1) - 1 for t in lanes if 2 * d * (t + 1) <= n]
                else:
                    words = [t for t in lanes if label == "two arrays" or t >= d]
                if words:
                    requests, found = requests + 1, found + wavefronts(words)
        assert cells == (barriers * warps, turns * requests, turns * found)


def check_step_races(item: DrawnItem) -> None:
    """Free of races: a barrier between reading and writing and one behind, or two arrays."""
    right = right_texts(item)
    assert len(right) == 2 and len(item.options) == 5
    for option in item.options:
        code = option.text.en
        read, _, written = code.partition("__syncthreads();")
        both = "+=" not in read and "__syncthreads();" in written
        assert (code in right) == (both or "two arrays" in code), code


def check_sweep_banks(item: DrawnItem) -> None:
    n, threads, half = numbers(r"scan of (\d+) words.*block of (\d+) threads(?:.|\n)*half = (\d+)", item.prompt.en)
    assert threads == n // 2
    words = [2 * half * (t + 1) - 1 for t in range(threads)]
    warps = [[word for word in words[first : first + 32] if word < n] for first in range(0, threads, 32)]
    assert cast(Quantity, item.key).value == sum(wavefronts(each) for each in warps if each)


def check_what_tile_finds(item: DrawnItem) -> None:
    (tile,) = numbers(r"Tile (\d+) looks back", item.prompt.en)
    seen = re.findall(r"\| (\d+) \| (OWN_SUM|PREFIX) \| (\d+) \|", item.prompt.en)
    assert [int(number) for number, _, _ in seen] == [tile - 1 - k for k in range(6)]
    prefixes = [int(value) for _, flag, value in seen if flag == "PREFIX"]
    assert prefixes == sorted(prefixes, reverse=True) and len(prefixes) >= 2
    own = [int(value) for _, flag, value in seen if flag == "OWN_SUM"]
    assert cast(Quantity, item.key).value == sum(own) + prefixes[0]


def check_why_tickets(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    assert right.startswith("All smaller numbers then belong to blocks that have begun")
    blocks, room = numbers(r"launched with ([\d,]+) blocks, of which the GPU holds ([\d,]+)", item.prompt.en)
    assert blocks > room


def check_flag_and_value(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    mended = "a place of its own" in item.prompt.en
    assert mended != ("passes `__threadfence()` and loads the sum" in item.prompt.en)
    assert right.startswith("Without a fence of its own" if mended else "Between seeing OWN_SUM")


def check_segments(item: DrawnItem) -> None:
    values, heads = map(listed, parts(r"`in` is ([\d, ]+), `heads` is ([\d, ]+);", item.prompt.en))

    def upto(last: int) -> int:
        begins = max([k for k in range(last + 1) if heads[k]], default=0)
        return sum(values[begins : last + 1])

    found = [cells[0] for _, cells in rows(item)]
    assert found == [upto(3), upto(5), upto(7), int(any(heads[:4])), upto(3)]


def check_other_operation(item: DrawnItem) -> None:
    """Every accepted form, lane by lane."""
    conditions, shuffles, starts = cast(Blanks, item.key).accepted
    product = "the product of lanes" in item.prompt.en
    (name,) = parts(r"int below = __shfl_up_sync\(0xffffffff, (\w+), d\)", item.prompt.en)
    assert (
        list(starts) == ["1" if product else "0"]
        and f"{name} = {name} {'*' if product else '^'} below;" in item.prompt.en
    )
    for condition in conditions:
        plain = condition.replace("!(lane < d)", "lane >= d")
        for d in (1, 2, 4, 8, 16):
            assert [bool(value_of(plain, lane=lane, d=d)) for lane in range(32)] == [lane >= d for lane in range(32)]
    for shuffle in shuffles:
        assert re.fullmatch(rf"__shfl_up_sync\((0xffffffffu?|~0u), {name}, 1\)", shuffle)


def check_tile_in_order(item: DrawnItem) -> None:
    wanted = ["draws a ticket", "in registers", "scans the sums of the warps", "as OWN_SUM", "back to the first PREFIX",
              "published as PREFIX", "and store"]  # fmt: skip
    assert_in_order(wanted, right_steps(item))
    size, tile = numbers(r"block has (\d+) threads, a tile ([\d,]+) elements", item.prompt.en)
    (each,) = numbers(r"loads (\d+) elements", right_steps(item)[1])
    assert size * each == tile


def check_verdict(item: DrawnItem) -> None:
    (rate,) = decimals(r"own copy runs at ([\d,]+) GB/s", item.prompt.en)
    power, time, launches = numbers(
        r"scan of 2\^(\d+) integers of 4 bytes takes ([\d,]+) microseconds; launches: (\d)", item.prompt.en
    )
    passes = time / (8 * 2**power / rate / 1e3)
    (right,) = right_texts(item)
    if launches == 3:
        assert 2 < passes < 2.5 and right.startswith("Make it a single pass.")
    elif passes > 10:
        assert right.startswith("Let tiles publish")
    else:
        assert passes == pytest.approx(1.08, abs=0.01) and right.startswith("Stop.")


CHECKS: dict[str, Check] = {
    "term": check_term,
    "after_two_steps": check_after_two_steps,
    "cost_of_ways": check_cost_of_ways,
    "step_races": check_step_races,
    "sweep_banks": check_sweep_banks,
    "what_tile_finds": check_what_tile_finds,
    "why_tickets": check_why_tickets,
    "flag_and_value": check_flag_and_value,
    "segments": check_segments,
    "other_operation": check_other_operation,
    "tile_in_order": check_tile_in_order,
    "verdict": check_verdict,
}
