"""Every message of the compiler has its line and column, and common mistakes are named in plain words."""

from __future__ import annotations

import pytest

from grader.toolchain import CompileError, Diagnostic, compile_source
from grader.toolchain.diagnostics import Compiled, parse_log
from grader.toolchain.program import objection
from grader.toolchain.scan import scan

HEAD = 'extern "C" __global__ void k(float* a) {\n'


def errors(source, **options):
    with pytest.raises(CompileError) as caught:
        compile_source(source, **options)
    assert caught.value.diagnostics[0].severity == "error"
    return [d for d in caught.value.diagnostics if d.severity == "error"]


def test_a_syntax_error_has_line_and_column():
    assert errors(HEAD + "    a[0] = 1\n    a[1] = 2;\n}\n") == [
        Diagnostic("error", 'expected a ";"', "kernel.cu", 3, 5)
    ]


def test_columns_count_characters_after_tabs_and_korean():
    found = errors(HEAD + "\ta[0] =\tb; /* 한글 */ a[1] = q;\n}\n")
    assert [(d.line, d.column) for d in found] == [(2, 9), (2, 28)]
    line = "\ta[0] =\tb; /* 한글 */ a[1] = q;"
    assert [line[d.column - 1] for d in found] == ["b", "q"]


def test_a_message_of_several_lines_is_one_message():
    (error,) = errors(HEAD + "    float4 f;\n    f = 3;\n}\n")
    assert error.message == 'no operator "=" matches these operands; operand types are: float4 = int'
    assert (error.line, error.column) == (3, 7)


def test_a_missing_brace_is_reported_at_the_last_line_and_where_it_was_opened():
    with pytest.raises(CompileError) as caught:
        compile_source(HEAD + "    a[0] = 1;\n\n\n")
    error, note = caught.value.diagnostics
    assert (error.message, error.line) == ('expected a "}"', 2)
    assert (note.severity, note.line, note.column) == ("note", 1, 40)


def test_warnings_do_not_stop_and_come_after_errors():
    program = compile_source(HEAD + "    int unused;\n    a[0] = 1;\n}\n")
    assert [(d.severity, d.line) for d in program.diagnostics] == [("warning", 2)]
    with pytest.raises(CompileError) as caught:
        compile_source("int host;\n" + HEAD + "    a[0] = host;\n}\n")
    assert [d.severity for d in caught.value.diagnostics] == ["error", "warning"]


def test_a_host_main_is_one_message_whatever_it_does():
    source = HEAD + "    a[0] = 1;\n}\n" + "int main() {\n    float* p; cudaMalloc(&p, 4);\n    k<<<1, 2>>>(p);\n}\n"
    (error,) = errors(source)
    assert (error.key, error.message) == ("host_main", "")
    assert (error.line, error.column) == (4, 5)


@pytest.mark.parametrize(
    ("source", "key", "values", "place"),
    [
        ("float f(float x) { return x; }\n", "host_function", {"name": "f"}, (1, 7)),
        ("void k(float* a) { a[0] = 1; }\n", "host_function", {"name": "k"}, (1, 6)),
        ("__host__ void k() {}\n", "host_function", {"name": "k"}, (1, 15)),
        ("int n = 5;\n", "host_variable", {"name": "n"}, (1, 5)),
        (HEAD + "    cudaMalloc(0, 1);\n}\n", "host_api", {"name": "cudaMalloc"}, (2, 5)),
        (HEAD + "    std::cout << 1;\n}\n", "host_std", {"name": "cout"}, (2, 10)),
        (HEAD + "    k<<<1, 1>>>(a);\n}\n", "host_launch", {}, (2, 5)),
    ],
    ids=["helper", "no-global", "host", "variable", "api", "std", "launch"],
)
def test_host_code_is_explained(source, key, values, place):
    first = errors(source)[0]
    assert (first.key, first.values, first.message) == (key, values, "")
    assert (first.line, first.column) == place


def test_too_much_shared_memory_points_at_the_largest_declaration():
    source = (
        HEAD
        + """    __shared__ int small[4];
    __shared__ float big[100 * 256];
    big[threadIdx.x] = small[threadIdx.x] = a[3];
    __syncthreads();
    a[1] = big[threadIdx.x ^ 3] + small[threadIdx.x ^ 1];
}
"""
    )
    assert errors(source) == [
        Diagnostic(
            "error",
            "",
            "kernel.cu",
            3,
            key="shared_too_large",
            values={"kernel": "k", "bytes": "102,416", "limit": "49,152"},
        )
    ]


def test_an_error_of_ptxas_points_at_the_assembly():
    (error,) = errors(HEAD + '    a[0] = 1;\n    asm volatile("add.s32 %0, 1;" : "=f"(a[3]));\n}\n')
    assert (error.key, error.values) == ("inline_ptx", {"message": "Arguments mismatch for instruction 'add'"})
    assert error.line == 3


@pytest.mark.slow
def test_an_error_in_a_header_names_the_header():
    found = errors("#include <thrust/sort.h>\n")
    assert not any(d.file.startswith("/") for d in found)
    assert any(d.file.startswith("thrust/") for d in found)


def test_a_diagnostic_has_a_key_that_somebody_says_and_its_values() -> None:
    with pytest.raises(ValueError, match="nobody says"):
        Diagnostic("error", "", "k.cu", key="something_new")
    for key, values in (("host_main", {"name": "f"}), ("host_function", {}), ("", {"name": "f"})):
        with pytest.raises(ValueError, match="values"):
            Diagnostic("error", "", "k.cu", key=key, values=values)


def test_a_log_names_what_the_toolchain_objects_to() -> None:
    assert str(CompileError((objection("host_function", "k.cu", name="f"),), "")) == "host_function f"


def test_a_value_without_end_is_shortened() -> None:
    name = "f" * 5000
    (error,) = errors(f"int {name}(int x) {{ return x; }}\n")
    assert error.key == "host_function" and len(error.values["name"]) < 1100


def test_a_log_with_numbers_beyond_all_bounds_is_read():
    endless = "9" * 5000
    log = (f"kernel.cu({endless}): error: x\n"
           f"ptxas /tmp/x.ptx, line {endless}; error   : y\n"
           "ptxas error   : Entry function 'k' uses too much shared data (0x20000 bytes, 0xc000 max)\n")  # fmt: skip
    ptx = f".entry k(\n.shared .align 4 .b8 tile[{endless}];\n.loc 1 {endless} 3\n"
    assert [d.line for d in parse_log(log, Compiled("x", scan("x"), "kernel.cu", "kernel.cu", ptx))] == [None]
