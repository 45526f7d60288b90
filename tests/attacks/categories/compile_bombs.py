"""Little text that is endless work for the compiler, or for whoever reads the text before it."""

from __future__ import annotations

from tests.attacks.categories.sources import adding, doubled, instead
from tests.attacks.model import REFUSED, RIGHT, Attack, Expected, Kind, failing, text

_LATE = failing("compiles", says="compile")
_COMPILED = failing("correctness")  # the compiler is done with it, and the results are wrong
_NESTED = "".join(f"#if {n}\n" for n in range(1, 60_000))
_PAIRS = "\n".join(f"typedef P<T{n}, T{n}> T{n + 1};" for n in range(24))


def _bomb(name: str, source: str, expected: Expected = _LATE, slow: bool = True, walls: bool = False) -> Attack:
    return Attack(name, "compile bombs", Kind.KERNEL, text(source), expected, slow, walls)


ATTACKS = [
    _bomb("templates_of_a_million_parts", instead(
        "c[i] = count(cuda::std::make_integer_sequence<int, (1 << 22)>());",
        "#include <cuda/std/utility>\n"
        "template <int... n> __device__ int count(cuda::std::integer_sequence<int, n...>) { return (n + ... + 0); }"), walls=True),
    _bomb("templates_that_call_each_other", instead(
        "c[i] = F<40>::v;",
        "template <int n, int k = 0> struct F { enum { v = F<n - 1, 2 * k>::v + F<n - 2, 2 * k + 1>::v }; };\n"
        "template <int k> struct F<0, k> { enum { v = 1 }; };\ntemplate <int k> struct F<1, k> { enum { v = 1 }; };")),
    _bomb("type_of_sixteen_million_words_in_a_message", instead(
        "T24 x = 1;", f"template <class A, class B> struct P {{ A a; B b; P() = delete; }};\nstruct T0 {{}};\n{_PAIRS}")),
    _bomb("type_of_sixteen_million_words_as_a_name", adding(
        "f<T24>();",
        f"template <class A, class B> struct P {{}};\nstruct T0 {{}};\n{_PAIRS}\n"
        "template <class T> __device__ __noinline__ void f() { asm volatile(\"\"); }"), RIGHT),
    _bomb("lambdas_within_lambdas", instead(
        "auto f0 = [](auto x) { return x; };\n" + "\n".join(
            f"auto f{n + 1} = [=](auto x) {{ return f{n}(f{n}(x)) + f{n}([=](auto y) {{ return y; }}(x)); }};"
            for n in range(40)) + "\nc[i] = f40(1);"), _COMPILED),
    _bomb("string_that_doubles", instead("c[i] = sizeof(A30);", doubled("A", 30, '"x"', ""))),
    _bomb("macros_of_macros_of_arguments", instead(
        "c[i] = F(F(F(F(F(F(F(F(1))))))));", "#define F(x) (x + x + x + x + x + x + x + x + x + x)")),
    _bomb("pragmas_from_a_macro", adding("A22", doubled("A", 22, '_Pragma("unroll 1")', ""))),
    _bomb("header_within_header", adding(top='#include "kernel.cu"'), REFUSED, slow=False),
    _bomb("heavy_headers_of_the_toolchain", adding(
        top="#include <cub/cub.cuh>\n#include <cuda/std/tuple>\n#include <cooperative_groups.h>"),
        RIGHT),
    _bomb("header_of_host_code", adding(top="#include <thrust/device_vector.h>\n#include <thrust/sort.h>")),
    _bomb("constant_recursion", instead(
        "constexpr int v = fib(60); c[i] = v;",
        "__device__ constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }")),
    _bomb("constant_array_of_a_gigabyte", instead(
        "constexpr Big big{}; c[i] = big.x[n];", "struct Big { int x[1 << 28]; };"), _COMPILED, walls=True),
    _bomb("constant_memory_of_a_gigabyte", adding("c[0] = big[n];", "__constant__ float big[1 << 28];"), slow=False),
    _bomb("initialised_array_of_half_a_gigabyte", adding(
        first="if (n < 0) c[0] = big[-n];", top="__device__ float big[1 << 27] = {1};")),
    _bomb("number_of_half_a_megabyte", instead(f"c[i] = {'9' * 500_000};"), REFUSED, slow=False),
    _bomb("literal_with_a_template_for_each_digit", instead(
        f"c[i] = {'1' * 20_000}_n;",
        "template <char... d> __device__ constexpr int operator\"\"_n() { return sizeof...(d); }"), _COMPILED),
    _bomb("identifiers_of_half_a_megabyte", adding(f"int {'x' * 400_000} = n; if ({'x' * 400_000} < 0) c[0] = 1;"), RIGHT),
    _bomb("namespaces_within_namespaces", adding(top="namespace a {" * 2_000 + "}" * 2_000), RIGHT),
    _bomb("structs_within_structs", adding(top="struct a {" * 5_000 + "};" * 5_000)),
    _bomb("templates_within_templates", instead(
        f"{'A<' * 5_000}int{'>' * 5_000} x;", "template <class T> struct A { T x; };")),
    _bomb("array_of_thousands_of_dimensions", instead(f"int x{'[1]' * 200_000}; c[i] = sizeof(x);")),
    _bomb("braces_of_an_initialiser", instead(f"int x = {'{' * 20_000}1{'}' * 20_000}; c[i] = x;"), REFUSED, slow=False),
    _bomb("else_if_without_end", instead(
        "int x = 0;\n" + "".join(f"if (n == {k}) x = {k}; else " for k in range(20_000)) + "x = 1; c[i] = x;")),
    _bomb("sum_of_hundreds_of_thousands", instead("c[i] = " + "n+" * 400_000 + "n;")),
    _bomb("sign_before_sign", instead("c[i] = " + "~" * 200_000 + "n;"), _COMPILED),
    _bomb("question_after_question", instead("c[i] = " + "n?1:" * 50_000 + "2;"), _COMPILED),
    _bomb("comma_after_comma", instead("c[i] = (" + "n," * 100_000 + "n);")),
    _bomb("shift_after_shift", instead("c[i] = n" + "<<n" * 300_000 + ";")),
    _bomb("loop_unrolled_a_million_times", instead(
        "float s = 0;\n#pragma unroll 1000000\nfor (int k = 0; k < n; ++k) s = s * a[k] + b[k];\nc[i] = s;"), _COMPILED),
    _bomb("loops_unrolled_within_each_other", instead(
        "float s = 0;\n" + "".join(f"#pragma unroll\nfor (int {v} = 0; {v} < 64; ++{v})\n" for v in "pqrst")
        + "s = s * a[p ^ q] + b[r ^ s_(s, t)];\nc[i] = s;", "__device__ int s_(float x, int y) { return int(x) + y; }"), _COMPILED),
    _bomb("continued_lines", adding("int x = 1; " + "\\\n" * 400_000), RIGHT),
    _bomb("trigraphs", adding("??/\n" * 200_000)),
    _bomb("conditions_within_conditions", _NESTED + adding() + "#endif\n" * 59_999, RIGHT),
    _bomb("macros_by_the_thousand", "".join(f"#define m{n} m{n + 1}\n" for n in range(40_000)) + instead("c[i] = m0;")),
    _bomb("variables_that_all_live", instead(
        "".join(f"float x{k} = a[i + {k}];" for k in range(15_000))
        + "__syncthreads(); c[i] = " + "+".join(f"x{k}*x{k + 1}" for k in range(14_999)) + ";")),
    _bomb("jumps_from_everywhere_to_everywhere", instead(
        "int x = n;\n" + "".join(f"L{k}: if ((x = x * 5 + {k}) & 1) goto L{k * 7919 % 8000};\n" for k in range(8_000))
        + "c[i] = x;")),
    _bomb("assembly_of_half_a_megabyte", adding('asm volatile("' + "{add.f32 %%f1,%%f1,%%f1;}" * 1 + 'nop;' * 100_000 + '");')),
    _bomb("comments_that_never_end", 'const char* s = R"(x)";' + "\n#/*" * 250_000, walls=True),
    _bomb("includes_in_one_word", '#define X "\n' + "include" * 140_000),
    _bomb("comment_signs_by_the_thousand", adding() + "/*" * 400_000),
    _bomb("quotes_by_the_thousand", adding() + "'\"" * 250_000),
]
