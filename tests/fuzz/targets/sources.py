"""CUDA sources, and what the compiler makes of them: PTX, machine code, its log."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from grader.checks.compiler_messages import diagnostics_text
from grader.classroom.similarity.fingerprints import fingerprints
from grader.classroom.similarity.regions import regions
from grader.classroom.similarity.tokens import tokens
from grader.simt import emulator
from grader.simt.unsupported import Unsupported
from grader.toolchain import compile_source
from grader.toolchain.diagnostics import Compiled, parse_log
from grader.toolchain.directives import forged_marks, refused_assembly, refused_directives
from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import called_functions, read_machine_code, read_ptx_lines
from grader.toolchain.names import UnknownKernel, demangle, is_valid_name, local_name, resolve
from grader.toolchain.program import CompileError, Program
from grader.toolchain.ptx import parse
from grader.toolchain.resources import parse_resources
from grader.toolchain.scan import scan
from grader.toolchain.source import SourceError, decode_source
from tests.fuzz.targets.target import Form, Target, contents, text

_KERNELS = 8  # solutions whose PTX is a seed, the shortest ones
_FEW = "06_shared_memory_tiling/*.cu"
_ASSEMBLY = """
extern "C" __global__ void mixed(float* x, int n) {
    __shared__ alignas(16) float tile[64];
    int i = threadIdx.x, r; unsigned long long l;
    asm volatile("{ .reg .pred p; .reg .b32 t<3>; setp.lt.s32 p, %1, 7; @p add.s32 t1, %1, 1; @!p mov.u32 t1, 5;\\n"
                 "L: sub.s32 t1, t1, 1; setp.gt.s32 p, t1, 0; @p bra L; mov.u32 %0, t1; }" : "=r"(r) : "r"(i));
    asm("mov.b64 %0, {%1, %2};" : "=l"(l) : "r"(i), "r"(r));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16; cp.async.wait_all;"
                 :: "r"((unsigned)__cvta_generic_to_shared(tile)), "l"(x));
    switch (i) { case 0: r += 3; break; case 1: r ^= 9; break; case 2: r *= 7; break; case 3: r -= 2; break;
                 case 4: r <<= 2; break; case 5: r = -r; break; case 6: r |= 64; break; }
    atomicAdd(x + i, __shfl_xor_sync(~0u, (float)r, 1)); __syncthreads();
    printf("%d %llu\\n", r, l); if (n > 3) __trap();
}
__device__ __noinline__ int deep(int n) { return n < 2 ? 1 : n * deep(n - 1) + deep(n - 2); }
extern "C" __global__ void calls(int* x) { int kept[4] = {1, 2, 3, 4}; x[threadIdx.x] = deep(kept[x[0] & 3]); }
"""
_LOG = b"""kernel.cu(3): error: identifier "blockIdX" is undefined
      int i = blockIdX.x;
              ^

/dev/null/kernel.cu(7): warning #177-D: variable "j" was declared but never referenced
    int main() { return 0; }
        ^
ptxas /tmp/x.ptx, line 40; error   : Unknown symbol 'q'
ptxas error   : Entry function 'k' uses too much shared data (0x20000 bytes, 0xc000 max)
ptxas info    : Compiling entry function 'k' for 'sm_90'
ptxas info    : Function properties for k
    16 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
ptxas info    : Used 32 registers, 1 barriers, 4096 bytes smem, 48 bytes cumulative stack size
"""
_NAMES = (b"_Z5scaleIfEvPT_S0_", b"_ZN6shapes5scaleIfLi4EEEvPT_", b"_ZZ5sgemmE6tile_a", b"sgemm_tiled",
          b"_Z4fillILb1ELjn7EN2ns1tIiEEEvv", b"::ns::fill<int, 4>")  # fmt: skip


@cache
def programs() -> tuple[Program, ...]:
    """Kernels of the course and one with what few of them use, compiled."""
    found = [compile_source(_ASSEMBLY)]
    for data in sorted(contents("solutions/*/*.cu"), key=len)[:_KERNELS]:
        try:
            found.append(compile_source(data.decode("utf-8-sig")))
        except CompileError:
            continue
    return tuple(found)


def _load(data: bytes) -> None:
    """The kernels of a cubin, as far as a launch would take them."""
    name, _, cubin = data.partition(b"\0")
    program = next((p for p in programs() if name.decode("latin-1") in p.kernels), programs()[0])
    for kernel in list(program.kernels)[:2]:
        analysis = emulator.load(replace(program, cubin=cubin), kernel).analysis(detailed=False)
        analysis.written(frozenset()), analysis.waits, analysis.granule


def _loadable() -> list[bytes]:
    return [next(iter(p.kernels)).encode("latin-1") + b"\0" + p.cubin for p in programs()]


def _read_source(data: bytes) -> None:
    _look_at(decode_source(data, "kernel.cu"))


def _look_at(source: str) -> None:
    scanned = scan(source)
    refused_directives(source, scanned, "kernel.cu")
    forged_marks(scanned, "kernel.cu")
    try:
        resolve("kernel", "", scanned)
    except UnknownKernel:  # with the names of those that there are
        pass


def _compare(data: bytes) -> None:
    found = tokens(text(data))
    regions(found, tokens(text(data[len(data) // 2 :])), fingerprints(found)[:4])


def _names(data: bytes) -> None:
    name = text(data)
    local_name(name), is_valid_name(name)
    resolve(name, f".visible .entry {demangle(name)}(", scan(""))


def _log(data: bytes) -> None:
    source, _, log = text(data).partition("\f")
    scanned = scan(source)
    found = parse_log(log, Compiled(source, scanned, "/dev/null/kernel.cu", "kernel.cu", source))
    diagnostics_text(found, source, "kernel.cu", "ko")
    parse_resources(log)


def _machine_code(data: bytes) -> None:
    cubin = Cubin(data)
    read_machine_code(cubin, "sm_90")
    read_ptx_lines(cubin)
    called_functions(cubin)


def _ptx() -> list[bytes]:
    return [program.ptx.encode() for program in programs()]


TARGETS = (
    Target("ptx.parse", lambda data: parse(text(data), "kernel.cu"), _ptx, seconds=5, weight=0.6),
    Target("cubin.load", _load, _loadable, (Unsupported,), Form.BYTES, seconds=5, weight=0.15),
    Target("ptx.assembly", lambda data: refused_assembly(text(data), "kernel.cu"), _ptx, weight=0.5),
    Target("cubin", _machine_code, lambda: [p.cubin for p in programs()[:8]], (NotACubin,), Form.BYTES, weight=0.6),
    Target("source.read", _read_source, lambda: contents(f"solutions/{_FEW}"), (SourceError,), weight=0.7),
    Target("source.similarity", _compare, lambda: contents(f"solutions/{_FEW}"), weight=0.6),
    Target("names", _names, lambda: _NAMES, (UnknownKernel,), weight=2),
    Target("compiler_log", _log, lambda: [b"\nint main() { int j; }\n\f" + _LOG, *contents("tests/toolchain/*.log")]),
)  # fmt: skip
