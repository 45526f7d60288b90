"""Timed products by tensor cores: with factors in FP16, BF16 and TF32."""

from __future__ import annotations

from functools import partial

from grader.problems.formats import to_tf32
from grader.problems.gemm_bulk import Kind, product
from grader.problems.tensor_rounding import tensor_sum_error

# Errors are those of the narrowest instructions, m16n8k8 and m16n8k4. Far is what lies far beyond those of BF16.
_HALVES, _TF32 = (partial(tensor_sum_error, wide=wide) for wide in (8, 4))
hgemm = partial(product, Kind("f16", "cublas_gemm_f16", _HALVES, far=0.05))
gemm_bf16 = partial(product, Kind("bf16", "cublas_gemm_bf16", _HALVES, far=0.05))
gemm_tf32 = partial(product, Kind(None, "cublas_gemm_tf32", _TF32, far=0.05, taken=to_tf32))
