"""How far a correct FP32 result may be from the exact one."""

from __future__ import annotations

import math

import numpy as np

from grader.problems.base import Floats

UNIT_ROUNDOFF = 2.0**-24

# Up to here the bound is smaller than what FP16 or TF32 inputs get wrong; beyond, it would let them pass.
LONGEST_FLOAT_SUM = 256


def sum_tolerance(magnitude: Floats, terms: int) -> Floats:
    """Largest error of a sum of `terms` products in FP32, in whatever order and with or without FMA.

    magnitude: the sum of the absolute values of everything added up. Each of at most terms + 4 roundings
    (products, additions, the factors alpha and beta) contributes one unit roundoff: Higham, Accuracy and
    Stability of Numerical Algorithms, section 3.1.
    """
    roundings = (terms + 4) * UNIT_ROUNDOFF
    bound: Floats = magnitude * (roundings / (1.0 - roundings)) + float(np.finfo(np.float32).tiny)
    return bound


# A tree of additions errs less than a chain of them, so a chain is the allowance; TF32 and FP16 miss it by 30 times.
_ALLOWANCE = 4.0
# Errors grow with the partial sums that a walk happens to take, so that their tail is long: among 3e7 correct elements
# the largest was 11 times the root mean square, and each further 1.7 is met a tenth as often.
_LARGEST_OF_MANY = 30.0


def random_sum_error(terms: int, variance: float = 1 / 9) -> float:
    """Root mean square error of an FP32 sum of `terms` random terms, added one by one.

    variance: of a term; 1 / 9 is that of a product of two values uniform in [-1, 1), which have 1 / 3 themselves.
    Partial sum k has k times this variance, and each addition errs by at most one unit roundoff of it, uniformly:
    variances add up to u^2 / 3 * variance * terms^2 / 2. The worst-case bound of `sum_tolerance` would let TF32 pass
    where sums are long.
    """
    return UNIT_ROUNDOFF * terms * math.sqrt(variance / 6)


def precise(errors: Floats, expected_rms: float) -> bool:
    """Whether errors, many of them, are those of FP32: none far off, and small on the whole. NaN is not."""
    if not errors.size:
        return True
    rms = math.sqrt(float(np.mean(np.square(errors))))
    return bool(np.all(np.abs(errors) <= _LARGEST_OF_MANY * expected_rms)) and rms <= _ALLOWANCE * expected_rms
