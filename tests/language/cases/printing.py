"""References for printing.cu: the lines as the C library writes them."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("printing.cu")
F4, I8 = np.float32, np.int64
Rng = np.random.Generator


@cases()
def integers_in_all_formats(rng: Rng) -> Data:
    lines = [
        "[-7] [7] [4294967289] [6f9] [6F9] [70] [h]",
        "[    7] [7    ] [00007] [+7] [ 7] [   +7] [+7   ]",
        "[0x46] [0X46] [070] [0] [0x000006f9] [077     ]",
        "[007] [     007] [007     ] [     007] [] [7] [+07]",
        "[31248] [52] [31248] [f9] [-7]",
        "[1099511627776] [1099511627776] [-1099511627776] [10000000000] [8] [1099511627776] [1099511627776]",
        "[7] [7] [%] [%]",
        "[     7] [7     ] [7     ] [0007] [7]",
    ]
    return Data({"n": 7, "big": I8(2**40)}, {}, printed="\n".join([*lines, ""]))


@cases()
def floats_in_all_formats(rng: Rng) -> Data:
    lines = [
        "[1.500000] [2] [1.50] [     1.500] [1.500     ] [-00001.500] [+1.500000] [ 1.500000]",
        "[1.851750e+03] [1.500e+00] [1.500000E-07] [    1.5e+100] [1e+01] [3.e+00]",
        "[150000] [1.5e+06] [1.5e-05] [1.5E-10] [1.23e+03] [1.50000] [0.15]",
        "[0x1.8p+0] [0x1.922p+1] [-0X1.999999999999AP-4] [0x2p+0] [0x0p+0] [              0x1p+0] [0x000000000000001p+0]",
        "[inf] [-INF] [inf] [  inf] [ -inf] [inf   ] [+inf]",
        "[0.12] [0.2] [0] [2] [-0.001]",
        "[     1.50] [1.500e+00   ] [1.500000]",
    ]
    return Data({"f": 1.5, "zero": np.float64(0)}, {}, printed="\n".join([*lines, ""]))


@cases()
def strings_and_pointers(rng: Rng) -> Data:
    text = np.frombuffer(b"warpling\0", np.int8)
    printed = (
        "[warpling] [  warpling] [warpling  ] [war] [        wa] [xyz]\nstrings_and_pointers: (nil), not set\n"
        'no arguments, 100% safe\ttab "quoted" \\ backslash\none,two,three\n'
    )
    return Data({"text": text, "null": None}, {}, printed=printed)


@cases(block=96)
def tables(rng: Rng) -> Data:
    x = np.array([1, -2.5, 3.125, 1e3, 0.005, -7], F4)
    matrix = "m (2x3):\n   1.00,  -2.50,   3.12\n1000.00,   0.00,  -7.00\n"
    warps = [f"warp {w} of block (0,0): {name}\n" for w, name in enumerate(["clubs", "diamonds", "hearts"])]
    return Data({"in": x}, {}, printed=matrix + "".join(warps))
