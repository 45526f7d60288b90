"""What was measured of products on tensor cores, and of the tiles that `grader tune` chose among; see `measured`."""

from __future__ import annotations

import json
import statistics
from functools import cache
from typing import Any

from measured import RESULTS, library_ms


def fp32_tflops(n: int = 4096) -> float:
    """What cuBLAS does in FP32."""
    return 2 * n**3 / library_ms(n) / 1e9


def fp16_tflops(n: int = 4096) -> float:
    """The same with FP16 inputs and sums in float."""
    return 2 * n**3 / library_ms(n, "cublas_gemm_f16") / 1e9


@cache
def _wgmma() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / "hgemm_wgmma_nvidia_h200.json").read_text(encoding="utf-8"))
    return found


def wgmma_tflops(n: int, who: str = "wgmma", load: str = "alone") -> float:
    """TFLOP/s of benchmarks/hgemm_wgmma.py on an H200, n x n x n: of "wgmma" or of "cublas"; load: or "in_a_row"."""
    return 2 * n**3 / statistics.median(_wgmma()["sizes"][str(n)][load][who]) / 1e9


def wgmma_slowing(who: str, n: int = 4096, early: int = 4) -> float:
    """Percent by which a product takes longer in a row, the later half of the turns beside the first few; who: as of
    wgmma_tflops."""
    turns = _wgmma()["sizes"][str(n)]["in_a_row"][who]
    return 100 * (statistics.median(turns[len(turns) // 2 :]) / statistics.median(turns[:early]) - 1)


@cache
def _mma_rates() -> dict[tuple[str, int], float]:
    found = json.loads((RESULTS / "mma_rate_nvidia_h200.json").read_text(encoding="utf-8"))
    return {(each["kind"], each["warps"]): each["flop_a_cycle"] for each in found["rates"]}


def mma_rate(warps: int, kind: str = "f16, sums in float") -> float:
    """FLOP a cycle and multiprocessor of so many warps that do nothing but mma.sync."""
    return _mma_rates()[kind, warps]


def wgmma_share(n: int, load: str = "alone") -> float:
    """Percent of cuBLAS' speed: the median over the turns, each against cuBLAS in the same turn."""
    turns = _wgmma()["sizes"][str(n)][load]
    return 100 * statistics.median(b / a for a, b in zip(turns["wgmma"], turns["cublas"], strict=True))


@cache
def tuned() -> list[dict[str, Any]]:
    """The variants of 09/tune_tiles that an H200 timed, the fastest first; each as `grader tune --json` has it."""
    found = json.loads((RESULTS / "tune_tiles_nvidia_h200.json").read_text(encoding="utf-8"))
    timed = [variant for variant in found["variants"] if variant["rank"] and variant["timed"]]
    return sorted(timed, key=lambda variant: -variant["timed"]["ratio"])


def rank_correlation() -> float:
    """Spearman's, of the order of `grader tune` by its model and the order by time; 1: the same."""
    ranks = [variant["rank"] for variant in tuned()]
    n = len(ranks)
    assert sorted(ranks) == list(range(1, n + 1)), "a variant was not timed"
    return 1 - 6 * sum((place - rank) ** 2 for place, rank in enumerate(ranks, 1)) / (n * (n * n - 1))


def tuned_spread(first: int) -> float:
    """Percent by which the slowest of the model's first few takes longer than the fastest of them."""
    times = [variant["timed"]["ms"] for variant in tuned() if variant["rank"] <= first]
    return 100 * (max(times) / min(times) - 1)


def tuned_count() -> int:
    """How many variants were timed."""
    return len(tuned())


def tuned_longer(one: int, other: int) -> float:
    """Percent by which a variant takes longer than another; both by their places by the model."""
    times = {variant["rank"]: variant["timed"]["ms"] for variant in tuned()}
    return 100 * (float(times[one]) / float(times[other]) - 1)
