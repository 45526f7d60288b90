"""The compiler's messages as people read them: the first of them, in the reader's language, with their lines."""

from __future__ import annotations

from grader.checks.compiler_messages import diagnostics_text
from grader.toolchain.program import Diagnostic, objection


def test_only_the_first_errors_are_shown_and_the_rest_counted() -> None:
    many = [Diagnostic("error", f"message {n}", "k.cu", n) for n in range(1, 9)]
    text = diagnostics_text(many, "x\n" * 9, "k.cu", "en")
    assert "message 5" in text
    assert "message 6" not in text
    assert "3 more errors" in text


def test_warnings_are_shown_only_when_there_is_no_error() -> None:
    warning, error = Diagnostic("warning", "unused", "k.cu", 1), Diagnostic("error", "broken", "k.cu", 1)
    assert "unused" not in diagnostics_text([warning, error], "x", "k.cu", "en")
    assert "warning: unused" in diagnostics_text([warning], "x", "k.cu", "en")


def test_a_header_is_named_without_a_line_of_the_students_file() -> None:
    text = diagnostics_text([Diagnostic("error", "broken", "cuda_fp16.h", 1)], "mine", "k.cu", "en")
    assert text == "cuda_fp16.h:1: error: broken"


def test_the_toolchains_own_messages_speak_the_readers_language() -> None:
    diagnostic = objection("host_main", "k.cu", 1)
    assert "호스트 코드" in diagnostics_text([diagnostic], "int main() {}", "k.cu", "ko")
