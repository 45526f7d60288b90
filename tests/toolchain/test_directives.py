"""What could read foreign files or lie about lines is refused, however it is spelled; honest code is not."""

from __future__ import annotations

import pytest

from grader.toolchain import CompileError, compile_source
from grader.toolchain.directives import refused_assembly

KERNEL = '\nextern "C" __global__ void k(int* a) { a[0] = 1; }\n'
ASM = 'extern "C" __global__ void k(int* a) {\n    a[0] = 1;\n    asm volatile("%s");\n}\n'


def refused(source):
    with pytest.raises(CompileError) as caught:
        compile_source(source)
    error = caught.value.diagnostics[0]
    return error.key or error.message, error.line


@pytest.mark.parametrize(
    "directive",
    [
        '#line 50 "other.cu"',
        "#line 50",
        '# 5 "x.h"',
        "#5",
        "%:line 5",
        "  #  line 5",
        "\v#line 5",
        "/* a */ # /* b */ line 5",
        "#li\\\nne 5",
        "??=line 5",
        '%: 7 "x"',
        "#define N 9\n#line N",
        "#/*\n\n*/line 5",
    ],
)
def test_line_directives_are_refused(directive):
    key, line = refused("// first\n" + directive + KERNEL)
    assert key == "line_directive"
    assert line == {"#define": 3, "#/*": 4}.get(directive.split(" ")[0].split("\n")[0], 2)


@pytest.mark.parametrize(
    ("directive", "key"),
    [
        ('#include "/etc/passwd"', "include_outside"),
        ("#include </etc/passwd>", "include_outside"),
        ('#include "../secret.h"', "include_outside"),
        ("#include <cuda/../../../../x>", "include_outside"),
        ('#include "C:\\secret.h"', "include_outside"),
        ("#include/**/</etc/passwd>", "include_outside"),
        ("/*\n*/ #include </etc/passwd>", "include_outside"),
        ("#/*\n*/include </etc/passwd>", "include_outside"),
        ("#include/*\n*/</etc/passwd>", "macro_include"),
        ("%:include </etc/passwd>", "include_outside"),
        ("#include <cuda_fp16.h>\n#include MACRO", "macro_include"),
        ("#include_next <cuda_fp16.h>", "other_include"),
        ('#embed "/etc/passwd"', "other_include"),
        ("#import <x>", "other_include"),
        ("#include <no_such_header.h>", "header_unknown"),
        ("#include <vector>", "header_unknown"),
        ("#include <type_traits>", "header_use_cuda_std"),
    ],
)
def test_includes_of_anything_but_cuda_headers_are_refused(directive, key):
    found, line = refused(directive + KERNEL)
    assert found == key
    assert line in (1, 2)


def test_a_header_beside_the_working_directory_is_not_found(tmp_path, monkeypatch):
    (tmp_path / "secret.h").write_text("int secret;\n")
    monkeypatch.chdir(tmp_path)
    assert refused('#include "secret.h"' + KERNEL) == ("header_unknown", 1)


@pytest.mark.parametrize(
    "hidden",
    [
        '#if 0\nR"(\n#endif\n#include "/etc/passwd"\n//)"\n#endif',
        '#if 0\n\' /*\n#endif\n#include "/etc/passwd"\n// */\n#endif',
        '#if 0\n"\n/*\n#endif\n#include "/etc/passwd"\n/* */\n#endif',
        'const char* s = "/*";\n#include "/etc/passwd"\nconst char* t = "*/";',
        '#if 0\n#include <stdio.h/*>\n#endif\n#include "/etc/passwd"\n// */',
        '// comment \\ \n#include "/etc/passwd"',
        '// comment ??/\n#include "/etc/passwd"',
        "constexpr int n = 1'000; /* '*/\n#include \"/etc/passwd\"\n// '",
    ],
)
def test_an_include_cannot_hide_where_comments_are_open_to_doubt(hidden):
    assert refused(hidden + KERNEL)[0] in ("include_outside", "macro_include")


@pytest.mark.parametrize(
    "honest",
    [
        '// #include "/etc/passwd"',
        "/*\n#line 5\n#include <vector>\n*/",
        '__device__ const char* s = "#line 5";',
        "#ifdef NOT_HERE\n#include <vector>\n#endif",
        "#define LINE(x) #x\n#pragma unroll 4",
        "// don't\n/* it's */",
        "// one \\\n#line 5",
    ],
)
def test_honest_code_is_not_refused(honest):
    source = honest + KERNEL
    assert compile_source(source).kernels.keys() == {"k"}


@pytest.mark.parametrize(
    "text", ['.incbin \\"/etc/passwd\\";', ".loc 1 77 3", '// a\\n\\t.file 2 \\"x\\"', ".section .debug_line"]
)
def test_assembly_that_names_files_or_lines_is_refused(text):
    assert refused(ASM % text) == ("asm_directive", 3)


@pytest.mark.parametrize(
    "text", ['.pragma \\"/*\\"; // */\\"; exit;', '.pragma \\"nounroll\\";', '// \\"', ".pragma \\042//\\042;"]
)
def test_assembly_with_a_string_is_refused(text):
    """A sign of a comment in it is none for ptxas: what follows would be another program than for the emulator."""
    assert refused(ASM % text) == ("asm_string", 3)


def test_assembly_directives_put_together_by_macros_are_refused():
    source = ASM.replace('"%s"', 'TEXT(.lo) "c 1 77 3"')
    assert refused("#define TEXT(x) #x\n" + source) == ("asm_directive", 4)


def test_the_compilers_marks_around_assembly_cannot_be_forged():
    forged = "// end inline asm\\n\\t.loc 1 77 3\\n\\t// begin inline asm"
    assert refused(ASM % forged)[0] == "asm_directive"


def test_ordinary_assembly_is_fine():
    assert compile_source(ASM % "bar.sync 0; // .local and file").kernels


@pytest.mark.parametrize(
    "statement",
    [
        'asm volatile("// end inli" "ne asm\\n\\t.loc 1 1 1\\n\\t// begin inli" "ne asm");',
        'asm volatile("// end \\x69nline asm\\n\\t.loc 1 1 1\\n\\t// begin \\x69nline asm");',
        'asm volatile(END A B "\\n\\t.loc 1 1 1\\n\\t// begin " A B);',
        'PASTE(as, m) volatile("// end inli" "ne asm\\n\\t.loc 1 1 1\\n\\t// begin inli" "ne asm");',
    ],
)
def test_no_spelling_of_the_marks_hides_a_location(statement):
    macros = '#define PASTE(a, b) a##b\n#define B "ne asm"\n#define A "inli"\n#define END "// end "\n'
    assert refused(macros + f'extern "C" __global__ void k(int* a) {{ a[0] = 1; {statement} }}\n')[0] == "asm_directive"


def test_assembly_without_a_location_is_compiled():
    compile_source('#include <cuda_fp16.h>\nextern "C" __global__ void k(__half* a) { *a = __hmul(*a, *a); '
                   'asm volatile("// .local\\n" ::: "memory"); }\n')  # fmt: skip


def test_a_line_number_beyond_all_bounds_is_none():
    ptx = f".loc 1 {'9' * 5000} 3\n// begin inline asm\n.file 1\n// end inline asm\n"
    assert [error.line for error in refused_assembly(ptx, "kernel.cu")] == [None]
