"""What nvcc takes without being asked compiles here too, and a forgotten `__device__` is still an error."""

from __future__ import annotations

import pytest

from grader.toolchain import CompileError, compile_source, nvrtc

HEAD = 'extern "C" __global__ void k(int* a) '
TAKEN = {
    "generic lambda": HEAD + "{ auto f = [](auto x) { return x + 1; }; a[0] = f(a[1]); }",
    "generic lambda that captures": HEAD + "{ int n = a[1]; auto f = [=] (auto i) { a[i] = n; }; f(3u); }",
    "constexpr function": "constexpr int square(int x) { return x * x; }\n" + HEAD + "{ a[0] = square(a[1]); }",
    "constexpr template": "template <class T>\nconstexpr T twice(T x) { return 2 * x; }\n"
    + HEAD + "{ a[0] = twice(a[1]); }",
    "constexpr member": "template <int N> struct Row { constexpr int operator()(int i) const { return i * N; } };\n"
    + HEAD + "{ a[0] = Row<4>{}(a[1]); }",
    "wide integers": HEAD + "{ a[0] = static_cast<int>((static_cast<__int128>(a[1]) << 70) >> 68); }",
    "types of the host": "__device__ uint32_t f(uint x) { return x + 1; }\n" + HEAD + "{ a[0] = f(a[1]); }",
    "host types and a lambda": HEAD + "{ auto f = [](auto x) { return x + 1; }; uint b = f(a[1]); a[0] = b; }",
}  # fmt: skip


@pytest.mark.parametrize("source", TAKEN.values(), ids=TAKEN)
def test_what_nvcc_takes_compiles(source):
    assert list(compile_source(source).kernels) == ["k"]


@pytest.mark.slow
def test_the_umbrella_header_of_cub_has_its_block_and_warp_primitives():
    source = "#include <cub/cub.cuh>\n" + HEAD + "{ a[0] = sizeof(cub::BlockScan<int, 64>::TempStorage); }"
    assert list(compile_source(source).kernels) == ["k"]


def test_a_forgotten_device_is_an_error_with_or_without_a_lambda():
    helper = "int helper(int x) { return x; }\n"
    for body in ("{ a[0] = helper(1); }", "{ auto f = [](auto x) { return x; }; a[0] = f(helper(1)); }"):
        with pytest.raises(CompileError) as caught:
            compile_source(helper + HEAD + body)
        (error,) = [d for d in caught.value.diagnostics if d.severity == "error"]
        assert (error.key, error.values) == ("host_function", {"name": "helper"})


def test_a_lambda_is_not_blamed_beside_another_error():
    with pytest.raises(CompileError) as caught:
        compile_source(HEAD + "{ auto f = [](auto x) { return x; }; a[0] = f(b); }")
    assert [d.message for d in caught.value.diagnostics] == ['identifier "b" is undefined']


def test_a_source_that_compiles_is_compiled_once(monkeypatch):
    runs = []
    original = nvrtc.compile_program
    monkeypatch.setattr(nvrtc, "compile_program", lambda *a, **k: runs.append(a[2]) or original(*a, **k))
    compile_source(HEAD + "{ auto f = [](int x) { return x + 1; }; a[0] = f(a[1]); }")
    assert len(runs) == 1 and not {"-default-device", "--device-int128"} & set(runs[0])
