"""Where a kernel's text sets its parameters, and the text with other values."""

from __future__ import annotations

import pytest

from grader.grading.tuning.parameters import NoPlace, SetTwice, tunable

GUARDED = "#ifndef BM\n#define BM 128\n#endif\n"


def test_a_guarded_macro_is_left_to_the_compiler() -> None:
    found = tunable(GUARDED, ["BM"])
    assert (found.own, found.macros) == ({"BM": 128}, {"BM"})
    assert found.with_values({"BM": 64}) == GUARDED


@pytest.mark.parametrize(
    "guard", ["# ifndef BM", "#if !defined(BM)", "#if !defined BM && 1", "#if 1 && ! defined( BM )"]
)
def test_there_are_several_ways_to_guard(guard: str) -> None:
    assert tunable(f"{guard}\n#define BM 8\n#endif", ["BM"]).macros == {"BM"}


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("#define BM 128  // rows", "#define BM 64  // rows"),
        ("  #  define\tBM 128", "  #  define\tBM 64"),
        ("constexpr int BM = 128;", "constexpr int BM = 64;"),
        ("constexpr int BN = 8, BM=128, BK = BM / 4;", "constexpr int BN = 8, BM=64, BK = BM / 4;"),
        ("static constexpr unsigned BM = 128u;", "static constexpr unsigned BM = 64u;"),
        ("constexpr bool BM = 1;", "constexpr bool BM = 64;"),
    ],
)
def test_a_number_in_the_text_is_replaced_where_it_stands(line: str, changed: str) -> None:
    text = f"// BM = 1\n{line}\nint other = BM;\n"
    found = tunable(text, ["BM"])
    assert found.macros == frozenset() and found.own["BM"] in (1, 128)
    assert found.with_values({"BM": 64}) == f"// BM = 1\n{changed}\nint other = BM;\n"


def test_each_parameter_is_replaced_on_its_own() -> None:
    found = tunable("constexpr int BM = 128, BN = 64;\n" + GUARDED.replace("BM", "WM"), ["BM", "BN", "WM"])
    assert found.own == {"BM": 128, "BN": 64, "WM": 128}
    assert found.with_values({"BM": 1, "BN": 2, "WM": 3}).startswith("constexpr int BM = 1, BN = 2;\n")


@pytest.mark.parametrize(
    "text",
    ["", "int BM = 128;", "// #define BM 128", "constexpr int BM = 2 * 64;", "constexpr int ABM = 128;",
     "#define BMX 8", "#define BM " + "9" * 5000,
     "#define BM BN", "// constexpr int BM = 8;", "constexpr int x[BM == 128];"],
)  # fmt: skip
def test_what_sets_no_number_is_no_place(text: str) -> None:
    with pytest.raises(NoPlace) as missing:
        tunable(text, ["BM", "BN"])
    assert missing.value.names == ("BM", "BN")


def test_a_guarded_macro_without_a_number_has_no_value_of_its_own() -> None:
    found = tunable("#ifndef BM\n#define BM (4 * 8)\n#endif", ["BM"])
    assert (found.own, found.macros) == ({}, {"BM"})


@pytest.mark.parametrize(
    "old",
    ["/* what I had before:\n#define BM 16\n*/", "#if 0\n#define BM 16\n#endif",
     "#if 0 // old\n#ifndef BM\n#endif\n#endif", "#if 1\n#else\nconstexpr int BM = 16;\n#endif",
     "#if false\n#if 1\n#define BM 16\n#endif\n#elif 0\n#define BM 4\n#endif",
     "// old: \\\n#define BM 16", "/* constexpr int BM = 16;", 'const char* s = "\\\n#define BM 16";'],
)  # fmt: skip
def test_what_the_compiler_never_sees_sets_nothing(old: str) -> None:
    text = f"{old}\nconstexpr int BM = 128; // constexpr int BM = 2;\n"
    if old.startswith("/* c"):
        text = text.replace("\nconstexpr", "*/\nconstexpr", 1)
    found = tunable(text, ["BM"])
    assert (found.own, found.macros) == ({"BM": 128}, frozenset())
    assert found.with_values({"BM": 64}) == text.replace("128", "64")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("#define BM 8\nconstexpr int BM = 16;\n", (1, 2)),
        ("#if FAST\n#define BM 8\n#else\n#define BM 16\n#endif\n", (2, 4)),
        ("#define BM 16\n#ifndef BM\n#define BM 8\n#endif\n", (1, 3)),
        ("#ifndef BM\n#define BM 8\n#else\n#define BM 16\n#endif\n", (2, 4)),
        ("void f() { }\n  constexpr int BM = 8;\n\n  constexpr int BM = 8;\n", (2, 4)),
    ],
)
def test_a_parameter_that_is_set_in_two_places_is_refused(text: str, lines: tuple[int, ...]) -> None:
    with pytest.raises(SetTwice) as twice:
        tunable(text, ["BM"])
    assert (twice.value.name, twice.value.lines) == ("BM", lines)


def test_a_guard_may_hold_several_defaults() -> None:
    found = tunable("#ifndef BM\n#if FAST\n#define BM 8\n#else\n#define BM 16\n#endif\n#endif\n", ["BM"])
    assert (found.own, found.macros) == ({}, {"BM"})


def test_a_macro_that_only_begins_with_a_number_is_no_place() -> None:
    with pytest.raises(NoPlace):
        tunable("#define BM 16 * 2\n", ["BM"])
