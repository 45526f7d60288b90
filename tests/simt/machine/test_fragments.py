"""Numbers put into registers arrive where the fragments' model says, for every instruction, compiled and executed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.sass.fragments import LANES, index
from grader.sass.matrix_instructions import Matrix, MatrixInstruction, instruction_of, known
from tests.simt.machine.running import Array, computed

UNKNOWN = ("mma.m8n8k128.b1", "mma.m16n8k128.b1")  # machine instructions that the emulator does not run
PRODUCTS = [name for name in known() if name.startswith("mma") and name not in UNKNOWN]
MIXED = ["mma.m16n8k32.s8.u8", "mma.m16n8k16.u8.s8"]
RANDOM = np.random.default_rng(29)


def found(name: str) -> MatrixInstruction:
    instruction = instruction_of(name)
    assert instruction is not None
    return instruction


def tiny_float(exponent_bits: int, mantissa_bits: int) -> Callable[[Array], Array]:
    """The bits of small whole numbers in a float of 8 bits."""

    def bits(values: Array) -> Array:
        fraction, exponent = np.frexp(np.abs(values.astype(np.float64)))
        bias = 2 ** (exponent_bits - 1) - 1
        mantissa = ((2 * fraction - 1) * 2**mantissa_bits).astype(np.int64)
        magnitude = np.where(values == 0, 0, (exponent - 1 + bias << mantissa_bits) + mantissa)
        return np.asarray(magnitude | (values < 0).astype(np.int64) << 7)

    return bits


def single(values: Array) -> Array:
    return values.astype(np.float32).view(np.uint32)


ENCODED: dict[str, Callable[[Array], Array]] = {
    "f16": lambda v: v.astype(np.float16).view(np.uint16), "bf16": lambda v: single(v) >> np.uint32(16),
    "tf32": single, "f32": single, "s32": lambda v: v.astype(np.int32).view(np.uint32),
    "f64": lambda v: v.astype(np.float64).view(np.uint64), "b1": lambda v: v, "e4m3": tiny_float(4, 3),
    "e5m2": tiny_float(5, 2), **{kind: (lambda v, top=2 ** int(kind[1]): v % top) for kind in ("s8", "u8", "s4", "u4")},
}  # fmt: skip
DECODED: dict[str, Callable[[Array], Array]] = {
    "f32": lambda r: r.astype(np.uint32).view(np.float32), "s32": lambda r: r.astype(np.uint32).view(np.int32),
    "f16": lambda r: r.astype(np.uint16).view(np.float16), "f64": lambda r: r.view(np.float64),
}  # fmt: skip


def drawn(matrix: Matrix) -> NDArray[np.int64]:
    """Whole numbers that every type has, and whose sums every type has, too."""
    low, high = {"b": (0, 2), "u": (0, 4)}.get(matrix.type[0], (-3, 4)) if matrix.type != "bf16" else (-3, 4)
    return RANDOM.integers(low, high, (matrix.fragment.rows, matrix.fragment.columns))


def registers(matrix: Matrix, values: Array) -> Array:
    """[lanes, registers] of a matrix."""
    row, column = index(matrix.fragment)
    word = np.uint64 if matrix.type == "f64" else np.uint32
    shifts = (np.arange(matrix.fragment.pack) * matrix.bits).astype(np.uint64)
    bits = ENCODED[matrix.type](values).astype(np.uint64)
    return np.asarray((bits[row, column] << shifts).sum(-1).astype(word))


def matrix_in(matrix: Matrix, held: Array) -> Array:
    """The numbers of a matrix of sums in registers, [lanes, registers]."""
    row, column = index(matrix.fragment)
    shifts = (np.arange(matrix.fragment.pack) * matrix.bits).astype(held.dtype)
    bits = held[..., None] >> shifts
    out = np.zeros((matrix.fragment.rows, matrix.fragment.columns))
    out[row, column] = DECODED[matrix.type](np.ascontiguousarray(bits & held.dtype.type((1 << matrix.bits) - 1)))
    return out


@cache
def source() -> str:
    """A kernel for each product: every lane loads its registers, multiplies, and stores."""
    kernels = []
    for number, name in enumerate([*PRODUCTS, *MIXED]):
        instruction = found(name)
        a, b, c = (matrix.fragment.registers for matrix in instruction.matrices)
        word, sort = ("double", "d") if name.endswith("f64") else ("unsigned", "r")
        summed, kind = ("float", "f") if instruction.matrices[2].type == "f32" else (word, sort)

        def group(first: int, count: int) -> str:
            return "{" + ", ".join(f"%{first + k}" for k in range(count)) + "}"

        text = f"{instruction.ptx} {group(0, c)}, {group(c, a)}, {group(c + a, b)}, {group(0, c)};"
        factors = ", ".join(f'"{sort}"({f}[l * {n} + {k}])' for f, n in (("a", a), ("b", b)) for k in range(n))
        kernels.append(f"""extern "C" __global__ void k{number}({summed}* c, const {word}* a, const {word}* b) {{
    int l = threadIdx.x;
    asm volatile("{text}" : {", ".join(f'"+{kind}"(c[l * {c} + {k}])' for k in range(c))} : {factors});
}}""")
    return "\n".join(kernels)


@pytest.mark.parametrize("name", [*PRODUCTS, *MIXED])
def test_a_product_of_what_lies_in_registers_is_the_product_of_matrices(name: str) -> None:
    left, right, sums = found(name).matrices
    a, b, c = drawn(left), drawn(right), drawn(sums)
    given = {"c": registers(sums, c), "a": registers(left, a), "b": registers(right, b)}
    word = {"f32": np.float32, "f64": np.float64}
    arguments = {key: value.view(np.float64) if left.type == "f64" else value for key, value in given.items()}
    arguments["c"] = given["c"].view(word.get(sums.type, np.uint32))
    out = computed(source(), {k: v.ravel() for k, v in arguments.items()}, kernel=f"k{[*PRODUCTS, *MIXED].index(name)}")
    held = out.view(given["c"].dtype).reshape(LANES, sums.fragment.registers)
    assert matrix_in(sums, held).tolist() == (a @ b + c).tolist()


TILES = r"""
#define TILES(NAME, OP, COUNT, TURNED, REGS, ...) extern "C" __global__ void NAME(unsigned* out, const unsigned* in) { \
    __shared__ __align__(16) unsigned rows[COUNT * 32]; \
    int l = threadIdx.x; \
    unsigned at = (unsigned)__cvta_generic_to_shared(rows + l % (8 * COUNT) * 4), r[COUNT]; \
    OP(COUNT, TURNED, REGS, __VA_ARGS__) }
#define LOAD(COUNT, TURNED, REGS, ...) \
    for (int k = 0; k < COUNT; ++k) rows[32 * k + l] = in[32 * k + l]; \
    __syncwarp(); \
    asm volatile("ldmatrix.sync.aligned.m8n8.x" #COUNT TURNED ".shared.b16 {" REGS "}, [%" #COUNT "];" \
                 : __VA_ARGS__ : "r"(at) : "memory"); \
    for (int k = 0; k < COUNT; ++k) out[l * COUNT + k] = r[k];
#define STORE(COUNT, TURNED, REGS, ...) \
    for (int k = 0; k < COUNT; ++k) r[k] = in[l * COUNT + k]; \
    asm volatile("stmatrix.sync.aligned.m8n8.x" #COUNT TURNED ".shared.b16 [%" #COUNT "], {" REGS "};" \
                 :: __VA_ARGS__, "r"(at) : "memory"); \
    __syncwarp(); \
    for (int k = 0; k < COUNT; ++k) out[32 * k + l] = rows[32 * k + l];
#define BOTH(COUNT, REGS, GOT, GIVEN) \
    TILES(ldmatrix_x##COUNT, LOAD, COUNT, "", REGS, GOT) \
    TILES(ldmatrix_x##COUNT##_trans, LOAD, COUNT, ".trans", REGS, GOT) \
    TILES(stmatrix_x##COUNT, STORE, COUNT, "", REGS, GIVEN) \
    TILES(stmatrix_x##COUNT##_trans, STORE, COUNT, ".trans", REGS, GIVEN)
#define AND ,
BOTH(1, "%0", "=r"(r[0]), "r"(r[0]))
BOTH(2, "%0, %1", "=r"(r[0]) AND "=r"(r[1]), "r"(r[0]) AND "r"(r[1]))
BOTH(4, "%0, %1, %2, %3", "=r"(r[0]) AND "=r"(r[1]) AND "=r"(r[2]) AND "=r"(r[3]),
     "r"(r[0]) AND "r"(r[1]) AND "r"(r[2]) AND "r"(r[3]))
extern "C" __global__ void movmatrix_trans(unsigned* out, const unsigned* in) {
    unsigned d;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(in[threadIdx.x]));
    out[threadIdx.x] = d;
}
"""


def halves(held: Array, matrix: Matrix) -> Array:
    """The tile in one register of each lane."""
    row, column = index(matrix.fragment)
    tile = np.zeros((8, 8), np.uint16)
    tile[row[:, 0], column[:, 0]] = np.ascontiguousarray(held).view(np.uint16).reshape(LANES, 2)
    return tile


def held_of(tile: Array, matrix: Matrix) -> Array:
    row, column = index(matrix.fragment)
    return np.ascontiguousarray(tile[row[:, 0], column[:, 0]]).view(np.uint32).reshape(LANES)


@pytest.mark.parametrize("name", [name for name in known() if name.startswith("ldmatrix")])
def test_tiles_that_are_loaded_lie_where_the_model_says(name: str) -> None:
    matrices = found(name).matrices
    tiles = RANDOM.integers(0, 2**16, (len(matrices), 8, 8)).astype(np.uint16)
    given = {"out": np.zeros(32 * len(matrices), np.uint32), "in": np.ascontiguousarray(tiles).view(np.uint32).ravel()}
    out = computed(TILES, given, kernel=name.replace(".", "_")).reshape(LANES, -1)
    for matrix in matrices:
        assert matrix.addresses == 8 * matrix.first
        assert halves(out[:, matrix.first], matrix).tolist() == tiles[matrix.first].tolist()


@pytest.mark.parametrize("name", [name for name in known() if name.startswith("stmatrix")])
def test_tiles_that_are_stored_come_from_where_the_model_says(name: str) -> None:
    matrices = found(name).matrices
    tiles = RANDOM.integers(0, 2**16, (len(matrices), 8, 8)).astype(np.uint16)
    held = np.stack([held_of(tile, matrix) for tile, matrix in zip(tiles, matrices, strict=True)], axis=1)
    given = {"out": np.zeros(32 * len(matrices), np.uint32), "in": held.ravel()}
    out = computed(TILES, given, kernel=name.replace(".", "_"))
    assert out.view(np.uint16).tolist() == tiles.ravel().tolist()


def test_a_tile_that_is_moved_lies_transposed() -> None:
    before, after = found("movmatrix.trans").matrices
    tile = RANDOM.integers(0, 2**16, (8, 8)).astype(np.uint16)
    given = {"out": np.zeros(32, np.uint32), "in": held_of(tile, before)}
    out = computed(TILES, given, kernel="movmatrix_trans")
    assert halves(out, after).tolist() == tile.tolist()
    assert halves(out, before).tolist() == tile.T.tolist()
