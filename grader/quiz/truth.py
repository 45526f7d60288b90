"""The models that compute the answers of quiz items.

Every function here may be called by name in a quiz.yaml. Wavefronts, sectors and occupancy are the emulator's
own, so a quiz can never disagree with what `grader profile` prints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np
from numpy.typing import NDArray

from grader.simt import occupancy as sm
from grader.simt.copy_wavefronts import copy_wavefronts
from grader.simt.sectors import SECTOR, global_sectors, sectors_ideal
from grader.simt.wavefronts import BANKS, WORD, shared_ideal, shared_wavefronts

WARP = 32
FLOAT = 4  # bytes
LINE = 128  # bytes of a cache line, four sectors

Index = str | int  # how a lane picks a row or a column: "tx", "ty" or the same number for all lanes


@dataclass(frozen=True, slots=True)
class SharedCost:
    """Wavefronts of one or several warp accesses, and the fewest that could have moved the same bytes."""

    wavefronts: int
    ideal: int

    @property
    def excess(self) -> int:
        """Wavefronts beyond the ideal."""
        return self.wavefronts - self.ideal

    def __add__(self, other: SharedCost) -> SharedCost:
        return SharedCost(self.wavefronts + other.wavefronts, self.ideal + other.ideal)


@dataclass(frozen=True, slots=True)
class GlobalCost:
    """Requests of one or several warp accesses to global memory, and the sectors and cache lines that they touch."""

    requests: int
    sectors: int
    ideal: int
    lines: int

    @property
    def excess(self) -> int:
        """Sectors beyond the ideal."""
        return self.sectors - self.ideal

    def __add__(self, other: GlobalCost) -> GlobalCost:
        return GlobalCost(
            self.requests + other.requests,
            self.sectors + other.sectors,
            self.ideal + other.ideal,
            self.lines + other.lines,
        )

    def times(self, count: int) -> GlobalCost:
        """The same access so many times."""
        return GlobalCost(self.requests * count, self.sectors * count, self.ideal * count, self.lines * count)


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a kernel's loads ask of global memory: warp-level load requests and 32-byte sectors."""

    requests: int
    sectors: int


@dataclass(frozen=True, slots=True)
class Touched:
    """What one global-memory request of a warp touches: distinct words, 32-byte sectors and 128-byte lines."""

    words: int
    sectors: int
    lines: int


def banks(words: Sequence[int]) -> tuple[int, ...]:
    """Bank of each 4-byte word of shared memory, by word index."""
    return tuple(word % BANKS for word in words)


def strided_wavefronts(stride: int, width: int = WORD, lanes: int = WARP) -> int:
    """Wavefronts of one shared-memory load in which lane i reads element i * stride.

    stride: in elements of `width` bytes (1, 2, 4, 8, 16); lanes: how many lanes, from lane 0, take part.
    """
    lane = np.arange(WARP)
    return _shared((lane * stride * width), lane < lanes, width).wavefronts


def thread_of_lane(block: Sequence[int], lane: int, warp: int = 0) -> tuple[int, int]:
    """(tx, ty) of a lane of a warp of a two-dimensional block (x, y): x runs fastest."""
    thread = warp * WARP + lane
    return thread % block[0], thread // block[0]


def rows_of_warp(block: Sequence[int]) -> int:
    """How many different threadIdx.y the first warp of a block (x, y) has."""
    return len({thread_of_lane(block, lane)[1] for lane in range(min(WARP, block[0] * block[1]))})


def thread_number(block: Sequence[int], place: Sequence[int]) -> int:
    """Number of the thread at `place` in its block, both (x, y, z) or shorter: x runs fastest, then y, then z."""
    number = 0
    for extent, at in zip(reversed(block), reversed(place), strict=True):
        number = number * extent + at
    return number


def place_of_thread(block: Sequence[int], thread: int) -> tuple[int, ...]:
    """Where the thread with this number sits in its block: the inverse of `thread_number`."""
    place = []
    for extent in block:
        thread, at = divmod(thread, extent)
        place.append(at)
    return tuple(place)


def warps_of_block(block: Sequence[int]) -> int:
    """Warps of a block: the last one may have empty lanes."""
    return tiles(prod(block), WARP)


def rows_of_warps(block: Sequence[int]) -> tuple[int, ...]:
    """How many different rows of its block each warp has; rows run along x, and on from plane to plane."""
    return tuple(len(set(rows)) for rows in _rows(block))


def row_sectors(block: Sequence[int], row_floats: int) -> tuple[int, ...]:
    """Sectors that each warp touches when thread (x, y, z) loads float x of row y + Y * z, Y being the block's height.

    row_floats: floats from one row to the next; row 0 begins at a sector boundary.
    """
    found = []
    for warp, rows in enumerate(_rows(block)):
        addresses = np.zeros(WARP, np.int64)
        columns = [place_of_thread(block, warp * WARP + lane)[0] for lane in range(len(rows))]
        addresses[: len(rows)] = (np.array(rows) * row_floats + np.array(columns)) * FLOAT
        found.append(_sectors(addresses, np.arange(WARP) < len(rows), FLOAT))
    return tuple(found)


def split_warps(block: Sequence[int]) -> int:
    """Warps of a block that a branch on odd rows splits: those with an odd and an even row."""
    return sum(len({row % 2 for row in rows}) == 2 for rows in _rows(block))


def warps_to_hide(work: int, wait: int) -> int:
    """Warps that keep a scheduler busy when each works for `work` cycles and then waits `wait` cycles for a load."""
    return tiles(work + wait, work)


def tile_words(block: Sequence[int], row_width: int, row: Index, col: Index, warp: int = 0) -> tuple[int, ...]:
    """Word index that each lane of a warp touches in `tile[row][col]`, a tile of floats.

    block: (x, y) in threads; row_width: words from one row to the next, padding included. Lanes beyond the
    end of the block are left out.
    """
    threads = block[0] * block[1] - warp * WARP
    places = [thread_of_lane(block, lane, warp) for lane in range(min(WARP, threads))]
    return tuple(_pick(row, tx, ty) * row_width + _pick(col, tx, ty) for tx, ty in places)


def tile_access(
    block: Sequence[int], row_width: int, row: Index, col: Index, operation: str = "load", width: int = FLOAT
) -> SharedCost:
    """Cost of `tile[row][col]` for the first warp of a block (x, y).

    row, col: "tx", "ty" or a number; width: bytes a lane, so 16 is a float4 that starts at that word.
    """
    words = tile_words(block, row_width, row, col)
    addresses = np.zeros(WARP, np.int64)
    addresses[: len(words)] = np.array(words) * WORD
    return _shared(addresses, np.arange(WARP) < len(words), width, operation)


def tiled_sgemm_step(tile: int, padding: int) -> SharedCost:
    """Shared-memory cost of one warp for one K tile of the tiled SGEMM with a tile x tile block.

    The warp stores one element of A and one of B and then, for each k, reads `tile_a[ty][k]` and
    `tile_b[k][tx]`. The compiler merges four neighbouring reads of A into one 16-byte load when every row
    starts 16-byte aligned, that is when the padded row width is a multiple of four words.
    Raises ValueError for rows aligned to 8 bytes only, for which this model has not been measured.
    """
    block, row_width = (tile, tile), tile + padding
    if row_width % 4 == 2:
        raise ValueError(f"no model for rows of {row_width} words")
    store = tile_access(block, row_width, "ty", "tx", "store")
    cost = store + store
    step = 4 if row_width % 4 == 0 else 1
    for k in range(0, tile, step):
        cost += tile_access(block, row_width, "ty", k, "load", FLOAT * step)
    for k in range(tile):
        cost += tile_access(block, row_width, k, "tx")
    return cost


def transpose_step(padding: int) -> SharedCost:
    """Shared-memory cost of one warp for one row stored and one column read of a 32 x 32 transpose tile."""
    block, row_width = (32, 8), 32 + padding
    return tile_access(block, row_width, "ty", "tx", "store") + tile_access(block, row_width, "tx", "ty")


def pattern_access(share: int, period: int, step: int, width: int = FLOAT, lanes: int = WARP) -> SharedCost:
    """Cost of a load in which lane i reads element i / share % period * step: lanes that share, stride and repeat.

    step: in elements of `width` bytes; lanes: how many lanes, from lane 0, take part.
    """
    lane = np.arange(WARP)
    return _shared(lane // share % period * step * width, lane < lanes, width)


def layout_word(layout: str, row: int, col: int) -> int:
    """Word that holds element (row, col) of a tile of rows of 32 words.

    layout: "plain"; "padded", one spare word a row; "swizzled", at column col ^ row % 32; "rotated", at
    (col + row) % 32.
    """
    if layout not in _COLUMNS:
        raise ValueError(f"a layout is one of {', '.join(_COLUMNS)}, not {layout!r}")
    return row * (BANKS + (layout == "padded")) + _COLUMNS[layout](row, col)


_COLUMNS: Mapping[str, Callable[[int, int], int]] = {
    "plain": lambda row, col: col,
    "padded": lambda row, col: col,
    "swizzled": lambda row, col: col ^ row % BANKS,
    "rotated": lambda row, col: (col + row) % BANKS,
}


def layout_walk(layout: str, stride: int, first: int = 0) -> SharedCost:
    """Cost of a load in which lane i reads element first + i * stride, the elements being 32 to a row of a layout."""
    elements = first + np.arange(WARP) * stride
    words = [layout_word(layout, *divmod(int(element), BANKS)) for element in elements]
    return _shared(np.array(words) * WORD, np.ones(WARP, np.bool_), WORD)


def reduction_step(order: str, threads: int, distance: int) -> SharedCost:
    """Cost of one step of a tree that adds up `threads` words in shared memory: two loads and a store of every warp.

    order: "interleaved", thread t adds word 2 * distance * t + distance to word 2 * distance * t; "sequential", word
    t + distance to word t. distance: 1, 2, 4 ... threads / 2.
    """
    if order not in ("interleaved", "sequential"):
        raise ValueError(f'an order is "interleaved" or "sequential", not {order!r}')
    working, stride = (threads // (2 * distance), 2 * distance) if order == "interleaved" else (distance, 1)
    cost = SharedCost(0, 0)
    for warp in range(tiles(working, WARP)):
        thread = warp * WARP + np.arange(WARP)
        for operation, offset in (("load", 0), ("load", distance), ("store", 0)):
            cost += _shared((thread * stride + offset) * WORD, thread < working, WORD, operation)
    return cost


def piece_load(run: int, period: int) -> SharedCost:
    """One 16-byte load by a full warp in which lane i reads piece i / run % period of a row of 16-byte pieces."""
    return pattern_access(run, period, 1, 4 * WORD)


def paired_store(row_width: int, apart: int) -> SharedCost:
    """One 4-byte store by a full warp: even lanes along a row of a tile, odd lanes below them, `apart` rows further.

    row_width: words from one row to the next. Lanes 2 i and 2 i + 1 write column i.
    """
    lane = np.arange(WARP)
    return _shared((lane % 2 * apart * row_width + lane // 2) * WORD, lane >= 0, WORD, "store")


def double_buffered_step(row_width: int, pairs: bool) -> SharedCost:
    """Shared-memory cost of one warp for one tile of the double-buffered SGEMM, 128 x 128 x 8.

    row_width: words of a row of the transposed tile of A; pairs: whether neighbouring lanes share their columns.
    A thread stores four words of A one by one and four of B at once; for each of eight k it reads two 16-byte pieces
    of A and two of B. Raises ValueError if rows are not 16-byte aligned, for which this model has not been measured.
    """
    if row_width % 4:
        raise ValueError(f"no model for rows of {row_width} words")
    lane = np.arange(WARP)
    store_b = _shared(lane * 4 * WORD, lane >= 0, 4 * WORD, "store")
    read_a = piece_load(1, 2) if pairs else piece_load(16, 2)
    read_b = piece_load(2, 16) if pairs else piece_load(1, 16)
    cost = store_b
    for _ in range(4):
        cost += paired_store(row_width, 4)
    for _ in range(8):
        cost += read_a + read_a + read_b + read_b
    return cost


def copied_rows(leading: int) -> SharedCost:
    """Asynchronous copy, 4 bytes a lane, of two rows of sixteen floats, `leading` floats apart in global memory and
    next to each other in shared memory."""
    lane = np.arange(WARP)[None, :]
    cost = copy_wavefronts(lane * WORD, (lane // 16 * leading + lane % 16) * WORD, None, WORD, past_l1=False)
    if cost.lower != cost.upper:
        raise ValueError(f"only bounds are known for rows {leading} floats apart")
    return SharedCost(cost.lower, cost.ideal)


def groups_left(buffers: int, tile: int, tiles: int) -> int:
    """How many of its latest groups a thread may leave on their way when it needs this tile (from 0) of so many.

    The pipeline fetches buffers - 1 tiles ahead and commits one group for each tile that exists.
    """
    committed = min(tiles, tile + buffers - 1)
    return committed - tile - 1


def warp_sectors(stride: int, element_bytes: int = FLOAT, offset: int = 0, lanes: int = WARP) -> int:
    """32-byte sectors of one global access in which lane i touches element offset + i * stride.

    stride and offset: in elements; the array starts at a sector boundary.
    """
    lane = np.arange(WARP)
    return _sectors((offset + lane * stride) * element_bytes, lane < lanes, element_bytes)


def strided_access(stride: int, element_bytes: int = FLOAT, offset: int = 0, lanes: int = WARP) -> GlobalCost:
    """Cost of one global access in which lane i touches element offset + i * stride, as `warp_sectors` counts it."""
    lane = np.arange(WARP)
    return _global((offset + lane * stride) * element_bytes, lane < lanes, element_bytes)


def matrix_access(block: Sequence[int], leading: int, row: Index, col: Index, width: int = FLOAT) -> GlobalCost:
    """Cost of `matrix[row][col]` in global memory for the first warp of a block (x, y).

    leading: floats from one row to the next; the matrix begins at a line boundary. row, col: "tx", "ty" or a number;
    width: bytes a lane, so 16 is a float4 that starts at that element. Raises ValueError where it is not aligned.
    """
    words = tile_words(block, leading, row, col)
    addresses = np.zeros(WARP, np.int64)
    addresses[: len(words)] = np.array(words) * FLOAT
    if (addresses % width).any():
        raise ValueError(f"a lane's {width} bytes do not begin at a multiple of {width}")
    return _global(addresses, np.arange(WARP) < len(words), width)


def aligned_rows(leading: int, rows: int, width: int) -> tuple[int, ...]:
    """Which of the first rows of a float matrix begin at a multiple of `width` bytes; row 0 does."""
    return tuple(row for row in range(rows) if row * leading * FLOAT % width == 0)


def occupancy(arch: str, threads: int, registers: int, shared_bytes: int = 0) -> sm.Occupancy:
    """Resident blocks and warps of one SM: see `grader.simt.occupancy`."""
    return sm.occupancy(arch, threads, registers, shared_bytes)


def sm_limits(arch: str) -> sm.SmLimits:
    """What one SM of an architecture holds."""
    return sm.limits(arch)


def registers_per_warp(registers: int) -> int:
    """Registers that one warp takes of its SM, of a kernel with so many a thread: allocated in steps of 256."""
    return sm.registers_per_warp(registers)


def rounded_once(a: float, b: float, c: float) -> float:
    """a * b + c of three floats of single precision as a fused multiply-add gives it: rounded once."""
    exact = Fraction(_single(a)) * Fraction(_single(b)) + Fraction(_single(c))
    return _nearest(exact)


def rounded_twice(a: float, b: float, c: float) -> float:
    """a * b + c of three floats of single precision by a multiplication and an addition, each of which rounds."""
    product = _nearest(Fraction(_single(a)) * Fraction(_single(b)))
    return _nearest(Fraction(product) + Fraction(_single(c)))


def local_sectors(run: int, elements: int) -> int:
    """32-byte sectors of one access of a warp to an array of floats in local memory.

    Lane i wants element i // run % elements. Element j of all lanes lies side by side: CUDA C++ Programming Guide,
    "Local Memory".
    """
    lane = np.arange(WARP)
    addresses = (lane // run % elements * WARP + lane) * FLOAT
    return _sectors(addresses, lane < WARP, FLOAT)


def most_registers(arch: str, threads: int, blocks: int) -> int:
    """The most registers a thread may have so that so many blocks of so many threads fit on one SM."""
    fitting = (r for r in range(sm.MAX_REGISTERS_PER_THREAD, 0, -1) if occupancy(arch, threads, r).blocks >= blocks)
    return next(fitting, 0)


def fragment_load(apart: int) -> SharedCost:
    """One 16-byte load by a warp of a 16 x 16 block from one row: lane tx reads four words from word tx * apart on."""
    lane = np.arange(WARP)
    return _shared(lane % 16 * apart * WORD, lane >= 0, 4 * WORD)


def fragment_of_a(depth: int, rows: int) -> SharedCost:
    """One 16-byte load by a warp of a 16 x 16 block down its rows: every ty at one place, ty * rows rows of depth."""
    lane = np.arange(WARP)
    return _shared(lane // 16 * rows * depth * WORD, lane >= 0, 4 * WORD)


def columns_owned(near: int, far: int, threads: int = 16) -> int:
    """Different columns that threads in a row own, eight each: group g (0 or 1) begins at g * far + tx * near."""
    return len({g * far + tx * near + n for g in range(2) for tx in range(threads) for n in range(4)})


def register_blocked_step(near: int) -> SharedCost:
    """Shared-memory cost of one warp and tile of the register-blocked SGEMM, 128 x 128 x 8 with 8 x 8 sums a thread.

    near: words between the fours of neighbouring lanes: 8 where a thread owns eight neighbouring columns, 4 in two
    groups. The compiler reads four k of a row of A, or four columns of B, in one 16-byte load.
    """
    lane = np.arange(WARP)
    store = _shared(lane * 4 * WORD, lane >= 0, 4 * WORD, "store")
    cost = store + store
    for _ in range(16):
        cost += fragment_of_a(8, 8) + fragment_load(near)
    return cost


def peak_share(ffma: int, wavefronts: int) -> float:
    """The largest share of the FP32 peak (0 to 1): an SM issues four FFMA a cycle and serves one wavefront."""
    return ffma / 4 / max(ffma / 4, wavefronts)


def intensity(tile_m: int, tile_n: int) -> float:
    """FLOP per byte moved from global to shared memory by a tile_m x tile_n tile of C, or to registers by a thread's.

    Each k moves tile_m + tile_n floats and allows 2 * tile_m * tile_n operations; the tile's depth cancels.
    """
    return 2 * tile_m * tile_n / (FLOAT * (tile_m + tile_n))


def reuse(tile_m: int, tile_n: int) -> dict[str, int]:
    """How many times each loaded element of A ("a") and of B ("b") is used by a tile_m x tile_n tile of C."""
    return {"a": tile_n, "b": tile_m}


def tiles(extent: int, tile: int) -> int:
    """Tiles that cover an extent: the last one may be ragged."""
    return -(-extent // tile)


def barriers(extent: int, tile: int) -> int:
    """Barriers that each thread of the single-buffer tiled kernel passes along K: two for every tile."""
    return 2 * tiles(extent, tile)


def blocks_for(n: int, block_size: int) -> int:
    """Blocks of block_size threads that give each of n elements a thread."""
    return tiles(n, block_size)


def global_index(block_size: int, block: int, thread: int) -> int:
    """Number of a thread in its one-dimensional grid: all threads of the blocks before it come first."""
    return block * block_size + thread


def owner_of(element: int, block_size: int) -> dict[str, int]:
    """The "block" and the "thread" in it whose global index is `element`."""
    block, thread = divmod(element, block_size)
    return {"block": block, "thread": thread}


def dealt_to(n: int, grid_size: int, block_size: int, block: int, thread: int) -> tuple[int, ...]:
    """Elements that a thread takes in a grid-stride loop over n elements, in order."""
    return tuple(range(global_index(block_size, block, thread), n, grid_size * block_size))


def vector_sectors(n: int, block_size: int, blocks_first: bool = False) -> int:
    """Sectors of one pass over n floats, one thread an element, by as many blocks as that takes.

    blocks_first: element number thread * blocks + block instead of block * block_size + thread.
    """
    grid = np.arange(blocks_for(n, block_size))[:, None]
    thread = np.arange(tiles(block_size, WARP) * WARP)
    index = thread * grid.size + grid if blocks_first else grid * block_size + thread
    active = (thread < block_size) & (index < n)
    shape = (-1, WARP)
    return int(global_sectors((index * FLOAT).reshape(shape), active.reshape(shape), FLOAT).sum())


def naive_request(matrix: str, block: Sequence[int], x_on: str, k: int = 0, leading: int = 1024) -> Touched:
    """What the first warp of a block (x, y) touches of "A" or "B" in step k, or of "C", in the naive SGEMM.

    x_on: "columns" or "rows", what threadIdx.x counts; leading: distance between rows in floats, the same for all
    three matrices. Each matrix starts at a line boundary. Raises ValueError for another matrix or mapping.
    """
    if matrix not in ("A", "B", "C") or x_on not in ("columns", "rows"):
        raise ValueError(f'no request of {matrix!r} with threadIdx.x on {x_on!r}: "A", "B", "C"; "columns", "rows"')
    here = np.array([thread_of_lane(block, lane) for lane in range(min(WARP, block[0] * block[1]))])
    col, row = here.T if x_on == "columns" else here[:, ::-1].T
    step = np.full_like(row, k)
    r, c = {"A": (row, step), "B": (step, col), "C": (row, col)}[matrix]
    addresses = np.zeros(WARP, np.int64)
    addresses[: len(here)] = (r * leading + c) * FLOAT
    active = np.arange(WARP) < len(here)
    words, lines = (len(np.unique(addresses[active] // size)) for size in (FLOAT, LINE))
    return Touched(words, _sectors(addresses, active, FLOAT), lines)


def naive_traffic(n: int, tile: int) -> Traffic:
    """Loads of A and B by the naive SGEMM of n x n matrices, block tile x tile, threadIdx.x along columns."""
    a, b = _naive_addresses(n, tile)
    return _loads(n, tile, a, b, steps=n)


def tiled_traffic(n: int, tile: int) -> Traffic:
    """Loads of A and B by the tiled SGEMM of n x n matrices with tile x tile blocks and tiles."""
    here = np.array([thread_of_lane((tile, tile), lane) for lane in range(WARP)])
    addresses = (here[:, 1] * n + here[:, 0]) * FLOAT
    return _loads(n, tile, addresses, addresses, steps=n // tile)


def sgemm_flop(m: int, n: int, k: int, epilogue: bool = False) -> int:
    """Operations of C = alpha A B + beta C: a multiply and an add for each product.

    epilogue: also the three of every element of C (alpha times, beta times, and the sum of both).
    """
    return 2 * m * n * k + (3 * m * n if epilogue else 0)


def sgemm_bytes(m: int, n: int, k: int, reads_c: bool = False) -> int:
    """Bytes that an SGEMM cannot do without: A and B read once, C written once, and read where beta is not 0."""
    return FLOAT * (m * k + k * n + m * n * (2 if reads_c else 1))


def matvec_flop(m: int, n: int) -> int:
    """Operations of y = A x, A m x n."""
    return 2 * m * n


def matvec_bytes(m: int, n: int) -> int:
    """Bytes that y = A x cannot do without: A and x read once, y written once."""
    return FLOAT * (m * n + n + m)


def peak(sms: int, lanes: int, gigahertz: float) -> float:
    """TFLOP/s if every FP32 lane of every SM finishes one multiply-add, 2 FLOP, each cycle."""
    return 2 * sms * lanes * gigahertz / 1000


def balance(tflops: float, terabytes: float) -> float:
    """FLOP per byte at which the two roofs meet: peak in TFLOP/s, bandwidth in TB/s."""
    return tflops / terabytes


def attainable(flop_per_byte: float, tflops: float, terabytes: float) -> float:
    """TFLOP/s that the roofline allows; bytes and bandwidth must be those of one level of memory.

    Williams, Waterman, Patterson: Roofline, Communications of the ACM 52(4), 2009.
    """
    return min(tflops, flop_per_byte * terabytes)


def matvec_traffic(m: int, n: int, owner: str, leading: int | None = None) -> Traffic:
    """Loads of A and x by y = A x, in which a row belongs to a "warp" (lanes along it) or to a "thread" each.

    leading: floats between rows of A, n if left out. Raises ValueError unless all warps are alike: m and n must be
    multiples of 32 and leading one of 8.
    """
    leading = n if leading is None else leading
    if m % WARP or n % WARP or leading % (SECTOR // FLOAT):
        raise ValueError("all warps are alike only if m and n are multiples of 32, and rows begin with a sector")
    if owner == "warp":
        steps, a, x = m * (n // WARP), warp_sectors(1), warp_sectors(1)
        return Traffic(requests=2 * steps, sectors=(a + x) * steps)
    if owner == "thread":
        steps, a, x = m // WARP * n, warp_sectors(leading), warp_sectors(0)
        return Traffic(requests=2 * steps, sectors=(a + x) * steps)
    raise ValueError(f'a row belongs to a "warp" or to a "thread", not to {owner!r}')


def _naive_addresses(n: int, tile: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    here = np.array([thread_of_lane((tile, tile), lane) for lane in range(WARP)])
    return here[:, 1] * n * FLOAT, here[:, 0] * FLOAT


def _loads(n: int, tile: int, a: NDArray[np.int64], b: NDArray[np.int64], steps: int) -> Traffic:
    """Traffic of a whole launch from the addresses of the first warp; all others differ by whole sectors."""
    if n % tile or tile % (SECTOR // FLOAT):
        raise ValueError("all warps are alike only if n is a multiple of the tile and the tile of 8 floats")
    warps = n * n // WARP
    every = np.ones(WARP, np.bool_)
    sectors = _sectors(a, every, FLOAT) + _sectors(b, every, FLOAT)
    return Traffic(requests=2 * steps * warps, sectors=sectors * steps * warps)


def _rows(block: Sequence[int]) -> list[list[int]]:
    """For each warp of a block, the row of each of its lanes."""
    rows = [thread // block[0] for thread in range(prod(block))]
    return [rows[first : first + WARP] for first in range(0, len(rows), WARP)]


def _single(value: float) -> float:
    """A number that is one of single precision. Raises ValueError for any other: it would be a third rounding."""
    if float(np.float32(value)) != value:
        raise ValueError(f"{value!r} is no float of single precision")
    return value


def _nearest(exact: Fraction) -> float:
    """The nearest float of single precision (no subnormals, no overflow), ties to the even one."""
    if not exact:
        return 0.0
    size = abs(exact)
    power = size.numerator.bit_length() - size.denominator.bit_length()
    power -= size < Fraction(2) ** power
    step = Fraction(2) ** (power - 23)  # 24 binary digits
    return float(round(exact / step) * step)


def _pick(index: Index, tx: int, ty: int) -> int:
    if isinstance(index, int):
        return index
    if index not in ("tx", "ty"):
        raise ValueError(f'an index is "tx", "ty" or a number, not {index!r}')
    return tx if index == "tx" else ty


def _shared(addresses: NDArray[np.int64], active: NDArray[np.bool_], width: int, operation: str = "load") -> SharedCost:
    actual = shared_wavefronts(addresses[None, :], active[None, :], width, operation)
    ideal = shared_ideal(actual, active[None, :], width)
    return SharedCost(int(actual[0]), int(ideal[0]))


def _global(addresses: NDArray[np.int64], active: NDArray[np.bool_], width: int) -> GlobalCost:
    sectors = global_sectors(addresses[None, :], active[None, :], width)
    ideal = sectors_ideal(sectors, active[None, :], width)
    return GlobalCost(1, int(sectors[0]), int(ideal[0]), len(np.unique(addresses[active] // LINE)))


def _sectors(addresses: NDArray[np.int64], active: NDArray[np.bool_], width: int) -> int:
    return int(global_sectors(addresses[None, :], active[None, :], width)[0])


MODELS: Mapping[str, Callable[..., object]] = {
    function.__name__: function
    for function in (
        banks,
        strided_wavefronts,
        thread_of_lane,
        rows_of_warp,
        thread_number,
        place_of_thread,
        warps_of_block,
        rows_of_warps,
        row_sectors,
        split_warps,
        warps_to_hide,
        tile_words,
        tile_access,
        tiled_sgemm_step,
        transpose_step,
        pattern_access,
        layout_word,
        layout_walk,
        reduction_step,
        piece_load,
        paired_store,
        double_buffered_step,
        copied_rows,
        groups_left,
        warp_sectors,
        strided_access,
        matrix_access,
        aligned_rows,
        occupancy,
        sm_limits,
        registers_per_warp,
        rounded_once,
        rounded_twice,
        local_sectors,
        most_registers,
        fragment_load,
        fragment_of_a,
        columns_owned,
        register_blocked_step,
        peak_share,
        intensity,
        reuse,
        tiles,
        barriers,
        blocks_for,
        global_index,
        owner_of,
        dealt_to,
        vector_sectors,
        naive_request,
        naive_traffic,
        tiled_traffic,
        sgemm_flop,
        sgemm_bytes,
        matvec_flop,
        matvec_bytes,
        peak,
        balance,
        attainable,
        matvec_traffic,
    )
}
CONSTANTS: Mapping[str, int] = {"BANKS": BANKS, "WARP": WARP, "SECTOR": SECTOR, "LINE": LINE, "FLOAT": FLOAT}
