"""A kernel for each construct of PTX: tensor cores, bulk copies, clusters, caches, atomics, conversions, fences ...

`constructs.tsv` has their names, what stands before the instruction, the instruction, its outputs and its inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_FILE = Path(__file__).with_name("constructs.tsv")
_PARAMETERS = "float* f, int* i, unsigned* u, long long* l, double* d, unsigned short* h"
_BEFORE = {
    "none": "",
    # a: the address of a tile in shared memory
    "tile": """__shared__ __align__(128) unsigned s[1024];
    s[threadIdx.x] = i[threadIdx.x];
    __syncthreads();
    unsigned a = (unsigned)__cvta_generic_to_shared(s);""",
    # m, a: the addresses of an mbarrier and of a tile
    "barrier": """__shared__ __align__(8) unsigned long long b;
    __shared__ __align__(128) float s[2048];
    unsigned m = (unsigned)__cvta_generic_to_shared(&b);
    unsigned a = (unsigned)__cvta_generic_to_shared(s);""",
}


def constructs() -> Iterator[tuple[str, str]]:
    """Name and source of each."""
    for row in _FILE.read_text("utf-8").splitlines()[1:]:
        name, before, ptx, outputs, inputs = row.split("\t")
        operands = " : ".join("" if each == "-" else each for each in (outputs, inputs))
        statement = f'asm volatile("{ptx}" : {operands} : "memory");'
        yield name, f'extern "C" __global__ void k({_PARAMETERS})\n{{\n    {_BEFORE[before]}\n    {statement}\n}}\n'
