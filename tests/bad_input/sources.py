"""Source files that are easier made than kept: other encodings, other sizes, code that only a generator writes."""

from __future__ import annotations

import random

from tests.bad_input.watching import REPOSITORY

SIGNATURE = (
    'extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, '
    "int lda, int ldb, int ldc, float alpha, float beta)"
)
SOLUTION = (REPOSITORY / "solutions/06_shared_memory_tiling/sgemm_tiled.cu").read_text("utf-8")


def kernel(body: str, top: str = "") -> str:
    """`body` in a kernel of the right name and signature, behind the lines of `top`."""
    return f"{top}\n{SIGNATURE}\n{{\n{body}\n}}\n"


def _doubling(name: str, times: int, first: str) -> str:
    """Macros each of which is twice the one before; the last is `name` + `times`."""
    steps = (f"#define {name}{i + 1} ({name}{i} + {name}{i})" for i in range(times))
    return "\n".join([f"#define {name}0 {first}", *steps])


_JUNK = random.Random(7).randbytes(4096)
_CASES = "".join(f"case {i}: x = {i * i % 10007}; break;" for i in range(20_000))
_UNROLLED = "\n".join(f"#pragma unroll\nfor (int {v} = 0; {v} < 100; ++{v})" for v in "ijk")

# Accepted: text is text, however its lines end and whatever mark it begins with.
GOOD: dict[str, bytes] = {
    "crlf": SOLUTION.replace("\n", "\r\n").encode(),
    "cr": SOLUTION.replace("\n", "\r").encode(),
    "bom": b"\xef\xbb\xbf" + SOLUTION.encode(),
    "bom_and_crlf": b"\xef\xbb\xbf" + SOLUTION.replace("\n", "\r\n").encode(),
    "cp949": ("// 공유 메모리 타일링\n" + SOLUTION).encode("cp949"),
    "megabyte_of_comments": (SOLUTION + "// on and on\n" * 78_000).encode(),
    "line_of_a_megabyte": (SOLUTION + "//" + "x" * 1_000_000).encode(),
    "form_feed_and_line_separator": ("// page one\f\n// \u2028\n" + SOLUTION).encode(),
}

# Refused before the compiler sees them, with the word that says why.
NO_SOURCE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "blank": (b"  \n\n\t\r\n", "is empty"),
    "bom_alone": (b"\xef\xbb\xbf", "is empty"),
    "binary_junk": (_JUNK, "UTF-8"),
    "nothing_but_nul": (bytes(4096), "UTF-"),
    "nul_in_text": (SOLUTION.encode().replace(b"tile_a", b"tile\0a", 1), "UTF-8"),
    "escape_in_text": (b"// \x1b[2J\n" + SOLUTION.encode(), "control characters"),
    "latin_1": (("// été\n" + SOLUTION).encode("latin-1"), "UTF-8"),
    "utf16_little": (SOLUTION.encode("utf-16"), "UTF-16"),
    "utf16_big": (b"\xfe\xff" + SOLUTION.encode("utf-16-be"), "UTF-16"),
    "utf16_without_mark": (SOLUTION.encode("utf-16-le"), "UTF-16"),
    "utf32": (SOLUTION.encode("utf-32"), "UTF-32"),
    "ten_megabytes": (b"// on and on\n" * 800_000, "larger than 1 MiB"),
}

# Strange, but the compiler can say what it thinks: the status, and a part of a message.
STRANGE: dict[str, tuple[str, int, str]] = {
    "comment_only": ("// nothing here\n", 1, "There is no kernel in the file"),
    "thousands_of_errors": (kernel("\n".join(f"missing_{i} = 1;" for i in range(10_000))), 1, "is undefined"),
    "name_of_100_kilobytes": (kernel(f"C[0] = {'x' * 100_000};"), 1, "is undefined"),
    "thousands_of_parentheses": (kernel(f"C[0] = {'(' * 50_000}1{')' * 50_000};"), 1, "are wrong"),
    "thousands_of_braces": (kernel("{" * 50_000 + "}" * 50_000), 1, "are wrong"),
    "thousands_of_pointers": (kernel(f"int {'*' * 100_000}p = 0;"), 1, "are wrong"),
    "thousands_of_parameters": (
        SIGNATURE.partition("(")[0] + "(" + ", ".join(f"int p{i}" for i in range(5000)) + ") {}\n",
        1,
        "5000 parameters instead of 11",
    ),
    "thousands_of_headers": ('#include "cuda_fp16.h"\n' * 3000 + kernel(""), 1, "are wrong"),
    "message_with_escapes": (f'static_assert(false, "\\033[31mred\\007");\n{kernel("")}', 1, "static assertion"),
    "bidirectional_text": (kernel("/* \u202e } \u2066 if (row) */ C[0] = 1"), 1, 'expected a ";"'),
}

# Work without end for the compiler or the emulator.
BOMBS: dict[str, str] = {
    "templates": kernel(
        "C[0] = Tree<27, 0>::sum;",
        "template <int N, long M> struct Tree { static const long sum = Tree<N - 1, 2 * M>::sum + "
        "Tree<N - 1, 2 * M + 1>::sum; };\n"
        "template <long M> struct Tree<0, M> { static const long sum = M; };",
    ),
    "constant_expression": kernel(
        "constexpr int x = spin(); C[0] = x;",
        "__device__ constexpr int spin() { int s = 0; for (long i = 0;; ++i) s ^= i; return s; }",
    ),
    "macros": kernel("C[0] = A30;", _doubling("A", 30, "(1 + 1)")),
    "macros_over_memory": kernel("C[0] = A22;", _doubling("A", 22, "A[0]")),
    "unrolled_loops": kernel(f"float sum = 0;\n{_UNROLLED} sum = sum * A[i * j + k] + sum;\nC[0] = sum;"),
    "megabyte_of_code": kernel("float sum = 0;\n" + "sum += A[threadIdx.x];\n" * 44_000 + "C[0] = sum;"),
    "thousands_of_kernels": SOLUTION
    + "".join(f"__global__ void k{i}(float* p) {{ p[threadIdx.x] = {i}; }}\n" for i in range(8000)),
    "huge_switch": kernel(f"int x = 0; switch (M) {{{_CASES}}} C[0] = x;"),
    "deep_ifs": kernel("if (M) {" * 20_000 + "C[0] = 1;" + "}" * 20_000),
    "huge_table": kernel("static const int t[] = {" + "7," * 200_000 + "7}; C[0] = t[M];"),
    "string_of_half_a_megabyte": kernel(f'const char* s = "{"x" * 500_000}"; C[0] = s[M];'),
}
