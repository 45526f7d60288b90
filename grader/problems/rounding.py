"""How far a correct FP32 result may be from the exact one."""

from __future__ import annotations

import math

import numpy as np

from grader.launch import Array
from grader.problems.base import EXACT, Floats, Rounding

UNIT_ROUNDOFF = 2.0**-24

# Up to this length the bound is smaller than the errors of FP16 or TF32 inputs; beyond, it would let them pass.
LONGEST_FLOAT_SUM = 256


def rounding_of_sums(magnitude: Floats | None, terms: int) -> Rounding:
    """Largest error of sums of `terms` products in FP32, in any order and with or without FMA.

    magnitude: the sum of the absolute values of all terms, None for exact sums. Each of at most terms + 4 roundings
    (products, additions, the factors alpha and beta) contributes one unit roundoff: Higham, Accuracy and Stability of
    Numerical Algorithms, section 3.1.
    """
    if magnitude is None:
        return EXACT
    roundings = (terms + 4) * UNIT_ROUNDOFF
    return Rounding(magnitude * (roundings / (1.0 - roundings)) + float(np.finfo(np.float32).tiny), magnitude)


# Times the error of a chain of additions, which is larger than that of a tree; TF32 and FP16 exceed it by 30 times.
_ALLOWANCE = 4.0
# Errors grow with the partial sums of a random walk, so their tail is long: among 3e7 correct elements the largest was
# 11 times the root mean square, and each further 1.7 is a tenth as frequent.
_LARGEST_OF_MANY = 30.0


def random_sum_error(terms: int, variance: float = 1 / 9) -> float:
    """Root mean square error of an FP32 sum of `terms` random terms, added one by one.

    variance: of a term; 1 / 9 for a product of two values uniform in [-1, 1), 1 / 3 for such a value. Partial sum k has
    k times this variance, and each addition errs by at most one unit roundoff of it, uniformly: variances add up to
    u^2 / 3 * variance * terms^2 / 2. For long sums the worst-case bound of `rounding_of_sums` would let TF32 pass.
    """
    return UNIT_ROUNDOFF * terms * math.sqrt(variance / 6)


def farthest(errors: Floats) -> int:
    """The number of the largest error; NaN is larger than any."""
    return int(np.argmax(np.where(np.isnan(errors), np.inf, np.abs(errors))))


def precise(errors: Floats, expected_rms: float) -> bool:
    """Whether many errors are those of FP32: none far off, and a small root mean square. NaN is not."""
    if not errors.size:
        return True
    rms = math.sqrt(float(np.mean(np.square(errors))))
    return bool(np.all(np.abs(errors) <= _LARGEST_OF_MANY * expected_rms)) and rms <= _ALLOWANCE * expected_rms


def imprecise(expected: Floats, got: Array, rms: float, far: float) -> tuple[int, float, float, bool] | None:
    """Of results whose errors are not those of FP32, with root mean square `rms`, the farthest; None if they are.

    Returns its flat number, the expected and the actual value, and whether it is off by `far` or more.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        errors = got.astype(np.float64) - expected
        if precise(errors, rms):
            return None
    at = farthest(errors)
    return at, float(expected.flat[at]), float(got.flat[at]), not abs(errors.flat[at]) < far
