"""Launches that cannot start: beyond the limits of an SM, or of the kernel's own launch bounds."""

from __future__ import annotations

import math
import operator
from collections.abc import Container, Iterator, Mapping
from dataclasses import field, replace

from grader.dataclass import dataclass
from grader.launch import ArgumentMismatch, Fault, LaunchRequest
from grader.occupancy import MAX_THREADS_PER_BLOCK, REGISTERS_PER_SM, occupancy
from grader.simt.messages import configuration_message

_MAX_SHARED = 232_448  # sm_90, opt-in, per block
_MAX_LOCAL = 512 << 10  # per thread
_MAX_VARIABLES = 256 << 20  # of a program, in __device__ and __constant__ memory; the emulator's own limit
_MAX_CLUSTER = 8  # blocks, on every architecture that has clusters
_FARTHEST = 1 << 63

_Problem = tuple[str, dict[str, object]]


@dataclass(frozen=True)
class Needs:
    """What a kernel needs: registers and local memory of a thread, static shared memory of a block, variables of the
    program, in bytes; bounds: as in Function. sizes: of variables by their names, in bytes.
    """

    registers: int
    shared_bytes: int
    local_bytes: int
    variable_bytes: int
    bounds: Mapping[str, tuple[int, ...]]
    sizes: Mapping[str, int] = field(default_factory=dict)


def refused(needs: Needs, request: LaunchRequest) -> Fault | None:
    """The fault of a launch that every device refuses."""
    problems = (*_of_the_device(needs, request), *_of_the_kernel(needs, request), *_of_variables(needs, request))
    for limit, details in problems:
        told = {"limit": limit} | {name: str(n) if isinstance(n, tuple) else n for name, n in details.items()}
        return Fault("launch_configuration", None, None, None, configuration_message(limit, told), told)
    return None


def _of_the_device(needs: Needs, request: LaunchRequest) -> Iterator[_Problem]:
    grid, block, threads = request.grid, request.block, math.prod(request.block)
    shared = needs.shared_bytes + request.shared_bytes
    common: dict[str, object] = {"grid": grid, "block": block, "threads": threads}
    if min(block) < 1 or min(grid) < 1:
        yield "empty", common
    elif threads > MAX_THREADS_PER_BLOCK or block[2] > 64:
        yield "block", common
    elif occupancy("sm_90", threads, needs.registers, 0).blocks == 0:
        yield "registers", common | {"registers": needs.registers, "most": REGISTERS_PER_SM}
    if grid[0] > 2**31 - 1 or max(grid[1:]) > 65535:
        yield "grid", common
    if request.shared_bytes < 0:
        yield "negative", {"bytes": request.shared_bytes}
    for limit, size, most in (
        ("shared", shared, _MAX_SHARED), ("local", needs.local_bytes, _MAX_LOCAL),
        ("variables", needs.variable_bytes, _MAX_VARIABLES),
    ):  # fmt: skip
        if size > most:
            yield limit, {"bytes": size, "most": most}


def _of_the_kernel(needs: Needs, request: LaunchRequest) -> Iterator[_Problem]:
    """Violations of __launch_bounds__, __block_size__ and __cluster_dims__, as on an H100."""
    bounds, threads = needs.bounds, math.prod(request.block)
    most, exactly, cluster = (bounds.get(name) for name in ("maxntid", "reqntid", "reqnctapercluster"))
    if most and threads > math.prod(most):
        yield "at_most", {"most": math.prod(most), "threads": threads}
    if exactly and exactly != request.block:
        yield "exactly", {"wanted": exactly, "block": request.block}
    whole = not cluster or all(c and n % c == 0 for n, c in zip(request.grid, cluster, strict=True))
    if cluster and (math.prod(cluster) > _MAX_CLUSTER or not whole):
        yield "clusters", {"cluster": cluster, "grid": request.grid, "most": _MAX_CLUSTER}


def _of_variables(needs: Needs, request: LaunchRequest) -> Iterator[_Problem]:
    """Variables that are smaller or larger than what the host copies into them."""
    for symbol in request.symbols:
        name = symbol_name(symbol.name, needs.sizes)
        size, given = needs.sizes.get(name or ""), getattr(symbol.value, "nbytes", 0)
        if size is not None and size != given:
            yield "symbol", {"variable": symbol.name, "bytes": size, "given": given}


def symbol_name(name: str, known: Container[str]) -> str | None:
    """A variable's name in machine code: its own, or that of a static one."""
    return next((n for n in (name, f"_ZL{len(name)}{name}") if n in known), None)


def in_integers(request: LaunchRequest) -> LaunchRequest:
    """The request with plain integers; raises ArgumentMismatch for others, and for those beyond 64 bits."""
    try:
        gx, gy, gz, bx, by, bz, shared = map(operator.index, (*request.grid, *request.block, request.shared_bytes))
    except (TypeError, ValueError):
        raise ArgumentMismatch("grid and block are not three integers each, or shared memory is not one") from None
    if not all(-_FARTHEST <= n < _FARTHEST for n in (gx, gy, gz, bx, by, bz, shared)):
        raise ArgumentMismatch("grid, block and shared memory are not 64-bit integers")
    return replace(request, grid=(gx, gy, gz), block=(bx, by, bz), shared_bytes=shared)
