"""What a multiprocessor holds and how fast it issues."""

from __future__ import annotations

from grader import occupancy as sm


def occupancy(arch: str, threads: int, registers: int, shared_bytes: int = 0) -> sm.Occupancy:
    """Resident blocks and warps of one SM: see `grader.occupancy`."""
    return sm.occupancy(arch, threads, registers, shared_bytes)


def sm_limits(arch: str) -> sm.SmLimits:
    """What one SM of an architecture holds."""
    return sm.limits(arch)


def registers_per_warp(registers: int) -> int:
    """Registers that one warp occupies, by registers per thread: allocated in steps of 256."""
    return sm.registers_per_warp(registers)


def most_registers(arch: str, threads: int, blocks: int) -> int:
    """The most registers per thread with which `blocks` blocks of `threads` threads fit on one SM."""
    fitting = (r for r in range(sm.MAX_REGISTERS_PER_THREAD, 0, -1) if occupancy(arch, threads, r).blocks >= blocks)
    return next(fitting, 0)


def peak_share(ffma: int, wavefronts: int) -> float:
    """The largest share of the FP32 peak (0 to 1): an SM issues four FFMA a cycle and serves one wavefront."""
    return ffma / 4 / max(ffma / 4, wavefronts)


def blocks_by(arch: str, threads: int, registers: int, shared_bytes: int = 0) -> dict[str, int]:
    """Blocks that each limit of an SM alone lets in: "warps", "blocks", "registers", "shared"."""
    return {need.name: need.blocks for need in sm.needs(arch, threads, registers, shared_bytes)}


def waves(grid: int, at_once: int) -> int:
    """Waves of a grid whose blocks take equally long, by the blocks that the whole GPU holds at once."""
    return -(-grid // at_once)


def last_wave(grid: int, at_once: int) -> int:
    """Blocks in the last of these waves."""
    return grid - (waves(grid, at_once) - 1) * at_once


def bytes_in_flight(warps: int, loads: int, width: int) -> int:
    """Bytes that an SM waits for, if each thread of its warps has so many loads of so many bytes on their way."""
    return warps * sm.WARP_SIZE * loads * width


def loads_needed(warps: int, width: int, wanted: int) -> int:
    """The fewest loads a thread with which at least `wanted` bytes are in flight on an SM."""
    return -(-wanted // bytes_in_flight(warps, 1, width))
