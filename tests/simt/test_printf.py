"""Device printf formats as C does, thread by thread, and cannot flood the report."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest

from grader.simt.limits import Limits
from grader.simt.printf import format_printf
from tests.simt.running import run

I4 = np.int32


@pytest.mark.parametrize(
    ("template", "code", "values", "text"),
    [
        ("plain 100%%", "", (), "plain 100%"),
        ("%d %i", "ii", (-5, 7), "-5 7"),
        ("%u", "i", (-1,), "4294967295"),
        ("%5d|%-5d|%05d", "iii", (42, 42, 42), "   42|42   |00042"),
        ("%x %X %o %#x", "iiii", (255, 255, 8, 16), "ff FF 10 0x10"),
        ("%lld %llu", "qq", (-(2**40), -1), "-1099511627776 18446744073709551615"),
        ("%d %lld %d", "i4xqi", (1, 2, 3), "1 2 3"),
        ("%f %.2f %8.3f %e %g", "ddddd", (1.5, 2.345, -0.5, 1e10, 0.0001),
         "1.500000 2.35   -0.500 1.000000e+10 0.0001"),
        ("%c%c", "ii", (104, 105), "hi"),
        ("%+d % d", "ii", (3, 3), "+3  3"),
        ("%*d|%.*f", "iii4xd", (5, 42, 1, 2.55), "   42|2.5"),
        ("%hd %hhd", "ii", (-3, 4), "-3 4"),
        ("%zu", "q", (5,), "5"),
        ("%p [%10p] [%p]", "qqq", (4096, 4096, 0), "0x1000 [    0x1000] [(nil)]"),
        # As the C library writes them: flags that exclude each other, precisions of integers, narrow types.
        ("[%08.3d] [%-+6d] [%+u] [% x] [%.0d] [%5.2d]", "iiiiii", (5, 5, 5, 5, 0, -7),
         "[     005] [+5    ] [5] [5] [] [  -07]"),
        ("[%#x] [%#o] [%#08x] [%#6o]", "iiii", (0, 8, 255, 9), "[0] [010] [0x0000ff] [   011]"),
        ("%hd %hhd %hu %hhx", "iiii", (70000, 300, 70000, 0x1FF), "4464 44 4464 ff"),
        ("[%*d] [%-*d] [%.*d]", "iiiiii", (-5, 42, 5, 42, -3, 42), "[42   ] [42   ] [42]"),
        ("[%.d] [%.f] [%5%]", "i4xd", (0, 2.5), "[] [2] [%]"),
        ("[%05f] [%-6F] [%+e] [%G]", "dddd", (math.inf, math.nan, -math.inf, math.inf),
         "[  inf] [NAN   ] [-inf] [INF]"),
        ("%a %.2a %A %.0a %a %a", "dddddd", (1.5, 3.14159, -0.1, 1.5, 0.0, 5e-324),
         "0x1.8p+0 0x1.92p+1 -0X1.999999999999AP-4 0x2p+0 0x0p+0 0x0.0000000000001p-1022"),
        ("[%12.3a] [%-12a] [%012a]", "ddd", (1.0, 1.0, -1.0), "[  0x1.000p+0] [0x1p+0      ] [-0x000001p+0]"),
        ("%p %p %8p|", "qqq", (4096, 0, 16), "0x1000 (nil)     0x10|"),
        ("%hhd %hhu %hd %hu", "iiii", (300, -1, 40000, 70000), "44 255 -25536 4464"),
        ("%a %A %a %a", "dddd", (1.5, -10.0, 0.0, 1.0), "0x1.8p+0 -0X1.4P+3 0x0p+0 0x1p+0"),
        ("%.2a %#.0a %12a|%-12a|", "dddd", (1.999, 1.5, 0.1, 2.0),
         "0x2.00p+0 0x2.p+0 0x1.999999999999ap-4|0x1p+1      |"),
        ("%a", "d", (5e-324,), "0x0.0000000000001p-1022"),
        ("%f %06f %+f %-6f|%E", "ddddd", (float("inf"), float("-inf"), float("inf"), float("nan"), float("nan")),
         "inf   -inf +inf nan   |NAN"),
        ("%#x %#X %+u %.d %.0d|", "iiiii", (0, 10, 5, 7, 0), "0 0XA 5 7 |"),
        ("%08.3d|%#6o|%-#6x|%+.4d", "iiii", (-5, 8, 255, 7), "    -005|   010|0xff  |+0007"),
    ],
)  # fmt: skip
def test_conversions(template: str, code: str, values: tuple[object, ...], text: str) -> None:
    slots = np.frombuffer(struct.pack(f"<{code}", *values) or b"\0", np.uint8)
    assert format_printf(template, slots, lambda address: "") == text


def test_strings_are_read_where_they_point() -> None:
    slots = np.frombuffer(struct.pack("<q", 77), np.uint8)
    assert format_printf("<%6s>", slots, {77: "warp"}.__getitem__) == "<  warp>"


SOURCE = r"""
#include <cstdio>
extern "C" __global__ void k(const float* in, int limit) {
    if (threadIdx.x % 2 == 0 && (int)threadIdx.x < limit)
        printf("thread %d of block %u: %.1f %s\n", threadIdx.x, blockIdx.x, in[threadIdx.x],
               threadIdx.x > 1 ? "late" : "early");
}
extern "C" __global__ void flood(int n) {
    for (int i = 0; i < n; ++i) printf("0123456789012345678901234567890123456789\n");
}
"""


def test_threads_print_in_order_with_their_own_values() -> None:
    result = run(SOURCE, {"in": np.arange(64, dtype=np.float32) / 2, "limit": 4}, grid=2)
    assert result.faults == ()
    assert result.printed == "".join(
        f"thread {t} of block {b}: {t / 2:.1f} {'late' if t > 1 else 'early'}\n" for b in range(2) for t in (0, 2)
    )


def test_a_flood_of_text_is_cut_off() -> None:
    result = run(SOURCE, {"n": 200}, kernel="flood", block=256)
    assert result.faults == ()
    assert 40 * 1000 < len(result.printed) <= 65_536


def test_printf_calls_of_one_instruction_are_limited() -> None:
    result = run(SOURCE, {"n": 1}, kernel="flood", block=256, limits=Limits(printed=3))
    assert result.printed.count("\n") <= 4


# Measured on an H200: none, three, one beside a per cent sign, and a width with its number.
RETURNS = r"""extern "C" __global__ void k(int* out) {
    out[0] = printf("none\n");
    out[1] = printf("%d %s %f\n", 1, "x", 2.0);
    out[2] = printf("%d%%\n", 5);
    out[3] = printf("%*d\n", 4, 2);
}
"""


def test_it_returns_how_many_arguments_it_printed() -> None:
    result = run(RETURNS, {"out": np.zeros(4, np.int32)}, block=1)
    assert result.outputs[0].tolist() == [0, 3, 1, 2]
    assert result.printed == "none\n1 x 2.000000\n5%\n   2\n"
