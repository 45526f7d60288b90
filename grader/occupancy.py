"""How many blocks of a kernel one SM holds at once: the rules of the CUDA occupancy calculator.

Limits per architecture come from the table "Technical Specifications per Compute Capability" of the CUDA C++
Programming Guide; the allocation rules (registers per warp and sub-partition, shared memory rounding and the
driver's reserve) from `cuda_occupancy.h` of CUDA 13.0, against which this file's results were compared.
"""

from __future__ import annotations

from grader.dataclass import dataclass

WARP_SIZE = 32
MULTIPROCESSORS = 132  # of an H200, and of an H100 (SXM)
MAX_THREADS_PER_BLOCK = 1024
MAX_REGISTERS_PER_THREAD = 255
REGISTERS_PER_SM = 65_536
REGISTER_ALLOCATION_UNIT = 256  # registers, per warp
BARRIERS_PER_BLOCK_SLOT = 2  # an SM has so many for each block that it could hold
SUB_PARTITIONS = 4  # an SM's four schedulers own a quarter of the registers each


@dataclass(frozen=True, slots=True)
class SmLimits:
    """What one SM of an architecture holds. Sizes in bytes.

    shared_per_block excludes the reserve; shared_reserved is what the driver adds to every block;
    shared_unit is the step in which shared memory is allocated.
    """

    warps: int
    blocks: int
    shared_per_sm: int
    shared_per_block: int
    shared_reserved: int
    shared_unit: int


def _turing(warps: int, blocks: int, shared_kib: int) -> SmLimits:
    return SmLimits(warps, blocks, shared_kib * 1024, shared_kib * 1024, 0, 256)


def _ampere_and_later(warps: int, blocks: int, shared_kib: int) -> SmLimits:
    return SmLimits(warps, blocks, shared_kib * 1024, (shared_kib - 1) * 1024, 1024, 128)


LIMITS: dict[str, SmLimits] = {
    "sm_75": _turing(32, 16, 64),
    "sm_80": _ampere_and_later(64, 32, 164),
    "sm_86": _ampere_and_later(48, 16, 100),
    "sm_87": _ampere_and_later(48, 16, 164),
    "sm_89": _ampere_and_later(48, 24, 100),
    "sm_90": _ampere_and_later(64, 32, 228),
    "sm_100": _ampere_and_later(64, 32, 228),
    "sm_103": _ampere_and_later(64, 32, 228),
    "sm_110": _ampere_and_later(48, 24, 228),
    "sm_120": _ampere_and_later(48, 24, 100),
}


@dataclass(frozen=True, slots=True)
class Occupancy:
    """blocks and warps resident on one SM; share of the SM's warps (0 to 1).

    limited_by: every limit that is reached, of "warps", "blocks", "registers", "shared", "barriers", in
    this order.
    blocks is 0 when not even one block can be launched.
    """

    blocks: int
    warps: int
    share: float
    limited_by: tuple[str, ...]


def limits(arch: str) -> SmLimits:
    """Limits of one SM of `arch` ("sm_90"; suffixes such as "sm_90a" are accepted).

    Raises ValueError with the known architectures for an unknown one.
    """
    found = LIMITS.get(arch) or LIMITS.get(arch.rstrip("af"))
    if found is None:
        raise ValueError(f"no occupancy limits for {arch!r}; known: {', '.join(LIMITS)}")
    return found


def occupancy(
    arch: str, threads_per_block: int, registers: int, shared_bytes: int, barriers: int = 0
) -> Occupancy:  # fmt: skip
    """Resident blocks of a kernel on one SM.

    registers: per thread; shared_bytes: static plus dynamic, per block, without the driver's reserve; barriers: that a
    block reserves. Assumes the largest shared-memory carve-out, as the occupancy calculator does by default.
    Raises ValueError for an unknown architecture and for negative or zero sizes that no launch can have.
    """
    alone = _by_each_limit(arch, threads_per_block, registers, shared_bytes, barriers)
    blocks, warps_per_block = min(alone.values()), -(-threads_per_block // WARP_SIZE)
    return Occupancy(
        blocks=blocks,
        warps=blocks * warps_per_block,
        share=blocks * warps_per_block / limits(arch).warps,
        limited_by=tuple(name for name, count in alone.items() if count == blocks),
    )


def _by_each_limit(
    arch: str, threads_per_block: int, registers: int, shared_bytes: int, barriers: int
) -> dict[str, int]:  # fmt: skip
    """How many blocks each limit alone lets in; without the limits of what the kernel does not use."""
    if threads_per_block < 1 or registers < 0 or shared_bytes < 0:
        raise ValueError("a block has at least one thread; registers and shared bytes are not negative")
    sm = limits(arch)
    warps_per_block = -(-threads_per_block // WARP_SIZE)
    room = {
        "warps": sm.warps // warps_per_block if threads_per_block <= MAX_THREADS_PER_BLOCK else 0,
        "blocks": sm.blocks,
        "registers": _blocks_by_registers(warps_per_block, registers),
        "shared": _blocks_by_shared(sm, shared_bytes),
        "barriers": BARRIERS_PER_BLOCK_SLOT * sm.blocks // barriers if barriers else None,
    }
    return {name: count for name, count in room.items() if count is not None}


@dataclass(frozen=True, slots=True)
class Need:
    """What one block takes of one resource of an SM. name: as in `limited_by`. total: what there is of it; usable: what
    can be handed out to warps of this size. blocks: how many would fit if nothing else were scarce.
    """

    name: str
    per_block: int
    total: int
    usable: int
    blocks: int


def needs(
    arch: str, threads_per_block: int, registers: int, shared_bytes: int, barriers: int = 0
) -> tuple[Need, ...]:  # fmt: skip
    """What a block takes of each resource that limits it, in the order of `limited_by`: warps, blocks, registers, bytes
    of shared memory with the driver's reserve, and barriers. Parameters and errors as those of `occupancy`.
    """
    alone = _by_each_limit(arch, threads_per_block, registers, shared_bytes, barriers)
    sm, warps = limits(arch), -(-threads_per_block // WARP_SIZE)
    per_warp = registers_per_warp(registers)
    handed_out = REGISTERS_PER_SM // SUB_PARTITIONS // per_warp * per_warp * SUB_PARTITIONS if per_warp else 0
    taken, slots = _round_up(shared_bytes + sm.shared_reserved, sm.shared_unit), BARRIERS_PER_BLOCK_SLOT * sm.blocks
    return tuple(
        Need(name, per_block, total, usable, alone[name])
        for name, per_block, total, usable in (
            ("warps", warps, sm.warps, sm.warps), ("blocks", 1, sm.blocks, sm.blocks),
            ("registers", warps * per_warp, REGISTERS_PER_SM, handed_out),
            ("shared", taken, sm.shared_per_sm, sm.shared_per_sm), ("barriers", barriers, slots, slots),
        ) if name in alone
    )  # fmt: skip


def registers_per_warp(registers: int) -> int:
    """Registers that one warp takes: registers per thread times 32, rounded up to the allocation unit."""
    return _round_up(registers * WARP_SIZE, REGISTER_ALLOCATION_UNIT)


def _blocks_by_registers(warps_per_block: int, registers: int) -> int | None:
    """None: a kernel without registers is not limited by them."""
    if registers == 0:
        return None
    per_warp = registers_per_warp(registers)
    # The hardware's launch check assumes that all four sub-partitions take equally many warps of the block.
    assumed = per_warp * _round_up(warps_per_block, SUB_PARTITIONS)
    if registers > MAX_REGISTERS_PER_THREAD or assumed > REGISTERS_PER_SM:
        return 0
    warps = REGISTERS_PER_SM // SUB_PARTITIONS // per_warp * SUB_PARTITIONS
    return warps // warps_per_block


def _blocks_by_shared(sm: SmLimits, shared_bytes: int) -> int | None:
    """None: a block that takes no shared memory at all is not limited by it."""
    taken = _round_up(shared_bytes + sm.shared_reserved, sm.shared_unit)
    if shared_bytes > sm.shared_per_block:
        return 0
    return sm.shared_per_sm // taken if taken else None


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
