"""How far a correct FP32 result may be from the exact one."""

from __future__ import annotations

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
