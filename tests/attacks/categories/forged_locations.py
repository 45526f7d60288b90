"""Sources that want to be taken for another file, or for other lines of this one."""

from __future__ import annotations

from tests.attacks.categories.sources import adding
from tests.attacks.model import REFUSED, RIGHT, Attack, Expected, Kind, failing, text

_LINE = failing("compiles", says="#line and line markers are not allowed")
_ASSEMBLY = failing("compiles", says="inline assembly must not contain")


def _forged(name: str, source: str, expected: Expected = _LINE) -> Attack:
    return Attack(name, "forged locations", Kind.KERNEL, text(source), expected)


def _marked(between: str, end: str = 'end inli" "ne asm', begin: str = 'begin inli" "ne asm') -> str:
    """Assembly that pretends to end, and to begin again."""
    return adding(f'asm volatile("// {end}\\n\\t{between}\\n\\t// {begin}");')


_STRING = failing("compiles", says="must not contain a string")

ATTACKS = [
    _forged("comment_in_a_string_of_assembly", adding('asm volatile(".pragma \\"/*\\"; // */\\"; exit;");'), _STRING),
    _forged("comment_between_strings_of_assembly", adding(
        'asm volatile(".pragma \\"/*\\"; mov.u32 %0, %%smid; .pragma \\"*/\\";" : "=r"(i));'), _STRING),
    _forged("string_in_pieces_in_assembly", adding('asm volatile(".pragma \\x22//\\042; exit;");'), _STRING),
    _forged("marker_of_the_preprocessor", adding(top='# 1 "kernel.cu" 1')),
    _forged("line_after_a_splice", adding(top='#li\\\nne 7 "x.cu"')),
    _forged("line_between_comments", adding(top='/* */ # /* a\nb */ line 7 "x.cu"')),
    _forged("line_as_a_digraph", adding(top='%:line 7 "x.cu"')),
    _forged("line_as_a_trigraph", adding(top='??=line 7 "x.cu"')),
    _forged("line_behind_a_raw_string", adding(top='const char* s = R"x(/*)x";\n#line 7 "x.cu"\n/* */')),
    _forged("line_behind_a_lone_quote", adding(top='#if 0\n"\n#endif\n#line 7 "x.cu"')),
    _forged("line_behind_a_comment_in_quotes", adding(top='#define S "/*"\n#line 7 "x.cu"\n#define T "*/"')),
    _forged("line_behind_a_splice_with_a_blank", adding(top='// comment \\ \n#line 7 "x.cu"')),
    _forged("line_from_a_pragma", adding(top='_Pragma("line 7")'), RIGHT),
    _forged("line_as_a_macro", adding(top='#undef __LINE__\n#define __LINE__ 7\n#define __FILE__ "x.cu"'), REFUSED),
    _forged("location_in_assembly", adding('asm volatile(".loc 1 1 1;");'), _ASSEMBLY),
    _forged("location_in_pieces", adding('asm volatile(".l" "oc 1 1 1;");'), _ASSEMBLY),
    _forged("location_in_octal", adding('asm volatile("\\056\\154oc 1 1 1;");'), _ASSEMBLY),
    _forged("section_in_assembly", adding('asm volatile(".section .debug_line { .b8 0 }");'), _ASSEMBLY),
    _forged("file_in_assembly_of_the_file", adding(top='asm(".file 1 \\"x.cu\\"");'), RIGHT),
    _forged("location_between_forged_marks", adding(
        'asm volatile("// end inline asm\\n.loc 1 1 1\\n// begin inline asm");'), _ASSEMBLY),
    _forged("location_between_marks_in_pieces", _marked(".loc 1 1 1"), _ASSEMBLY),
    _forged("location_between_marks_in_hexadecimal", _marked(".loc 1 1 1", "end \\x69nline asm", "begin \\x69nline asm"),
            _ASSEMBLY),
    _forged("location_between_marks_from_macros", adding(
        'asm volatile(FIRST A B "\\n\\t.loc 1 1 1\\n\\t" "// begin " A B);',
        '#define B "ne asm"\n#define A "inli"\n#define FIRST "// end "'), _ASSEMBLY),
    _forged("location_in_assembly_of_pasted_tokens", adding(
        'P(as, m) volatile("// end inli" "ne asm\\n\\t.loc 1 1 1\\n\\t// begin inli" "ne asm");',
        "#define P(a, b) a##b"), _ASSEMBLY),
]
