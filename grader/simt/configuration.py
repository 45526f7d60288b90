"""Launches that cannot start: beyond the limits of an SM, or of the kernel's own launch bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grader.launch import Fault, LaunchRequest
from grader.simt.kernel import Kernel
from grader.simt.messages import configuration_message
from grader.simt.occupancy import MAX_THREADS_PER_BLOCK, REGISTERS_PER_SM, occupancy

_MAX_SHARED = 232_448  # sm_90, opt-in, per block
_MAX_LOCAL = 512 << 10  # per thread
_MAX_VARIABLES = 256 << 20  # of a program, in __device__ and __constant__ memory; the emulator's own limit
_MAX_CLUSTER = 8  # blocks, on every architecture that has clusters

_Problem = tuple[str, dict[str, object]]


def refused(kernel: Kernel, registers: int, request: LaunchRequest) -> Fault | None:
    """The fault of a launch that every device refuses. registers: per thread."""
    for limit, details in (*_of_the_device(kernel, registers, request), *_of_the_kernel(kernel, request)):
        told = {"limit": limit} | {name: str(n) if isinstance(n, tuple) else n for name, n in details.items()}
        return Fault("launch_configuration", None, None, None, configuration_message(limit, told), told)
    return None


def _of_the_device(kernel: Kernel, registers: int, request: LaunchRequest) -> Iterator[_Problem]:
    grid, block, threads = request.grid, request.block, math.prod(request.block)
    shared = kernel.static_shared_bytes + request.shared_bytes
    variables = sum(variable.size for variable in kernel.module_variables)
    common: dict[str, object] = {"grid": grid, "block": block, "threads": threads}
    if min(block) < 1 or min(grid) < 1:
        yield "empty", common
    elif threads > MAX_THREADS_PER_BLOCK or block[2] > 64:
        yield "block", common
    elif occupancy("sm_90", threads, registers, 0).blocks == 0:
        yield "registers", common | {"registers": registers, "most": REGISTERS_PER_SM}
    if grid[0] > 2**31 - 1 or max(grid[1:]) > 65535:
        yield "grid", common
    if request.shared_bytes < 0:
        yield "negative", {"bytes": request.shared_bytes}
    for limit, size, most in (
        ("shared", shared, _MAX_SHARED), ("local", kernel.local_bytes, _MAX_LOCAL),
        ("variables", variables, _MAX_VARIABLES),
    ):  # fmt: skip
        if size > most:
            yield limit, {"bytes": size, "most": most}


def _of_the_kernel(kernel: Kernel, request: LaunchRequest) -> Iterator[_Problem]:
    """Violations of __launch_bounds__, __block_size__ and __cluster_dims__, as on an H100."""
    bounds, threads = kernel.bounds, math.prod(request.block)
    most, exactly, cluster = (bounds.get(name) for name in ("maxntid", "reqntid", "reqnctapercluster"))
    if most and threads > math.prod(most):
        yield "at_most", {"most": math.prod(most), "threads": threads}
    if exactly and exactly != request.block:
        yield "exactly", {"wanted": exactly, "block": request.block}
    whole = not cluster or all(c and n % c == 0 for n, c in zip(request.grid, cluster, strict=True))
    if cluster and (math.prod(cluster) > _MAX_CLUSTER or not whole):
        yield "clusters", {"cluster": cluster, "grid": request.grid, "most": _MAX_CLUSTER}
