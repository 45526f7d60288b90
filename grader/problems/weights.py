"""Mistakes that drop terms of a sum: how often each of K terms counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from grader.problems.base import Floats, Geometry, Mask, Mistake, mistake


def chunks_of(geometry: Geometry) -> tuple[int, ...]:
    """Likely chunk sizes: rows of threads in the block, its threads, a warp ..."""
    x, y, z = geometry.block
    likely = (y, x * y * z, 32, 16, 8, 64, 128, 256, 4)
    return tuple(dict.fromkeys(chunk for chunk in likely if chunk > 1))


def term_weights(terms: int, chunks: Iterable[int]) -> Iterator[tuple[Mistake, Floats]]:
    """For each mistake, how often each of the K terms is in the sum, (K,). chunks: tiles of K, or blocks of threads."""
    k = np.arange(terms)
    yield mistake("last_term_missing"), _counted(k < terms - 1)
    yield mistake("first_term_missing"), _counted(k >= 1)
    yield mistake("last_term_only"), _counted(k == terms - 1)
    yield mistake("first_term_only"), _counted(k == 0)
    for chunk in chunks:
        place, number, last = k % chunk, k // chunk, max(0, terms - 1) // chunk
        for key, counted in (
            ("chunk_end_missing", place != chunk - 1),
            ("chunk_start_missing", place != 0),
            ("whole_chunks_only", k < terms // chunk * chunk),
            ("first_chunk_only", number == 0),
            ("last_chunk_missing", number < last),
            ("first_chunk_missing", number > 0),
            ("last_chunk_only", number == last),
            ("even_chunks_only", number % 2 == 0),
            ("odd_chunks_only", number % 2 == 1),
            ("chunk_end_only", place == chunk - 1),
        ):
            yield mistake(key, chunk=chunk), _counted(counted)


def _counted(terms: Mask) -> Floats:
    return terms.astype(np.float64)
