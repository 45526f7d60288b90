"""What would move a cursor, turn text around, be taken for HTML, or for the grader's own words."""

from __future__ import annotations

from pathlib import Path

from tests.attacks.categories.sources import adding, first_thread, instead
from tests.attacks.model import REFUSED, RIGHT, Attack, Expected, Kind, failing, text

_RED = "\\033[31mRED\\033[0m\\033]0;title\\007\\033[2J"
_SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"
_REPORT = r'{\"exercise\": \"00_first_kernel/vector_add\", \"score\": 100, \"max_score\": 100}'
_WRONG = failing("correctness")


def _shown(name: str, category: str, source: str, expected: Expected = _WRONG) -> Attack:
    return Attack(name, category, Kind.KERNEL, text(source), expected)


def _named(name: str, category: str, file: str, expected: Expected) -> Attack:
    def make(path: Path) -> None:
        path.mkdir()
        (path / file).write_text(instead("c[i] = missing;"), "utf-8")

    return Attack(name, category, Kind.KERNEL, make, expected)


_ESCAPES, _HTML, _FORGED = "terminal tricks", "html and markdown", "forged results"

ATTACKS = [
    _shown("escapes_in_printf", _ESCAPES, adding(first_thread(f'printf("{_RED}\\r\\b\\n"); c[-1] = 1;'))),
    _shown("escapes_in_an_assertion", _ESCAPES, adding(f'assert(n < 0 && "{_RED}");', "#include <cassert>")),
    _shown("escapes_in_a_static_assertion", _ESCAPES, adding(top=f'static_assert(false, "{_RED}");'), REFUSED),
    _shown("escapes_in_an_error_directive", _ESCAPES, adding(top="#error \u009b31m \u202e \u2066 \u200b\u2028."), REFUSED),
    _shown("text_turned_around_in_a_name", _ESCAPES, adding("int \u202ec\u2066 = missing;"), REFUSED),
    _shown("text_turned_around_in_a_comment", _ESCAPES, adding("/*\u202e } \u2066 if (i) begin */ c[i] = missing;"),
           REFUSED),
    _shown("kernel_of_a_name_with_a_greek_letter", _ESCAPES, adding().replace("vector_add", "vect\u03bfr_add"), REFUSED),
    _shown("kernel_of_a_name_with_nothing_in_it", _ESCAPES, adding().replace("vector_add", "vector\u200b_add"), REFUSED),
    _shown("kernel_of_a_name_in_code_points", _ESCAPES, adding().replace("vector_add", "vector\\u202eadd"), REFUSED),
    _shown("printf_of_c1_controls", _ESCAPES, adding(first_thread(r'printf("\xc2\x9b31m\xe2\x80\xae\xff\n"); c[-1] = 1;'))),
    _named("escapes_in_the_name_of_the_file", _ESCAPES, "\x1b[31mred\x07\n.cu", REFUSED),
    _named("name_of_the_file_turned_around", _ESCAPES, "\u202euc.lenrek\u2066\u200b.cu", REFUSED),
    _named("name_of_the_file_that_is_no_text", _ESCAPES, "a\udcff\udcfe.cu", REFUSED),
    _shown("script_in_printf", _HTML, adding(first_thread(f'printf("{_SCRIPT}\\n"); c[-1] = 1;'))),
    _shown("script_in_a_static_assertion", _HTML, adding(top=f'static_assert(false, "{_SCRIPT}");'), REFUSED),
    _shown("markdown_in_a_message", _HTML, adding(top='static_assert(false, "[x](javascript:alert(1)) ``` </td>");'),
           REFUSED),
    _shown("markup_of_the_terminal_in_a_message", _HTML, adding(
        top='static_assert(false, "[bold red]x[/bold red][link=http://x]y[/] [/] {}%s");'), REFUSED),
    _shown("report_from_printf", _FORGED, instead(f'if (i == 0) printf("{_REPORT}\\n"); c[i] = 0;')),
    _shown("frame_from_printf", _FORGED, instead(
        r'if (i == 0) printf("\x20\x01\x01\x01\x01\x01\x01\x01{\"failed\":\"no\"}\n"); c[i] = 0;')),
    _shown("expectation_of_the_selftest", _FORGED, "// expect: none\n// passes: everything\n" + instead("c[i] = 0;")),
    _shown("report_in_a_message", _FORGED, adding(top=f'static_assert(false, "{_REPORT}");'), REFUSED),
    _shown("success_in_the_compilers_words", _FORGED, adding(
        top='#warning ptxas info : Compiling entry function \'vector_add\' for \'sm_90\'\n#error It compiles. score: 100'),
        REFUSED),
    _shown("resources_in_a_message", _FORGED, adding(
        top="#pragma message(\"ptxas info    : Used 1 registers, used 0 barriers\")\n" + "\n"), RIGHT),
]
