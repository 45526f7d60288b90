"""Whatever instruction brings the content of a buffer: it is counted. Others stop, or bring something else."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import AccessLine, LaunchResult
from tests.simt.running import run

_READS = {
    "plain": "ld.global.f32 %0, [%1];",
    "generic": "ld.f32 %0, [%1];",
    "read-only": "ld.global.nc.f32 %0, [%1];",
    "uniform": "ldu.global.f32 %0, [%1];",
    "generic and uniform": "ldu.f32 %0, [%1];",
    "volatile": "ld.volatile.global.f32 %0, [%1];",
    "relaxed": "ld.relaxed.gpu.global.f32 %0, [%1];",
    "acquire": "ld.acquire.sys.f32 %0, [%1];",
    "with hints": "ld.global.L1::no_allocate.L2::128B.f32 %0, [%1];",
    "with a policy": "{.reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p;"
    " ld.global.L2::cache_hint.f32 %0, [%1], p;}",
    "atomic exchange": "atom.global.exch.b32 %0, [%1], 0;",
    "atomic sum": "atom.add.f32 %0, [%1], 0f00000000;",
    "atomic comparison": "atom.global.cas.b32 %0, [%1], 0, 0;",
    "constant": "ld.const.f32 %0, [%1];",
    "constant and weak": "ld.weak.const.f32 %0, [%1];",
    "converted to constant": "{.reg .b64 p; cvta.to.const.u64 p, %1; ld.const.f32 %0, [p];}",
    "constant beside a table": "{.reg .b64 p; sub.s64 p, %1, %2; add.s64 p, p, %2; ld.const.f32 %0, [p+0];}",
    "local": "ld.local.f32 %0, [%1];",
    "converted to local": "{.reg .b64 p; cvta.to.local.u64 p, %1; ld.local.f32 %0, [p];}",
    "shared": "ld.shared.f32 %0, [%1];",
    "shared of a cluster": "ld.shared::cluster.f32 %0, [%1];",
    "converted to shared": "{.reg .b64 p; cvta.to.shared.u64 p, %1; ld.shared.f32 %0, [p];}",
    "parameter": "ld.param.f32 %0, [%1];",
    "parameter of the entry": "ld.param::entry.f32 %0, [%1];",
    "converted to a parameter": "{.reg .b64 p; cvta.to.param.u64 p, %1; ld.param.f32 %0, [p];}",
    "guarded": "{.reg .pred p; setp.ne.s32 p, %3, -1; @p ld.const.f32 %0, [%1];}",
    "several memories": "multimem.ld_reduce.global.add.f32 %0, [%1];",
    "texture": "{.reg .f32 a, b, c; tex.1d.v4.f32.s32 {%0, a, b, c}, [%1, {%3}];}",
    "surface": "suld.b.1d.b32.trap %0, [%1, {%3}];",
    "of a matrix": "{.reg .b32 s; cvt.u32.u64 s, %1; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [s];}",
    "fetched early": "prefetch.global.L1 [%1]; ld.const.f32 %0, [%1];",
    "bulk copy": "cp.async.bulk.prefetch.L2.global [%1], 16; ld.const.f32 %0, [%1];",
    "copied in the background": "{.reg .b32 s; mov.u32 s, tile; mad.lo.s32 s, %3, 4, s;"
    " cp.async.ca.shared.global [s], [%1], 4; cp.async.wait_all; ld.shared.f32 %0, [s];}",
}  # fmt: skip
_COUNTED = ("plain", "generic", "read-only", "uniform", "generic and uniform", "volatile", "relaxed", "acquire",
            "with hints", "with a policy", "atomic exchange", "atomic sum", "atomic comparison",
            "copied in the background")  # fmt: skip


def kernel(instruction: str) -> str:
    """32 threads that copy a number each."""
    tile = ".shared .align 16 .b8 tile[128];" if "tile" in instruction else ""
    return f"""
__constant__ float table[4] = {{-1, -2, -3, -4}};
extern "C" __global__ void k(float* out, const float* in) {{
    int i = threadIdx.x;
    const float* from = in + i;
    float v = 0;
    asm volatile("{{{tile} {instruction}}}" : "=f"(v) : "l"(from), "l"(table), "r"(i) : "memory");
    out[i] = v;
}}"""


@pytest.mark.parametrize("name", _READS)
def test_what_reads_a_buffer_is_counted_or_stops(name: str) -> None:
    numbers = np.arange(1, 33, dtype=np.float32)
    result = run(kernel(_READS[name]), {"out": np.zeros(32, np.float32), "in": numbers})
    counted = sum(line.cost for line in result.accesses if line.space == "global" and line.operation != "store")
    if name in _COUNTED:
        assert (result.outputs[0].tolist(), counted, result.faults) == (numbers.tolist(), 4, ())
    else:  # it stops, or reads something else
        assert len(result.faults) == 1 or not np.isin(result.outputs[0], numbers).any()
        assert not any(result.outputs.get(0, ()))


def global_loads(result: LaunchResult) -> list[AccessLine]:
    return [line for line in result.accesses if (line.space, line.operation) == ("global", "load")]


# With the factors that the hash of address patterns once had, always the same ones, these 32 words of one sector and a
# stride of eight words have one hash: the second pattern was counted like the first.
_LIKE_A_STRIDE = (2, 0, 4, 3, 6, 3, 3, 1, 5, 2, 0, 7, 3, 7, 2, 2, 2, 3, 3, 2, 3, 6, 1, 1, 3, 5, 4, 3, 5, 0, 4, 7)
_COLLIDING = f"""
__constant__ unsigned char table[32] = {{{", ".join(map(str, _LIKE_A_STRIDE))}}};
extern "C" __global__ void k(float* out, const float* in) {{
    int i = threadIdx.x;
    out[i] = in[table[i]] + in[8 * i];
}}"""


def test_no_pattern_is_made_to_be_counted_like_a_cheaper_one() -> None:
    result = run(_COLLIDING, {"out": np.zeros(32, np.float32), "in": np.ones(256, np.float32)})
    assert sum(line.cost for line in global_loads(result)) == 1 + 32


# All of a loop on one line of PTX, the last instruction of which only few threads reach: by their lines, its machine
# instructions were taken for those of that block, and the loads were counted for nobody.
_ON_ONE_LINE = r"""
extern "C" __global__ void k(float* out, const float* in, int n) {
    asm volatile("{.reg .pred p, q; .reg .b32 i; .reg .f32 v; .reg .b64 s, d, w; cvta.to.global.u64 s, %0; "
        "cvta.to.global.u64 d, %1; mul.wide.s32 w, %2, 4; mov.b32 i, 0; LOOP: ld.global.f32 v, [s]; "
        "st.global.f32 [d], v; add.s64 s, s, 4; add.s64 d, d, w; add.s32 i, i, 1; setp.lt.s32 p, i, 8; @p bra LOOP; "
        "setp.ne.s32 q, %2, 123456789; @q bra DONE; st.global.f32 [s], v; bar.sync 7, 32; st.global.f32 [s+4], v;\n"
        "DONE: }" :: "l"(in + 8 * threadIdx.x), "l"(out + threadIdx.x), "r"(n) : "memory");
}"""


def test_what_stands_on_one_line_of_ptx_is_counted_for_all_who_run_it() -> None:
    given = {"out": np.zeros(256, np.float32), "in": np.arange(256, dtype=np.float32), "n": 32}
    result = run(_ON_ONE_LINE, given)
    assert result.outputs[0].tolist() == np.arange(256).reshape(32, 8).T.ravel().tolist()
    (loads,) = global_loads(result)
    assert (loads.requests, loads.cost) == (8, 256)


_CALLED_TWICE = r"""
__device__ __noinline__ void move(float* to, const float* from) { *to = *from; }
extern "C" __global__ void k(float* out, const float* in, int n) {
    move(out + threadIdx.x, in + 8 * threadIdx.x);
    if (n == 123456789) move(out, in);
}"""


def test_a_function_that_few_call_again_is_counted_where_all_call_it() -> None:
    result = run(_CALLED_TWICE, {"out": np.zeros(32, np.float32), "in": np.ones(256, np.float32), "n": 32})
    assert sum(line.cost for line in global_loads(result)) == 32
