"""Timed SGEMM: a product in single precision."""

from __future__ import annotations

from functools import partial

from grader.problems.gemm_bulk import Kind, product
from grader.problems.rounding import random_sum_error

# Far is what lies far beyond the errors of TF32.
bulk = partial(product, Kind(None, "cublas_sgemm", random_sum_error, far=0.01))
