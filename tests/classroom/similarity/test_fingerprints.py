"""Fingerprints stay the same when a copyist changes names, comments and blanks, and differ where the work does."""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.similarity.fingerprints import LENGTH, SCHEME, fingerprints
from grader.classroom.similarity.tokens import MOST, tokens
from tests.classroom.similarity.kernels import retold, submissions

TEXTS = [text for texts in submissions("wrong").values() for text in texts.values()]


def prints(text: str) -> list[int]:
    return [int(number) for number in fingerprints(tokens(text))]


@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_other_names_comments_and_blanks_change_nothing(text: str, draw: random.Random) -> None:
    assert prints(retold(text, draw)) == prints(text)


def test_which_name_is_meant_counts() -> None:
    assert prints("sum += a * b + a * c;") == prints("s += x * y + x * z;")
    assert prints("sum += a * b + a * c;") != prints("s += x * y + z * x;")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("int row = threadIdx.y; int i = 0;", "int row = threadIdx.x; int i = 0;"),
        ("for (int k = 0; k < 16; ++k)", "for (int k = 0; k < 32; ++k)"),
        ("tile[ty][tx] = 0; __syncthreads();", "tile[ty][tx] = 0; __syncwarp();"),
        ("if (row < M && col < N) c[0] = 1;", "if (row <= M && col < N) c[0] = 1;"),
    ],
)
def test_what_a_kernel_does_counts(one: str, other: str) -> None:
    assert prints(one) != prints(other)


@pytest.mark.parametrize(("one", "other"), [("0.5f", "0.5"), ("16u", "16"), ("0XFF", "0xff"), ('"a"', '"b c"')])
def test_how_a_value_is_written_does_not_count(one: str, other: str) -> None:
    around = "int a = 1; f(a, {}, a);"
    assert prints(around.format(one)) == prints(around.format(other))


def test_a_fingerprint_is_that_of_its_tokens_wherever_they_stand() -> None:
    piece = "float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];"
    within = prints(f"int x = 1; {{ {piece} }} return;")
    assert set(prints(piece)) <= set(within)


@pytest.mark.parametrize("text", ["", " ", "// nothing", "a", "a b c d e f g"])
def test_fewer_tokens_than_a_fingerprint_needs_have_none(text: str) -> None:
    assert prints(text) == []


def test_there_is_a_fingerprint_for_every_place() -> None:
    assert len(prints("a " * 20)) == 20 - LENGTH + 1


@given(st.text())
def test_every_text_has_fingerprints(text: str) -> None:
    found = tokens(text)
    assert len(fingerprints(found)) == max(0, len(found.codes) - LENGTH + 1)
    assert all(text[start:end].strip() for start, end in found.places)
    assert [start for start, _ in found.places] == sorted(start for start, _ in found.places)


@pytest.mark.parametrize(
    "text",
    ['"' * (1 << 20), '"\\' * (1 << 19), "/*" * (1 << 19), "'\\" * (1 << 19), "a" * (1 << 20), "1." * (1 << 19),
     "\\\n" * (1 << 19), '"\\"' * (1 << 18) + "\\", "a " * (1 << 19), "\x00" * (1 << 20)],
)  # fmt: skip
def test_a_megabyte_of_anything_takes_no_time(text: str) -> None:
    began = time.process_time()
    found = tokens(text)
    fingerprints(found)
    assert len(found.codes) <= MOST and time.process_time() - began < 2


def test_fingerprints_are_the_same_on_every_machine() -> None:
    # They are kept beside the results: another value here means another SCHEME.
    assert SCHEME == 1 and prints("int row = blockIdx.y * TILE + threadIdx.y;")[0] == 3440743090196255859


def test_a_file_of_long_words_leaves_nothing_in_memory() -> None:
    source = " ".join(f"__{n}{'_' * 10_000}" for n in range(100))
    assert len(set(tokens(source).codes.tolist())) == 100
    tracemalloc.start()
    tokens(source.replace("__", "__x", 1).replace(" __", " __y"))
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert left < 200_000
