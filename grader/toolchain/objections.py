"""Messages about a source that are not the compiler's own, by key; their texts are `compile.<key>`."""

from __future__ import annotations

from collections.abc import Mapping

# The placeholders in each key's text.
OBJECTIONS: Mapping[str, tuple[str, ...]] = {
    # files that are not source text
    "file_missing": ("file",),
    "file_unreadable": ("file",),
    "file_too_large": ("file",),
    "file_utf16": ("file",),
    "file_not_text": ("file",),
    "file_empty": ("file",),
    # sources refused before compilation
    "source_too_large": (),
    "source_has_nul": (),
    "line_directive": (),
    "macro_include": (),
    "other_include": ("directive",),
    "include_outside": ("header",),
    "asm_directive": ("name",),
    "asm_string": (),
    # compilations that did not finish
    "timed_out": (),
    "memory": (),
    "crashed": (),
    # the compiler's messages on host code, its limits and foreign characters, in plain words
    "header_unknown": ("header",),
    "header_use_cuda_std": ("header",),
    "host_main": (),
    "host_function": ("name",),
    "host_variable": ("name",),
    "host_launch": (),
    "host_api": ("name",),
    "host_std": ("name",),
    "foreign_character": ("character", "code"),
    "shared_too_large": ("kernel", "bytes", "limit"),
    "inline_ptx": ("message",),
}
