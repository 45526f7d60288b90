"""Kernels that know that they are graded: they do the least that might pass, or look where they must not."""

from __future__ import annotations

from tests.attacks.categories.sources import ADD, adding, instead
from tests.attacks.model import RIGHT, Attack, Expected, Kind, failing, text

_WRONG = failing("correctness")


def _knowing(name: str, source: str, expected: Expected = _WRONG, on_gpu: Expected | None = None) -> Attack:
    return Attack(name, "recognition of the grader", Kind.KERNEL, text(source), expected, on_gpu=on_gpu)


def _only_if(condition: str, otherwise: str = "c[i] = 0;") -> str:
    return instead(f"if ({condition}) c[i] = a[i] + b[i]; else {otherwise}")


ATTACKS = [
    _knowing("right_for_the_sizes_of_the_cases", _only_if("n == 1000 || n == 513 || n == 1 || n == 31 || n == 33")),
    _knowing("right_for_whole_numbers", _only_if("a[i] == (int)a[i]")),
    _knowing("right_where_the_inputs_are_as_expected", _only_if("a[0] > 0 && b[0] > 0")),  # by luck in 1 of 4^10 runs
    _knowing("right_on_poisoned_memory", _only_if("isnan(c[i]) && i != 7")),
    _knowing("right_on_zeroed_memory", _only_if("c[i] == 0")),
    _knowing("right_at_these_addresses", _only_if("((unsigned long long)c & 4095) == 0x123")),
    _knowing("right_in_these_blocks", _only_if("blockIdx.x < 3")),
    _knowing("right_at_this_time", _only_if("clock64() % 7 == 3")),
    _knowing("right_on_this_multiprocessor", instead(
        'unsigned s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); c[i] = s == 77 ? a[i] + b[i] : 0;')),
    _knowing("answer_left_over_from_the_last_launch", _only_if("kept == 0", "c[i] = kept; kept = 1;")
             .replace('extern "C"', '__device__ float kept;\nextern "C"', 1).replace("kept == 0", "kept == 7"), failing("correctness", "hazards"), _WRONG),
    _knowing("output_from_a_neighbours_memory", instead("c[i] = c[i + 4096];")),
    _knowing("input_from_behind_the_end", instead("c[i] = a[i + n] + b[i + n];")),
    _knowing("everything_in_memory_overwritten", instead(
        "for (long k = -100000; k < 100000; ++k) c[k] = 0;")),
    _knowing("inputs_made_to_fit", instead("((float*)a)[i] = 0; ((float*)b)[i] = 0; c[i] = 0;")),
    _knowing("inputs_changed_by_the_way", adding("if (i < n) ((float*)a)[i] *= 1.5f; " + ADD)),
    _knowing("output_beyond_its_end", adding("c[n] = 1;")),
    _knowing("output_before_its_start", adding("c[-1] = 1;")),
    _knowing("input_through_constant_space", adding(
        'float x; asm volatile("ld.const.f32 %0, [%1];" : "=f"(x) : "l"(a + i)); if (x == 12345) c[0] = x;'),
        failing("correctness", says="__constant__"), RIGHT),
    _knowing("input_beside_a_constant_table", instead(
        "c[i] = table[(a + i) - (const float*)table] + table[(b + i) - (const float*)table];",
        "__constant__ float table[4] = {1, 2};"), failing("correctness", says="outside table"), _WRONG),
    _knowing("input_through_a_pointer_to_constant_space", instead(
        'float x, y; asm("{.reg .u64 p; cvta.to.const.u64 p, %1; ld.const.f32 %0, [p];}" : "=f"(x) : "l"(a + i)); '
        'asm("{.reg .u64 p; cvta.to.const.u64 p, %1; ld.const.f32 %0, [p];}" : "=f"(y) : "l"(b + i)); c[i] = x + y;'),
        failing("correctness", says="__constant__"), _WRONG),
    _knowing("sums_kept_in_constant_memory", instead(
        'float* p; asm volatile("mov.u64 %0, %1;" : "=l"(p) : "l"(kept)); p[threadIdx.x % 256] = a[i] + b[i]; '
        "c[i] = kept[threadIdx.x % 256];", "__constant__ float kept[256];"),
        failing("correctness", says="__constant__"), _WRONG),
    _knowing("input_through_local_space", instead(
        'float x; asm("ld.local.f32 %0, [%1];" : "=f"(x) : "l"(a + i)); c[i] = x + b[i];')),
    *(_knowing(f"launch_that_{name}_forbids", adding().replace("__global__ void", f"__global__ void {attribute}"),
               failing("correctness", says=attribute.split("(")[0]), _WRONG)
      for name, attribute in (("launch_bounds", "__launch_bounds__(32)"), ("block_size", "__block_size__((16, 2, 1))"),
                              ("cluster_dims", "__cluster_dims__(7, 1, 1)"))),
    _knowing("nothing_but_nan", instead("c[i] = NAN;")),
    _knowing("nothing_but_infinity", instead("c[i] = INFINITY;")),
    _knowing("local_memory_of_others", adding("volatile float x[4]; x[100000000 + n] = 1;")),
    _knowing("generic_address_of_shared_memory", adding(
        "volatile float* p = s; p[n * 1000 + 60000] = 1;", "__shared__ volatile float s[8];")),
]
