"""Random structured kernels: the same tree written as CUDA C++ and run thread by thread in plain Python.

Every kernel is `(unsigned* out, const unsigned* in)` over a few variables of unsigned integers and floats. Control flow
depends on the thread, so lanes part and meet in every way that structured code allows.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from tests.simt.exact import SINGLE, fused, rounded

WORD = 0xFFFFFFFF
OUTPUTS = 8  # words that each thread owns
INTEGERS, FLOATS, LOCALS = 4, 2, 4
_LIMIT = 20_000  # statements one thread may execute; generated loops stay far below


def signed(x: int) -> int:
    return x - (1 << 32) if x >> 31 else x


def single(x: float) -> float:
    """The nearest float32, infinity beyond the largest."""
    return math.copysign(rounded(Fraction(x), SINGLE), x) if math.isfinite(x) else x


def clean(x: float) -> float:
    return x if x == x else 1.0


@dataclass
class Thread:
    """State of one thread. integers, floats: its variables; local: an array indexed at run time; out: what it owns."""

    index: int
    block: int
    given: int
    integers: list[int] = field(default_factory=lambda: [0] * INTEGERS)
    floats: list[float] = field(default_factory=lambda: [0.0] * FLOATS)
    local: list[int] = field(default_factory=lambda: [0] * LOCALS)
    out: list[int] = field(default_factory=lambda: [0] * OUTPUTS)
    counters: dict[str, int] = field(default_factory=dict)
    steps: int = 0

    def step(self) -> None:
        self.steps += 1
        assert self.steps < _LIMIT, "a generated loop does not end"


@dataclass(frozen=True)
class Expression:
    """text: in CUDA C++; value: what it is for a thread (int for unsigned and conditions, float for float)."""

    text: str
    value: Callable[[Thread], int | float]


class Leave(Exception):
    """break, continue or return."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


Run = Callable[[Thread], None]


@dataclass(frozen=True)
class Statement:
    """lines: in CUDA C++; run: its effect on a thread."""

    lines: list[str]
    run: Run


CALLED = r"""
#define TO_FLOAT(x) __uint2float_rn(x)
__device__ __forceinline__ float clean(float x) { return x == x ? x : 1.0f; }
__device__ __noinline__ unsigned blend(unsigned a, unsigned b, float f) {
    if (a & 1) return b - a;
    while (a > 3) { a /= 3; b += a; if ((b & 15) == 7) break; }
    return f > 10.0f ? a ^ b : a + b;
}
__device__ __noinline__ float stretch(float f, unsigned n) {
    for (unsigned i = 0; i < (n & 3); ++i) f = clean(__fmul_rn(f, 1.5f));
    return f;
}
"""


def blend(a: int, b: int, f: float) -> int:
    if a & 1:
        return (b - a) & WORD
    while a > 3:
        a //= 3
        b = (b + a) & WORD
        if b & 15 == 7:
            break
    return a ^ b if f > 10 else (a + b) & WORD


def stretch(f: float, n: int) -> float:
    for _ in range(n & 3):
        f = clean(single(f * 1.5))
    return f


class Generator:
    """Grows one kernel from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._names = 0

    def kernel(self, name: str) -> tuple[str, Callable[[Thread], None]]:
        """(CUDA source, what it does to a thread)."""
        body = self.body(depth=0, budget=self.random.randint(4, 8), in_loop=False)
        head = [
            f'extern "C" __global__ void {name}(unsigned* result, const unsigned* in) {{',
            "    unsigned t = threadIdx.x, b = blockIdx.x, g = b * blockDim.x + t;",
            f"    unsigned* out = result + {OUTPUTS} * g;",
            "    unsigned given = in[g];",
            *(f"    unsigned u{i} = 0;" for i in range(INTEGERS)),
            *(f"    float f{i} = 0;" for i in range(FLOATS)),
            f"    unsigned local[{LOCALS}] = {{0}};",
        ]
        tail = [f"    out[{i}] = u{i};" for i in range(INTEGERS)]
        tail += [f"    out[{INTEGERS + i}] = __float_as_uint(f{i});" for i in range(FLOATS)] + ["}"]
        lines = [f"    {line}" for s in body for line in s.lines]

        def run(thread: Thread) -> None:
            try:
                for statement in body:
                    statement.run(thread)
            except Leave:
                return
            thread.out[:INTEGERS] = thread.integers
            thread.out[INTEGERS : INTEGERS + FLOATS] = [bits(f) for f in thread.floats]

        return "\n".join([*head, *lines, *tail]), run

    # Expressions

    def integer(self, depth: int = 3) -> Expression:
        pick = self.random.random()
        if depth == 0 or pick < 0.25:
            return self._leaf()
        if pick < 0.72:
            return self._arithmetic(depth)
        if pick < 0.80:
            c, a, b = self.condition(depth - 1), self.integer(depth - 1), self.integer(depth - 1)
            return Expression(f"({c.text} ? {a.text} : {b.text})", lambda t: a.value(t) if c.value(t) else b.value(t))
        if pick < 0.86:
            f = self.float(depth - 1)
            return Expression(f"__float2uint_rz({f.text})", lambda t: to_unsigned(float(f.value(t))))
        if pick < 0.92:
            at = self.integer(depth - 1)
            text = f"local[{at.text} & {LOCALS - 1}]"
            return Expression(text, lambda t: t.local[int(at.value(t)) & LOCALS - 1])
        a, b, f = self.integer(depth - 1), self.integer(depth - 1), self.float(1)
        text = f"blend({a.text} & 0xffffu, {b.text}, {f.text})"
        return Expression(text, lambda t: blend(int(a.value(t)) & 0xFFFF, int(b.value(t)), float(f.value(t))))

    def _leaf(self) -> Expression:
        kind = self.random.choice("ccttbgvvvv")
        if kind == "c":
            number = self.random.choice([0, 1, 2, 3, 5, 7, 31, 32, 33, 255, 0x7FFFFFFF, 0x80000000, WORD,
                                         self.random.getrandbits(32)])  # fmt: skip
            return Expression(f"{number}u", lambda t: number)
        if kind == "v":
            i = self.random.randrange(INTEGERS)
            return Expression(f"u{i}", lambda t: t.integers[i])
        read: Callable[[Thread], int] = {
            "t": lambda t: t.index, "b": lambda t: t.block, "g": lambda t: t.given,
        }[kind]  # fmt: skip
        return Expression({"t": "t", "b": "b", "g": "given"}[kind], read)

    def _arithmetic(self, depth: int) -> Expression:
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        text, function = self.random.choice(_INTEGER_OPERATIONS)
        return Expression(text.format(a=a.text, b=b.text), lambda t: function(int(a.value(t)), int(b.value(t))) & WORD)

    def float(self, depth: int = 2) -> Expression:
        pick = self.random.random()
        if depth == 0 or pick < 0.3:
            if self.random.random() < 0.4:
                number = self.random.choice([0.0, 1.0, -1.5, 0.1, 3e38, -1e-38, 1e-45, 16777216.0])
                value = single(number)
                return Expression(f"__uint_as_float({bits(value)}u)", lambda t: value)
            i = self.random.randrange(FLOATS)
            return Expression(f"f{i}", lambda t: t.floats[i])
        if pick < 0.4:
            x = self.integer(depth - 1)
            return Expression(f"TO_FLOAT({x.text})", lambda t: single(float(x.value(t))))
        a, b, c = (self.float(depth - 1) for _ in range(3))
        if pick < 0.5:
            n = self.integer(1)
            return Expression(f"stretch({a.text}, {n.text})", lambda t: stretch(float(a.value(t)), int(n.value(t))))
        if pick < 0.6:
            q = self.condition(1)
            return Expression(f"({q.text} ? {a.text} : {b.text})", lambda t: a.value(t) if q.value(t) else b.value(t))
        text, function = self.random.choice(_FLOAT_OPERATIONS)
        return Expression(
            f"clean({text.format(a=a.text, b=b.text, c=c.text)})",
            lambda t: clean(function(float(a.value(t)), float(b.value(t)), float(c.value(t)))),
        )

    def condition(self, depth: int = 2) -> Expression:
        pick = self.random.random()
        if depth > 0 and pick < 0.3:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            sign = self.random.choice(["&&", "||"])
            return Expression(
                f"({a.text} {sign} {b.text})",
                lambda t: (a.value(t) and b.value(t)) if sign == "&&" else (a.value(t) or b.value(t)),
            )
        if depth > 0 and pick < 0.4:
            a = self.condition(depth - 1)
            return Expression(f"!({a.text})", lambda t: not a.value(t))
        sign = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        compare = _COMPARE[sign]
        if pick < 0.55:
            x, y = self.float(depth), self.float(depth)
            return Expression(f"({x.text} {sign} {y.text})", lambda t: compare(x.value(t), y.value(t)))
        x, y = self.integer(max(depth, 1)), self._leaf()
        if self.random.random() < 0.3:
            text = f"((int)({x.text}) {sign} (int)({y.text}))"
            return Expression(text, lambda t: compare(signed(int(x.value(t))), signed(int(y.value(t)))))
        if self.random.random() < 0.5:
            m = self.random.choice([2, 3, 4, 5, 8])
            k = self.random.randrange(m)
            return Expression(f"(({x.text}) % {m}u {sign} {k}u)", lambda t: compare(int(x.value(t)) % m, k))
        return Expression(f"({x.text} {sign} {y.text})", lambda t: compare(x.value(t), y.value(t)))

    # Statements

    def body(self, depth: int, budget: int, in_loop: bool) -> list[Statement]:
        return [self.statement(depth, in_loop) for _ in range(budget)]

    def statement(self, depth: int, in_loop: bool) -> Statement:
        pick = self.random.random()
        if depth >= 3 or pick < 0.42:
            return self._assignment()
        if pick < 0.60:
            return self._if(depth, in_loop)
        if pick < 0.74:
            return self._loop(depth)
        if pick < 0.82:
            return self._switch(depth, in_loop)
        if pick < 0.86:
            return self._leave("return")
        if in_loop:
            return self._leave(self.random.choice(["break", "continue"]))
        return self._assignment()

    def _assignment(self) -> Statement:
        kind = self.random.choice("uuuffol")
        if kind == "f":
            i, f = self.random.randrange(FLOATS), self.float()

            def set_float(t: Thread) -> None:
                t.floats[i] = float(f.value(t))

            return Statement([f"f{i} = {f.text};"], set_float)
        x = self.integer()
        if kind == "o":
            i = self.random.randrange(INTEGERS + FLOATS, OUTPUTS)

            def set_out(t: Thread) -> None:
                t.out[i] = int(x.value(t))

            return Statement([f"out[{i}] = {x.text};"], set_out)
        if kind == "l":
            at = self.integer(1)

            def set_local(t: Thread) -> None:
                value = int(x.value(t))
                t.local[int(at.value(t)) & LOCALS - 1] = value

            return Statement([f"local[{at.text} & {LOCALS - 1}] = {x.text};"], set_local)
        i = self.random.randrange(INTEGERS)

        def set_integer(t: Thread) -> None:
            t.integers[i] = int(x.value(t))

        return Statement([f"u{i} = {x.text};"], set_integer)

    def _if(self, depth: int, in_loop: bool) -> Statement:
        c = self.condition()
        yes = self.body(depth + 1, self.random.randint(1, 3), in_loop)
        no = self.body(depth + 1, self.random.randint(0, 2), in_loop)
        lines = [f"if ({c.text}) {{", *_indented(yes), "}"]
        if no:
            lines += ["else {", *_indented(no), "}"]

        def run(t: Thread) -> None:
            for statement in yes if c.value(t) else no:
                statement.run(t)

        return Statement(lines, run)

    def _loop(self, depth: int) -> Statement:
        """for, while and do-while over a counter of their own, with a bound that differs by thread."""
        self._names += 1
        name, bound = f"i{self._names}", self.integer(2)
        mask, step = self.random.choice([3, 7]), self.random.choice([1, 1, 2])
        inner = self.body(depth + 1, self.random.randint(1, 3), in_loop=True)
        kind = self.random.choice(["for", "while", "do"])
        i = self.random.randrange(INTEGERS)
        use = f"u{i} ^= {name};"  # not +=: LLVM makes n(n - 1)/2 of it, wrongly where only low bits are used
        limit = f"(({bound.text}) & {mask}u)"
        lines = {
            "for": [
                f"for (unsigned {name} = 0; {name} < {limit}; {name} += {step}) {{",
                f"    {use}",
                *_indented(inner),
                "}",
            ],
            "while": [f"unsigned {name} = 0;", f"while ({name}++ < {limit}) {{", f"    {use}", *_indented(inner), "}"],
            "do": [f"unsigned {name} = 0;", "do {", f"    {use}", *_indented(inner), f"}} while ({name}++ < {limit});"],
        }[kind]

        def once(t: Thread, count: int) -> bool:
            """False: the loop is left."""
            t.step()
            t.integers[i] = (t.integers[i] ^ count) & WORD
            try:
                for statement in inner:
                    statement.run(t)
            except Leave as leave:
                if leave.kind == "return":
                    raise
                return leave.kind == "continue"
            return True

        def run(t: Thread) -> None:
            count = 0
            if kind == "for":
                while count < int(bound.value(t)) & mask and once(t, count):
                    count += step
            elif kind == "while":
                while True:
                    inside = count < int(bound.value(t)) & mask
                    count += 1
                    if not inside or not once(t, count):
                        return
            else:
                while once(t, count):
                    inside = count < int(bound.value(t)) & mask
                    count += 1
                    if not inside:
                        return

        return Statement(lines, run)

    def _switch(self, depth: int, in_loop: bool) -> Statement:
        x, cases = self.integer(2), self.random.randint(2, 7)
        bodies = [self.body(depth + 1, self.random.randint(1, 2), in_loop=False) for _ in range(cases)]
        falls = [self.random.random() < 0.3 for _ in range(cases)]
        has_default = self.random.random() < 0.6
        lines = [f"switch (({x.text}) % {cases + 2}u) {{"]
        for number, (body, falls_through) in enumerate(zip(bodies, falls, strict=True)):
            label = "default" if has_default and number == cases - 1 else f"case {number}u"
            lines += [f"{label}: {{", *_indented(body), "}" if falls_through else "} break;"]
        lines.append("}")

        def run(t: Thread) -> None:
            value = int(x.value(t)) % (cases + 2)
            last = cases - 1
            first = value if value < (last if has_default else cases) else last if has_default else None
            if first is None:
                return
            for body, falls_through in zip(bodies[first:], falls[first:], strict=True):
                for statement in body:
                    statement.run(t)
                if not falls_through:
                    return

        return Statement(lines, run)

    def _leave(self, kind: str) -> Statement:
        c = self.condition()

        def run(t: Thread) -> None:
            if c.value(t):
                raise Leave(kind)

        return Statement([f"if ({c.text}) {kind};"], run)


def bits(x: float) -> int:
    """The bit pattern of a float32."""
    return int(struct.unpack("<I", struct.pack("<f", x))[0])


def to_unsigned(x: float) -> int:
    return 0 if x != x else min(max(int(x) if math.isfinite(x) else (WORD if x > 0 else 0), 0), WORD)


def _indented(body: list[Statement]) -> Iterator[str]:
    return (f"    {line}" for statement in body for line in statement.lines)


_INTEGER_OPERATIONS: list[tuple[str, Callable[[int, int], int]]] = [
    ("({a} + {b})", lambda a, b: a + b), ("({a} - {b})", lambda a, b: a - b), ("({a} * {b})", lambda a, b: a * b),
    ("({a} & {b})", lambda a, b: a & b), ("({a} | {b})", lambda a, b: a | b), ("({a} ^ {b})", lambda a, b: a ^ b),
    ("({a} << ({b} & 31))", lambda a, b: a << (b & 31)), ("({a} >> ({b} & 31))", lambda a, b: a >> (b & 31)),
    ("({a} / ({b} | 1u))", lambda a, b: a // (b | 1)), ("({a} % ({b} | 1u))", lambda a, b: a % (b | 1)),
    ("(unsigned)((int)({a}) >> ({b} & 31))", lambda a, b: signed(a) >> (b & 31)),
    ("(unsigned)(((int)({a}) >> 1) / ((int)({b}) | 1))", lambda a, b: truncated(signed(a) >> 1, signed(b) | 1)),
    ("(unsigned)(((int)({a}) >> 1) % ((int)({b}) | 1))",
     lambda a, b: (signed(a) >> 1) - truncated(signed(a) >> 1, signed(b) | 1) * (signed(b) | 1)),
    ("min({a}, {b})", min), ("max({a}, {b})", max), ("__umulhi({a}, {b})", lambda a, b: a * b >> 32),
    ("(unsigned)__clz((int)({a} ^ {b}))", lambda a, b: 32 - (a ^ b).bit_length()),
    ("(unsigned)__popc({a} & {b})", lambda a, b: (a & b).bit_count()),
    ("(unsigned)(((unsigned long long)({a}) * {b}) >> 7)", lambda a, b: a * b >> 7),
    ("__funnelshift_l({a}, {b}, {a})", lambda a, b: ((b << 32 | a) << (a & 31)) >> 32),
    ("(unsigned)(unsigned char)({a} + {b})", lambda a, b: (a + b) & 0xFF),
    ("(unsigned)(short)({a} + {b})", lambda a, b: ((a + b & 0xFFFF) ^ 0x8000) - 0x8000),
]  # fmt: skip
_FLOAT_OPERATIONS: list[tuple[str, Callable[[float, float, float], float]]] = [
    ("__fadd_rn({a}, {b})", lambda a, b, c: single(a + b)), ("__fsub_rn({a}, {b})", lambda a, b, c: single(a - b)),
    ("__fmul_rn({a}, {b})", lambda a, b, c: single(a * b)),
    ("__fmaf_rn({a}, {b}, {c})", lambda a, b, c: fused(a, b, c, SINGLE)),
    # Which zero is the smaller is the compiler's choice.
    ("__fadd_rn(fminf({a}, {b}), 0.0f)", lambda a, b, c: min(a, b) + 0.0),
    ("__fadd_rn(fmaxf({a}, {b}), 0.0f)", lambda a, b, c: max(a, b) + 0.0),
    ("fabsf({a})", lambda a, b, c: abs(a)), ("(-({a}))", lambda a, b, c: -a),
    ("truncf({a})", lambda a, b, c: whole(math.trunc, a)), ("floorf({a})", lambda a, b, c: whole(math.floor, a)),
    ("__fdiv_rn({a}, {b})", lambda a, b, c: divided(a, b)),
    ("__fsqrt_rn(fabsf({a}))", lambda a, b, c: single(math.sqrt(abs(a)))),
]  # fmt: skip
_COMPARE: dict[str, Callable[[int | float, int | float], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}  # fmt: skip


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def whole(function: Callable[[float], int], x: float) -> float:
    return math.copysign(float(function(x)), x) if math.isfinite(x) else x


def divided(a: float, b: float) -> float:
    if b == 0 or not math.isfinite(a) or not math.isfinite(b):
        sign = math.copysign(1, a) * math.copysign(1, b)
        if a != a or b != b or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
            return math.nan
        return sign * (math.inf if math.isinf(a) or b == 0 else 0.0)
    exact = rounded(Fraction(a) / Fraction(b), SINGLE)
    return math.copysign(exact, math.copysign(1, a) * math.copysign(1, b))
