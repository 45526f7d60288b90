"""Kernels to build attacks from: `vector_add` of module 00, right but for what is put into it."""

from __future__ import annotations

HEAD = 'extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)'
INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
ADD = "if (i < n) c[i] = a[i] + b[i];"


def adding(first: str = "", top: str = "", last: str = "") -> str:
    """A right kernel. first, last: statements around its work; top: what stands in front of it."""
    return "\n".join(filter(None, (top, HEAD, "{", INDEX, first, ADD, last, "}"))) + "\n"


def instead(body: str, top: str = "") -> str:
    """A kernel that does something else, in every thread that has an element."""
    return "\n".join(filter(None, (top, HEAD, "{", INDEX, "if (i >= n) return;", body, "}"))) + "\n"


def first_thread(statement: str) -> str:
    """What the first thread of the grid alone does."""
    return f"if (i == 0) {{ {statement} }}"


def doubled(name: str, times: int, first: str, sign: str) -> str:
    """Macros each of which is twice the one before; the last is `name` + `times`."""
    steps = (f"#define {name}{i + 1} {name}{i} {sign} {name}{i}" for i in range(times))
    return "\n".join([f"#define {name}0 {first}", *steps])
