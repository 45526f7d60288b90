"""Code at which front ends and assemblers break: what is incomplete, circular, contradictory or hidden in assembly."""

from __future__ import annotations

from tests.attacks.categories.sources import adding, instead
from tests.attacks.model import REFUSED, RIGHT, Attack, Expected, Kind, failing, text


def _odd(name: str, source: str | bytes, expected: Expected = REFUSED, on_gpu: Expected | None = None) -> Attack:
    return Attack(name, "front end", Kind.KERNEL, text(source), expected, on_gpu=on_gpu)


def _asm(statement: str) -> str:
    return adding(f"asm volatile({statement});")


ATTACKS = [
    _odd("struct_that_holds_itself", adding(top="struct A { A a[2]; decltype(A().a) b; }; A x;")),
    _odd("type_of_itself", adding("auto f = f(f); decltype(f) g = g;")),
    _odd("enumeration_of_itself", adding(top="enum E : E { x = E::x };")),
    _odd("concept_of_itself", adding(top="template <class T> concept C = requires(T t) { requires C<T>; };")),
    _odd("class_cut_off", "template <class T, template <class...> class = class { struct { union { enum {"),
    _odd("operators_without_operands", adding(top="template <auto... x> auto f() -> decltype((... , x) ->* ());")),
    _odd("builtins_misused", adding("__builtin_offsetof(int, x); __builtin_constant_p(({ goto L; 1; })); L:;")),
    _odd("initialiser_of_nothing", adding("int x[] = {[5] = 1, [-1] = 2, .y = 3}; union { } u = {1};")),
    _odd("deduction_in_circles", adding("auto f = [](auto&& g) { return g(g); }; f(f);")),
    _odd("vector_of_an_odd_size", adding("typedef float v __attribute__((vector_size(12345678))); v x = {}; c[0] = x[0];")),
    _odd("alignment_beyond_reason", adding(top="struct __align__(1 << 30) A { int x; }; __device__ A a_[4];")),
    _odd("negative_array", adding("int x[-1]; int y[0x7fffffffffffffff];")),
    _odd("bit_field_of_a_million_bits", adding(top="struct A { int x : 1000000; int : -1; };")),
    _odd("launch_bounds_beyond_reason", adding(top="__global__ void __launch_bounds__(-1, 1 << 30) other() {}"), RIGHT),
    _odd("kernel_declared_twice", adding(top='extern "C" __global__ void vector_add(int n) {}')),
    _odd("kernel_as_a_variable", 'extern "C" __device__ int vector_add = 1;\n'),
    _odd("surrogates_in_a_name", adding("int \\ud800 = 1; int \\U00110000 = 2;"), RIGHT),
    _odd("invalid_utf_8_in_a_string", instead("c[i] = 0;").encode() + b'const char* s = "\xed\xa0\x80\xf5";\n'),
    _odd("assembly_that_ends_the_function", _asm(r'"ret;\n}\n.visible .entry other()\n{\nret;"')),
    _odd("assembly_with_a_brace_too_many", _asm('"}"')),
    _odd("assembly_of_a_billion_registers", _asm('"{ .reg .f32 f<1000000000>; }"')),
    _odd("assembly_of_two_gigabytes", _asm('"{ .local .b8 x[2000000000]; }"')),
    _odd("assembly_for_another_target", _asm(r'".target sm_100;\n.version 9.9"')),
    _odd("assembly_that_calls_nobody", _asm('"{ .extern .func nobody; call nobody; }"')),
    _odd("assembly_with_contradicting_operands", adding('int x; asm volatile("add %0, %1, %9;" : "=r"(x) : "0"(n), "l"(c));')),
    _odd("assembly_with_one_label_twice", adding('for (int k = 0; k < n; ++k) asm volatile("L: bra L2; L2: bra L;");')),
    _odd("assembly_with_a_barrier_for_33", _asm('"bar.sync 15, 33;"')),
    _odd("assembly_outside_of_functions", adding(top='asm(".global .b32 forged = 7;");'), RIGHT),
    _odd("assembly_that_leaves", _asm('"exit;"'), Expected(1, frozenset({"correctness"}))),
    _odd("assembly_with_a_breakpoint", _asm('"brkpt;"'), failing("correctness")),
]
