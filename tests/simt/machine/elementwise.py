"""Kernels that compute many expressions of three numbers, one thread an element, and what Python makes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.simt.machine.running import run

Array = NDArray[Any]
Model = Callable[..., Any]
ELEMENTS = 32


def kernel(name: str, given: str, result: str, expressions: Mapping[str, Model]) -> str:
    """The text of a kernel: result k of element i goes to out[32 * k + i]."""
    lines = [f"    out[{ELEMENTS * k} + i] = {text};" for k, text in enumerate(expressions)]
    head = f'extern "C" __global__ void {name}({result}* out, const {given}* x, const {given}* y, const {given}* z) {{'
    return "\n".join([head, f"    int i = threadIdx.x; {given} a = x[i], b = y[i], c = z[i];", *lines, "}\n"])


def columns(rows: Sequence[tuple[Any, Any, Any]], dtype: Any) -> list[Array]:
    """Three arrays, filled up with the first row."""
    full = [*rows, *[rows[0]] * (ELEMENTS - len(rows))]
    return [np.array([row[k] for row in full], dtype) for k in range(3)]


def differences(source: str, name: str, given: Sequence[Array], result: Any, table: Mapping[str, Model]) -> list[str]:
    """Where the kernel's results are not the model's, bit for bit, any NaN for a NaN: nowhere, if all is well."""
    empty = np.zeros(ELEMENTS * len(table), result)
    launched = run(source, {"out": empty, "x": given[0], "y": given[1], "z": given[2]}, kernel=name)
    assert launched.faults == ()
    rows = launched.outputs[0].reshape(len(table), ELEMENTS)
    bits = f"u{rows.itemsize}"
    found = []
    triples = list(zip(*(column.tolist() for column in given), strict=True))
    for (text, model), row in zip(table.items(), rows, strict=True):
        wanted = np.array([model(*triple) for triple in triples], result)
        same = row.view(bits) == wanted.view(bits)
        if rows.dtype.kind == "f":
            same |= np.isnan(row) & np.isnan(wanted)
        found += [f"{text} of {triples[n]}: {row[n]!r}, not {wanted[n]!r}" for n in np.flatnonzero(~same)[:1]]
    return found
