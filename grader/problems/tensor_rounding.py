"""How far a correct product by tensor cores may be from the exact one."""

from __future__ import annotations

import math

import numpy as np

from grader.problems.base import EXACT, Floats, Rounding
from grader.problems.rounding import UNIT_ROUNDOFF

EXTRA_BITS = 2  # that are kept of each term behind a float's last one: measured on an H200, see docs/emulator.md
NARROWEST = 4  # products that an instruction adds in one step; of the widest there are 16, or 8 of TF32
_CUT_OFF = 0.72  # half a unit of the last place, relative to numbers of all sizes alike, in units of 2^-24
_LAST_BIT = 2 * UNIT_ROUNDOFF  # of a float, relative to it


def lost_in_a_step(products: int) -> float:
    """Largest error of one step of a tensor core, relative to the sum of all absolute values so far.

    Products are exact. They and the addend, `products` + 1 terms, are aligned to the largest exponent, and of each is
    cut off what lies more than EXTRA_BITS behind a float's last bit: less than 2^-(23 + EXTRA_BITS) of the largest.
    The sum of what is left is exact, and cut off to a float: less than 2^-23 of the sum. No term and no sum is larger
    than all absolute values together.
    """
    return (products + 1) * _LAST_BIT * 2.0**-EXTRA_BITS + _LAST_BIT


def tensor_sum_error(terms: int, wide: int) -> float:
    """Root mean square error of a sum of `terms` random products that a tensor core adds `wide` at a time.

    Each step cuts off up to one unit of the sum's last place, on average 0.72 * 2^-24 of the sum, always towards zero:
    these errors do not cancel. They add up to 0.72 * 2^-24 times the sum of all partial sums, a random walk of
    S = terms / wide steps of variance wide / 9 (for factors uniform in [-1, 1)): the sum of its places has variance
    wide / 9 * S^3 / 3.
    """
    steps = -(-terms // wide)
    return _CUT_OFF * UNIT_ROUNDOFF * math.sqrt(wide / 27 * steps**3)


def rounding_of_products(magnitude: Floats | None, terms: int) -> Rounding:
    """Largest error of sums of `terms` products by tensor cores with sums in FP32, in any order of the steps.

    magnitude: the sum of the absolute values of all terms, None for exact sums. The fewer products a step has, the more
    is lost for each of them: 0.66 * 2^-24 in steps of 16, 1.125 * 2^-24 in steps of 4, which also covers a chain of
    FMAs. To these come up to four roundings in FP32: by alpha, by beta, of the sum of both, and of one addition more,
    where K is split. Errors grow with the sums that they are relative to, hence the denominator: Higham, Accuracy and
    Stability of Numerical Algorithms, section 3.1.
    """
    if magnitude is None:
        return EXACT
    lost = -(-terms // NARROWEST) * lost_in_a_step(NARROWEST) + 4 * UNIT_ROUNDOFF
    return Rounding(magnitude * (lost / (1.0 - lost)) + float(np.finfo(np.float32).tiny), magnitude)
