"""Where the NVIDIA wheels' CUDA headers are, and stand-ins for host headers that kernels include."""

from __future__ import annotations

import os
import posixpath
import re
import sys
from functools import cache
from pathlib import Path

WHEEL = "cu13"
PINNED = "nvidia_cuda_nvrtc-13.0.88.dist-info"  # beside the wheels that counts were measured with
FOLDERS = "WARPLINGS_CUDA_WHEELS"
# What kernels include: at least one header from every wheel.
OWN = ("cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_pipeline.h", "cooperative_groups.h", "mma.h", "nv/target",
       "cuda/std/type_traits", "cuda/std/cstdint", "cub/config.cuh")  # fmt: skip
_OF_CUDA = re.compile(r"(?:nv|cuda|cub|crt|cooperative_groups)/.+|(?:cuda|device|sm|vector|math)_\w+\.hp?p?")

_MATH = """
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)
#define HUGE_VALF INFINITY
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
"""

_STDINT = """
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef signed short int16_t;
typedef unsigned short uint16_t;
typedef signed int int32_t;
typedef unsigned int uint32_t;
typedef signed long long int64_t;
typedef unsigned long long uint64_t;
typedef int64_t intptr_t;
typedef uint64_t uintptr_t;
typedef int64_t intmax_t;
typedef uint64_t uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615ULL
"""

_LIMITS = """
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
"""

_FLOAT = """
#define FLT_RADIX 2
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX 3.402823466e+38F
#define FLT_MIN 1.175494351e-38F
#define FLT_EPSILON 1.192092896e-07F
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
"""

_SYS_TYPES = """
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
"""

# CUB's umbrella header without the device-wide algorithms, which are host code.
_CUB = """
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/thread/thread_scan.cuh>
#include <cub/thread/thread_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
"""


def _guarded(text: str) -> str:
    return "#pragma once\n" + text.lstrip("\n")


def _in_std(names: list[str]) -> str:
    return "namespace std {" + " ".join(f"using ::{name};" for name in names) + " }\n"


# NVRTC has built-in declarations of printf, assert, malloc, memcpy, sqrtf ...: these headers can be empty.
_DECLARED_ANYWAY = ("assert.h", "cassert", "stdio.h", "cstdio", "stdlib.h", "cstdlib", "string.h", "cstring")
HOST_HEADERS: dict[str, str] = {
    **dict.fromkeys(_DECLARED_ANYWAY, "\n"),
    "math.h": _guarded(_MATH),
    "cmath": _guarded("#include <math.h>\n"),
    "stdint.h": _guarded(_STDINT),
    "cstdint": _guarded("#include <stdint.h>\n" + _in_std(re.findall(r"(\w+_t);", _STDINT))),
    "stddef.h": _guarded(""),
    "cstddef": _guarded(_in_std(["size_t", "ptrdiff_t"])),
    "sys/types.h": _guarded("#include <stdint.h>\n" + _SYS_TYPES),
    "cub/cub.cuh": _guarded(_CUB),
    "limits.h": _guarded(_LIMITS),
    "climits": _guarded("#include <limits.h>\n"),
    "float.h": _guarded(_FLOAT),
    "cfloat": _guarded("#include <float.h>\n"),
}


@cache
def wheel_folders() -> tuple[Path, ...]:
    """The `nvidia/cu13` folders on `sys.path`, in its order but the pinned compiler's first; empty without the wheels.

    There may be several, each with some of the wheels (another environment, a folder in PYTHONPATH), and of another
    version of CUDA. The variable passes them to children, whose `sys.path` is shorter.
    """
    if FOLDERS in os.environ:
        return tuple(map(Path, filter(None, os.environ[FOLDERS].split(os.pathsep))))
    places = dict.fromkeys(Path(entry, "nvidia", WHEEL) for entry in sys.path if os.path.isabs(entry))
    there = [place for place in places if place.is_dir()]
    return tuple(sorted(there, key=lambda place: not (place.parents[1] / PINNED).is_dir()))


@cache
def include_folders() -> tuple[str, ...]:
    """Include paths in search order: CUDA's own headers, then the CUDA C++ core libraries."""
    roots = [folder / "include" for folder in wheel_folders()]
    candidates = [*roots, *(root / "cccl" for root in roots)]
    return tuple(folder.as_posix() for folder in candidates if folder.is_dir())


def is_missing(header: str, by_student: bool) -> bool:
    """Whether a header that was not found is one of CUDA's own, so that the wheels are incomplete.

    by_student: the student's file includes it, and may have misspelt it.
    """
    if by_student:
        return header in OWN or (header.startswith(("cuda/", "cub/")) and not _has("cuda/std/type_traits"))
    return header in OWN or bool(_OF_CUDA.fullmatch(header))


def _has(header: str) -> bool:
    return any((Path(folder) / header).is_file() for folder in include_folders())


def in_cuda_std(header: str) -> bool:
    """Whether <cuda/std/header> exists."""
    return _has(f"cuda/std/{header}")


def shown_path(path: str, student_file: str) -> str:
    """A path as people see it: a header as in its #include, anything else as the student's file."""
    path = posixpath.normpath(path.replace("\\", "/"))
    for folder in sorted(include_folders(), key=len, reverse=True):
        if path.startswith(folder + "/"):
            return path[len(folder) + 1 :]
    name = posixpath.basename(path)
    return name if name in HOST_HEADERS else student_file
