"""Memory and output without measure."""

from __future__ import annotations

from tests.attacks.categories.sources import adding, first_thread
from tests.attacks.model import REFUSED, RIGHT, Attack, Expected, Kind, failing, text


def _flood(name: str, source: str, expected: Expected, slow: bool = False, walls: bool = False,
           on_gpu: Expected | None = None) -> Attack:  # fmt: skip
    return Attack(name, "floods", Kind.KERNEL, text(source), expected, slow, walls, on_gpu)


_WRONG = failing("correctness")

ATTACKS = [
    _flood("local_array_beyond_the_stack", adding("float x[1 << 22]; x[n] = 1; x[2 * n] = x[n]; c[0] = x[i];"), _WRONG),
    _flood("local_arrays_at_every_depth", adding(
        "if (i == 0) c[0] = f(n, 1000000);",
        "__device__ __noinline__ int f(int n, int d) { volatile int x[4096]; x[n & 7] = d; return d ? f(n, d - 1) + "
        "x[d & 7] : 0; }"), _WRONG),
    _flood("malloc_of_a_gigabyte", adding(first_thread("char* p = (char*)malloc(1u << 30); p[n] = 1; c[0] = p[n];")),
           _WRONG, walls=True),
    _flood("new_without_delete", adding("for (int k = 0; k < 100000; ++k) { int* p = new int[4096]; p[k % n] = k; }"),
           _WRONG, slow=True),
    _flood("many_globals_of_64_megabytes", adding(
        "".join(f"g{k}[i] = 1; " for k in range(64)), "".join(f"__device__ float g{k}[1 << 24];\n" for k in range(64))),
        _WRONG, slow=True, on_gpu=failing("global_sectors")),
    _flood("shared_memory_of_a_gigabyte", adding(top="__shared__ volatile float s[1 << 28];", first="s[i] = 1; c[0] = s[n];"), REFUSED),
    _flood("printf_of_a_number_two_billion_wide", adding(first_thread('printf("%2000000000d%.2000000000f", 1, 1.0);')),
           RIGHT, on_gpu=Expected(2)),  # whose driver formats it, which takes minutes
    _flood("printf_of_what_is_no_string", adding(first_thread('printf("%s%s%n", (char*)a, (char*)8, (int*)c);')), RIGHT,
           on_gpu=_WRONG),
    _flood("printf_of_a_long_string_from_everywhere", adding(f'printf("%d {"x" * 400}\\n", i);'), RIGHT, slow=True),
    _flood("message_of_half_a_megabyte", adding(top=f'static_assert(false, "{"no " * 150_000}");'), REFUSED),
    _flood("assertion_of_half_a_megabyte", adding(f'assert(n < 0 && "{"no " * 150_000}");', "#include <cassert>"),
           _WRONG),
    _flood("warnings_by_the_thousand", adding("\n".join(
        f"int u{k} = -1 < 1u;" for k in range(1_000))), RIGHT, slow=True),
    _flood("errors_from_a_macro", adding("E12", "#define E0 missing;\n" + "".join(
        f"#define E{k + 1} E{k} E{k}\n" for k in range(12))), REFUSED),
    _flood("hazards_everywhere", adding("s[0] = i; s[threadIdx.x] = s[threadIdx.x ^ 1]; c[i % (n + 1)] = s[0];",
                                        "__shared__ float s[1024];"), failing("correctness", "hazards")),
    _flood("faults_on_every_line", adding("\n".join(f"if (i == {k}) c[-{k} - 1] = 1;" for k in range(256))), _WRONG),
]
