"""Work, bytes and what they allow."""

from __future__ import annotations

from grader.quiz.truth.costs import FLOAT


def intensity(tile_m: int, tile_n: int) -> float:
    """FLOP per byte moved from global to shared memory by a tile_m x tile_n tile of C, or to registers by a thread's.

    Each k moves tile_m + tile_n floats and allows 2 * tile_m * tile_n operations; the tile's depth cancels.
    """
    return 2 * tile_m * tile_n / (FLOAT * (tile_m + tile_n))


def reuse(tile_m: int, tile_n: int) -> dict[str, int]:
    """How many times each loaded element of A ("a") and of B ("b") is used by a tile_m x tile_n tile of C."""
    return {"a": tile_n, "b": tile_m}


def sgemm_flop(m: int, n: int, k: int, epilogue: bool = False) -> int:
    """Operations of C = alpha A B + beta C: a multiply and an add for each product.

    epilogue: also count the three operations per element of C (times alpha, times beta, and the sum).
    """
    return 2 * m * n * k + (3 * m * n if epilogue else 0)


def sgemm_bytes(m: int, n: int, k: int, reads_c: bool = False) -> int:
    """Minimum bytes of an SGEMM: A and B read once, C written once, and also read if reads_c (beta is not 0)."""
    return FLOAT * (m * k + k * n + m * n * (2 if reads_c else 1))


def matvec_flop(m: int, n: int) -> int:
    """Operations of y = A x, A m x n."""
    return 2 * m * n


def matvec_bytes(m: int, n: int) -> int:
    """Minimum bytes of y = A x: A and x read once, y written once."""
    return FLOAT * (m * n + n + m)


def peak(sms: int, lanes: int, gigahertz: float) -> float:
    """TFLOP/s if every FP32 lane of every SM finishes one multiply-add, 2 FLOP, each cycle."""
    return 2 * sms * lanes * gigahertz / 1000


def balance(tflops: float, terabytes: float) -> float:
    """FLOP per byte at which the two roofs meet: peak in TFLOP/s, bandwidth in TB/s."""
    return tflops / terabytes


def attainable(flop_per_byte: float, tflops: float, terabytes: float) -> float:
    """TFLOP/s that the roofline allows; bytes and bandwidth must be those of one level of memory.

    Williams, Waterman, Patterson: Roofline, Communications of the ACM 52(4), 2009.
    """
    return min(tflops, flop_per_byte * terabytes)
