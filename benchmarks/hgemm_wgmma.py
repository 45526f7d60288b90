"""Times the kernel by wgmma and TMA that lesson 10 reads, in turns with cuBLAS.

    python benchmarks/hgemm_wgmma.py [FILE]     (needs an sm_90 GPU and CuPy)

Writes results/hgemm_wgmma_<gpu>.json: milliseconds of each turn, "alone" behind a kernel that spins, so that the host's
time to launch does not count, and "in_a_row", one of many launches without a pause.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring import Contenders, measured_on, milliseconds
from grader.cli.bench import RESULTS, slug
from grader.cuda.device import CudaDevice
from grader.cuda.tensor_maps import encoded
from grader.tensor_maps import TensorMap
from grader.toolchain import compile_source

SOURCE = Path(__file__).parent / "kernels" / "hgemm_wgmma.cu"
SIZES = (4096, 8192)
_TURNS, _ROW = 25, 20
_SHARED = 4 * 48 * 1024 + 1024
_MOST_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_HALF, _FLOAT, _SUMS_IN_FLOAT = 2, 0, 68  # CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F
_ANY = 99  # CUBLAS_GEMM_DEFAULT_TENSOR_OP
_SPIN = """extern "C" __global__ void spin() { for (long long began = clock64(); clock64() - began < 400000;) ; }"""
Json = dict[str, Any]


def contenders(gpu: CudaDevice, n: int) -> Contenders:
    """Both at one size, each of which must agree with FP32 within what FP16 products allow."""
    cupy = gpu.cupy
    from cupy_backends.cuda.libs import cublas

    random = cupy.random.default_rng(1)
    a, b = ((2 * random.random((n, n), np.float32) - 1).astype(np.float16) for _ in range(2))
    out = cupy.empty((n, n), np.float32)
    wanted = a.astype(np.float32) @ b.astype(np.float32)
    module = cupy.cuda.function.Module()
    module.load(compile_source(SOURCE.read_text("utf-8"), file=SOURCE.name, arch="sm_90a").cubin)
    function = module.get_function("hgemm_wgmma")
    cupy.cuda.driver.funcSetAttribute(function.ptr, _MOST_SHARED, _SHARED)
    maps = [encoded(TensorMap(np.empty((n, n), np.float16), box, 128), each.data.ptr)
            for each, box in ((a, (128, 64)), (b, (64, 64)))]  # fmt: skip
    sizes = [np.int32(n)] * 4
    handle, one, zero = cublas.create(), np.ones(1, np.float32), np.zeros(1, np.float32)

    def by_library() -> None:
        cublas.gemmEx(handle, 0, 0, n, n, n, one.ctypes.data, b.data.ptr, _HALF, n, a.data.ptr, _HALF, n,
                      zero.ctypes.data, out.data.ptr, _FLOAT, n, _SUMS_IN_FLOAT, _ANY)  # fmt: skip

    def right() -> bool:
        good = float(abs(out - wanted).max()) < 1e-3 * n**0.5
        out.fill(np.nan)
        return good

    found = Contenders(gpu)
    found.add("wgmma", lambda: function((132,), (384,), (*maps, out, *sizes), shared_mem=_SHARED), right)
    found.add("cublas", by_library, right)
    return found


def main(file: Path | None = None) -> None:
    """Both loads at all sizes on the first GPU."""
    gpu = CudaDevice()
    spin = gpu.cupy.RawKernel(_SPIN, "spin")
    found: Json = measured_on(gpu) | {"command": "python benchmarks/hgemm_wgmma.py", "sizes": {}}
    for n in SIZES:
        both, of_size = contenders(gpu, n), Json()
        for load, times in (("alone", 1), ("in_a_row", _ROW)):
            turns: dict[str, list[float]] = {name: [] for name in both.launches}
            for _ in range(_TURNS):
                for name, launch in both.launches.items():
                    spin((1,), (1,), ())
                    turns[name].append(round(milliseconds(gpu, launch, times), 5))
            of_size[load] = turns
            medians = {name: statistics.median(each) for name, each in turns.items()}
            print(f"N = {n}, {load}: {medians}, {medians['cublas'] / medians['wgmma']:.3f} of cuBLAS")
        found["sizes"][str(n)] = of_size
    target = file or RESULTS / f"hgemm_wgmma_{slug(gpu.facts.name)}.json"
    target.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
