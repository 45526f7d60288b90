"""Sources that want to read a file which is not theirs, or to know whether there is one."""

from __future__ import annotations

import os
from pathlib import Path

from tests.attacks.categories.sources import adding
from tests.attacks.model import REFUSED, RIGHT, Attack, Expected, Kind, failing, text

_OUTSIDE = failing("compiles", says="is refused")


def _escape(name: str, source: str, expected: Expected = _OUTSIDE, walls: bool = True) -> Attack:
    return Attack(name, "escapes by path", Kind.KERNEL, text(source), expected, walls=walls)


def _file(name: str, make: object, expected: Expected) -> Attack:
    return Attack(name, "escapes by path", Kind.KERNEL, make, expected)  # type: ignore[arg-type]


def _linked(target: str) -> object:
    return lambda path: os.symlink(target, path)


def _neighbour(path: Path) -> None:
    (path.parent / "inner.cuh").write_text("c[i] = 1;\n", "utf-8")
    path.write_text(adding('#include "inner.cuh"\n'), "utf-8")


_ASKED = "#if __has_include({0})\n#error there is such a file\n#endif"

ATTACKS = [
    _escape("include_of_an_absolute_path", adding(top='#include "/etc/passwd"')),
    _escape("include_in_angles", adding(top="#include </etc/passwd>")),
    _escape("include_above_the_headers", adding(top="#include <cuda/std/../../../../../../../../../../etc/passwd>")),
    _escape("include_with_backslashes", adding(top='#include "..\\..\\home\\.netrc"')),
    _escape("include_of_the_solution", adding(top='#include "../../course/solutions/secret.cuh"')),
    _escape("include_of_the_environment", adding(top='#include "/proc/self/environ"')),
    _escape("include_of_the_input", adding(top='#include "/proc/self/fd/0"')),
    _escape("include_of_an_endless_device", adding(top='#include "/dev/zero"')),
    _escape("include_of_the_machine", adding(top="#include C:/Windows/win.ini\n#include <C:/Windows/win.ini>"), REFUSED),
    _escape("include_through_macros", adding(top="#define A </etc/\n#define B passwd>\n#include A B"), REFUSED),
    _escape("include_as_a_digraph", adding(top='%:include "/etc/passwd"')),
    _escape("include_after_a_splice", adding(top='#inc\\\nlude "/etc/pass\\\nwd"')),
    _escape("include_behind_comments", adding(top='/**/#/*\n*/include/**/"/etc/passwd"')),
    _escape("include_behind_a_raw_string", adding(top='const char* s = R"(\n/*)";\n#include "/etc/passwd"\n//*/')),
    _escape("include_hidden_from_this_scanner", adding(top='#if 0\n\'/*\n#endif\n#include "/etc/passwd"\n/*\'*/')),
    _escape("next_include", adding(top='#include_next "/etc/passwd"'), REFUSED),
    _escape("import", adding(top='#import "/etc/passwd"'), REFUSED),
    _escape("import_of_a_header_unit", adding(top='import "/etc/passwd";\nimport </etc/passwd>;'), REFUSED),
    _escape("embedded_file", adding(top='const char s[] = {\n#embed "/etc/passwd"\n};'), REFUSED),
    _escape("is_there_a_file", adding(top=_ASKED.format('"/etc/passwd"')), RIGHT, walls=False),
    _escape("is_there_a_file_in_angles", adding(top=_ASKED.format("</etc/hostname>")), RIGHT, walls=False),
    _escape("is_there_a_file_to_embed", adding(top='#if __has_embed("/etc/passwd")\n#error it is there\n#endif'), REFUSED,
            walls=False),
    _escape("file_in_assembly", adding(r'asm volatile(".incbin \"/etc/passwd\"");'), REFUSED),
    _escape("file_included_in_assembly", adding(r'asm volatile(".include \"/etc/passwd\"");'), REFUSED),
    _escape("file_in_assembly_outside_of_functions", adding(top=r'asm(".incbin \"/etc/passwd\"");'), RIGHT),
    _escape("file_as_a_section", adding(top='__attribute__((section(".incbin \\"/etc/passwd\\""))) __device__ int x_;'),
            RIGHT),
    _file("header_that_came_along", _neighbour, REFUSED),
    _file("link_to_the_environment", _linked("/proc/self/environ"), REFUSED),
    _file("link_to_an_endless_device", _linked("/dev/zero"), Expected(2)),
    _file("link_to_itself", lambda path: os.symlink(path.name, path), Expected(2)),
    _file("pipe_that_nobody_fills", os.mkfifo, Expected(2)),
    _file("folder_in_place_of_a_file", os.mkdir, Expected(2)),
]
