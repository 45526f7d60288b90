"""What may be typed after `grader profile`, and the arrays that come of it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cli.arguments import (
    BLOCK_LIMIT,
    BLOCK_THREADS,
    GRID_LIMIT,
    TYPES,
    build_argument,
    build_arguments,
    build_symbols,
    parse_define,
    parse_dim3,
    parse_spec,
    shapes,
)
from grader.failure import Failure
from grader.tensor_maps import TensorMap
from grader.textures import Texture

INTEGERS = [name for name in TYPES if name[0] in "iu"]
WIDE_FLOATS = ("f32", "f64")


def array(spec: str, seed: int = 0) -> np.ndarray:
    value = build_arguments([spec], seed)[0].value
    assert isinstance(value, np.ndarray)
    return value


@given(st.sampled_from(INTEGERS), st.data())
def test_every_integer_of_a_type_is_read_back_exactly(name: str, data: st.DataObject) -> None:
    bounds = np.iinfo(TYPES[name])
    number = data.draw(st.integers(int(bounds.min), int(bounds.max)))
    value = parse_spec(f"{name}:{number}").value
    assert type(value) is TYPES[name]
    assert int(value) == number


@given(st.sampled_from(INTEGERS), st.integers(1, 2**70))
def test_an_integer_outside_its_type_is_refused_not_wrapped(name: str, beyond: int) -> None:
    bounds = np.iinfo(TYPES[name])
    for number in (int(bounds.max) + beyond, int(bounds.min) - beyond):
        with pytest.raises(Failure) as refused:
            parse_spec(f"{name}:{number}")
        assert refused.value.key == "cli.out_of_range"


@given(st.sampled_from(WIDE_FLOATS), st.floats(width=32))
def test_every_float32_is_read_back_exactly(name: str, number: float) -> None:
    value = parse_spec(f"{name}:{number!r}").value
    assert type(value) is TYPES[name]
    assert np.array_equal(np.float64(value), np.float64(number), equal_nan=True)


@given(st.sampled_from(sorted(TYPES)), st.lists(st.integers(0, 20), min_size=1, max_size=3))
def test_arrays_are_flat_with_the_product_of_their_shape(name: str, dims: list[int]) -> None:
    text = f"{name}[{','.join(map(str, dims))}]=iota"
    values = array(text)
    assert values.shape == (math.prod(dims),)
    assert values.dtype == TYPES[name]
    assert shapes([text]) == {0: tuple(dims)}


@given(st.text(max_size=40))
def test_no_text_makes_the_parser_stumble(text: str) -> None:
    reasons = []
    try:
        parse_spec(text)
    except Failure as refused:
        reasons = [refused.message("en"), refused.message("ko")]
    assert all(reasons)


@pytest.mark.parametrize("name", ["f16", "f32", "f64"])
def test_random_is_uniform_in_minus_one_to_below_one(name: str) -> None:
    values = array(f"{name}[100000]=random").astype(np.float64)
    assert values.min() >= -1.0
    assert values.max() < 1.0
    assert abs(values.mean()) < 0.02
    assert abs(values.var() - 1 / 3) < 0.01


def test_iota_counts_from_zero_and_zeros_are_zero() -> None:
    assert array("f32[2,3]=iota").tolist() == [0, 1, 2, 3, 4, 5]
    assert array("i64[4]=zeros").tolist() == [0, 0, 0, 0]


def test_randint_covers_zero_to_below_its_bound() -> None:
    values = array("i32[10000]=randint:7")
    assert sorted(set(values.tolist())) == list(range(7))


def test_null_is_a_null_pointer() -> None:
    assert build_arguments(["null"], 0)[0].value is None


def test_an_array_depends_on_seed_and_position_and_on_nothing_else() -> None:
    alone = build_arguments(["i32:1", "f32[50]=random"], 3)[1].value
    among = build_arguments(["f32[9]=random", "f32[50]=random", "null"], 3)[1].value
    other = build_arguments(["i32:1", "f32[50]=random"], 4)[1].value
    moved = build_arguments(["f32[50]=random"], 3)[0].value
    assert np.array_equal(alone, among)
    assert not np.array_equal(alone, other)
    assert not np.array_equal(alone, moved)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "cli.bad_spec"),
        ("5", "cli.bad_spec"),
        ("f32[4]", "cli.bad_spec"),
        ("float:1", "cli.bad_type"),
        ("i7:1", "cli.bad_type"),
        ("struct:", "cli.bad_spec"),
        ("struct:5", "cli.bad_struct"),
        ("struct:i32:1,", "cli.bad_struct"),
        ("struct:i7:1", "cli.bad_type"),
        ("struct:i32:1,u8:256", "cli.out_of_range"),
        ("f33[4]=zeros", "cli.bad_type"),
        ("i32:1.5", "cli.bad_value"),
        ("f32:one", "cli.bad_value"),
        ("f32[]=zeros", "cli.bad_shape"),
        ("f32[-1]=zeros", "cli.bad_shape"),
        ("f32[4,]=zeros", "cli.bad_shape"),
        ("f32[4]=ones", "cli.bad_fill"),
        ("f32[4]=@", "cli.bad_fill"),
        ("f32[4]=zeros:3", "cli.bad_fill"),
        ("i32[4]=random", "cli.random_integers"),
        ("i32[4]=randint", "cli.bad_randint"),
        ("i32[4]=randint:0", "cli.bad_randint"),
        ("u8[4]=randint:257", "cli.bad_randint"),
        ("f32[99999999999]=zeros", "cli.array_too_large"),
    ],
)
def test_a_wrong_spec_is_refused_with_its_own_reason(text: str, key: str) -> None:
    with pytest.raises(Failure) as refused:
        parse_spec(text)
    assert refused.value.key == key
    assert text in refused.value.message("en")


def test_halves_are_rounded_to_the_nearest() -> None:
    assert parse_spec("f16:1.5").value == np.float16(1.5) and parse_spec("f16:65520").value == np.inf
    bits = {text: parse_spec(f"bf16:{text}").value.tobytes().hex() for text in ("1.5", "-2", "1.00390625", "1e39")}
    assert bits == {"1.5": "c03f", "-2": "00c0", "1.00390625": "803f", "1e39": "807f"}  # ties to even; inf


def test_a_struct_is_laid_out_as_in_c() -> None:
    value = parse_spec("struct:u8:7,i32:-2,f16:1.5,null,u64:18446744073709551615,bf16:1").value
    wanted = np.dtype("u1, i4, f2, i8, u8, u2", align=True)
    assert isinstance(value, np.void) and value.itemsize == wanted.itemsize
    assert np.frombuffer(value.tobytes(), wanted)[0].item() == (7, -2, 1.5, 0, 2**64 - 1, 0x3F80)


def test_arrays_of_bfloat16_are_their_bits() -> None:
    assert array("bf16[4]=iota").tolist() == [0, 0x3F80, 0x4000, 0x4040]
    values = (array("bf16[65536]=random").astype(np.uint32) << 16).view(np.float32)
    assert -1 <= values.min() < -0.99 and 0.99 < values.max() < 1
    assert abs(float(values.mean())) < 0.02


def test_randint_may_use_the_whole_type() -> None:
    assert array("u8[5000]=randint:256").max() == 255


def test_a_file_gives_its_values_in_row_major_order(tmp_path: Path) -> None:
    values = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    np.save(tmp_path / "a.npy", values)
    assert array(f"f32[2,3]=@{tmp_path}/a.npy").tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("spec", "key"),
    [("f32[7]", "cli.npy_mismatch"), ("f64[6]", "cli.npy_mismatch"), ("f32[6]", None)],
)
def test_a_file_must_fit_type_and_size(tmp_path: Path, spec: str, key: str | None) -> None:
    np.save(tmp_path / "a.npy", np.zeros(6, np.float32))
    if key is None:
        assert array(f"{spec}=@{tmp_path}/a.npy").size == 6
        return
    with pytest.raises(Failure) as refused:
        array(f"{spec}=@{tmp_path}/a.npy")
    assert refused.value.key == key


def test_a_pickled_file_is_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([object()]), allow_pickle=True)
    with pytest.raises(Failure) as refused:
        array(f"f32[1]=@{tmp_path}/a.npy")
    assert refused.value.key == "cli.not_npy"


def test_a_missing_file_is_named() -> None:
    with pytest.raises(Failure) as refused:
        build_argument(parse_spec("f32[1]=@/nowhere/a.npy"), 0, 0)
    assert "/nowhere/a.npy" in refused.value.message("en")


@given(st.integers(1, 1024), st.integers(1, 1024), st.integers(1, 64))
def test_a_block_is_taken_exactly_when_cuda_takes_it(x: int, y: int, z: int) -> None:
    text = f"{x},{y},{z}"
    if x * y * z <= 1024:
        assert parse_dim3(text, "--block", BLOCK_LIMIT, BLOCK_THREADS) == (x, y, z)
    else:
        with pytest.raises(Failure):
            parse_dim3(text, "--block", BLOCK_LIMIT, BLOCK_THREADS)


@pytest.mark.parametrize("text", ["", "0", "-1", "1,0", "1,2,3,4", "1;2", "1.5", "x", "1,,2", "２"])
def test_a_wrong_size_is_refused(text: str) -> None:
    with pytest.raises(Failure) as refused:
        parse_dim3(text, "--grid", GRID_LIMIT)
    assert "--grid" in refused.value.message("en")


def test_missing_axes_are_one() -> None:
    assert parse_dim3("7", "--grid", GRID_LIMIT) == (7, 1, 1)
    assert parse_dim3("7,2", "--grid", GRID_LIMIT) == (7, 2, 1)


def test_macros_are_split_at_the_first_equals_sign() -> None:
    assert parse_define("N=1<<4") == ("N", "1<<4")
    assert parse_define("EQ=a==b") == ("EQ", "a==b")
    assert parse_define("FLAG") == ("FLAG", "1")
    assert parse_define("EMPTY=") == ("EMPTY", "")


@pytest.mark.parametrize("text", ["", "=1", "1N=2", "A B=1", "N=1\n#include <x>", "f(x)=x"])
def test_a_wrong_macro_is_refused(text: str) -> None:
    with pytest.raises(Failure):
        parse_define(text)


def texture(spec: str) -> Texture:
    value = build_arguments([spec], 0)[0].value
    assert isinstance(value, Texture)
    return value


def test_a_texture_is_an_array_and_the_way_in_which_it_is_read() -> None:
    found = texture("texture:linear,border:f32[3,5]=iota")
    assert found.texels.tolist() == np.arange(15, dtype=np.float32).reshape(3, 5, 1).tolist()
    assert (found.linear, found.outside, found.normalised) == (True, ("border", "border"), False)
    plain = texture("texture:u8[4]=zeros")
    assert (plain.texels.shape, plain.linear, plain.outside) == ((4, 1), False, ("clamp", "clamp"))
    four = texture("texture:normalised,mirror,fractions,linear:u8[2,3,4]=zeros")
    assert (four.texels.shape, four.normalised, four.fractions) == ((2, 3, 4), True, True)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("texture:fuzzy:f32[4]=zeros", "cli.bad_texture_word"),
        ("texture:i32:5", "cli.bad_texture"),
        ("texture:linear:i32:5", "cli.bad_texture"),
        ("texture:linear:i32[4]=zeros", "cli.bad_texture"),
        ("texture:f64[4]=zeros", "cli.bad_texture"),
        ("texture:f32[2,3,3]=zeros", "cli.bad_texture"),
        ("texture:f32[2,2,2,1]=zeros", "cli.bad_texture"),
    ],
)
def test_what_is_no_texture_is_refused(text: str, key: str) -> None:
    with pytest.raises(Failure) as refused:
        build_arguments([text], 0)
    assert refused.value.key == key
    assert all(refused.value.message(lang) for lang in ("en", "ko"))


def test_a_tensor_map_is_an_array_a_box_and_a_swizzle() -> None:
    found = build_arguments(["tile:4,16:64:f32[8,32]=iota"], 0)[0]
    assert isinstance(found.value, TensorMap) and found.buffer is not None
    assert (found.value.box, found.value.swizzle, found.value.tensor.shape) == ((4, 16), 64, (8, 32))
    assert found.buffer.tolist() == list(range(256)) and found.value.box_bytes == 256
    plain = build_arguments(["tile:64:u8[128]=zeros"], 0)[0].value
    assert isinstance(plain, TensorMap) and (plain.box, plain.swizzle) == ((64,), 0)


@pytest.mark.parametrize(
    "text",
    [
        "tile:4:f32[8,32]=zeros",  # one extent for two axes
        "tile:4,3:f32[8,32]=zeros",  # 12 bytes
        "tile:300:u8[512]=zeros",
        "tile:4,16:128:f32[8,32]=zeros",  # rows shorter than what is exchanged
        "tile:4,16:48:f32[8,32]=zeros",
        "tile:4,4:f32[8,31]=zeros",  # rows of 124 bytes
    ],
)
def test_what_is_no_tensor_map_is_refused(text: str) -> None:
    with pytest.raises(Failure) as refused:
        build_arguments([text], 0)
    assert refused.value.key == "cli.bad_tile"
    assert all(refused.value.message(lang) for lang in ("en", "ko"))


def test_symbols_are_arrays_by_name_each_with_its_own_numbers() -> None:
    filter_, other = build_symbols(["filter=f32[9]=random", "other=i32[4]=iota"], 0)
    assert (filter_.name, other.name) == ("filter", "other")
    assert isinstance(other.value, np.ndarray) and other.value.tolist() == [0, 1, 2, 3]
    assert isinstance(filter_.value, np.ndarray) and not np.array_equal(filter_.value, array("f32[9]=random"))


@pytest.mark.parametrize(
    ("text", "key"),
    [("filter", "cli.bad_symbol"), ("filter=i32:4", "cli.bad_symbol"), ("9=i32[4]=iota", "cli.bad_symbol"),
     ("filter=f32[20000]=zeros", "cli.array_too_large")],
)  # fmt: skip
def test_what_is_no_symbol_is_refused(text: str, key: str) -> None:
    with pytest.raises(Failure) as refused:
        build_symbols([text], 0)
    assert refused.value.key == key and refused.value.message("ko")
