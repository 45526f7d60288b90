"""Nothing that a student writes can move the cursor or recolour the terminal of whoever looks at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bad_input.contract import assert_report, assert_well_behaved
from tests.bad_input.sources import SOLUTION, kernel
from tests.bad_input.watching import REPOSITORY, answered

RED = "\\033[31mRED\\033[0m"


def printing(format_and_arguments: str) -> str:
    """The solution, with one thread of every block printing something on the way."""
    call = f"if (tx + ty == 0) printf({format_and_arguments}); __syncthreads();"
    return SOLUTION.replace("__syncthreads();", call, 1)


HOSTILE = {
    "printf": printing(f'"{RED}\\033[2J\\007\\r\\b\\n"'),
    "printf_of_invalid_text": printing(r'"\xff\xfe \xc2\x9b31m \u202e\n"'),
    "printf_of_one_long_line": SOLUTION.replace("__syncthreads();", 'printf("................"); __syncthreads();', 1),
    "printf_of_nonsense": kernel('int n; printf("%n%s%q%*d%", &n, (const char*)0x1234, 2000000000, 1);'),
    "printf_of_missing_arguments": kernel('printf("%d %f %s %c %p %lld\\n");'),
    "assertion": kernel(f'assert(M < 0 && "{RED}");', "#include <cassert>"),
    "static_assertion": f'static_assert(sizeof(int) == 8, "{RED}\u009b31m");\n' + kernel(""),
    "source_with_c1_controls": kernel('C[0] = 1 "\u009b31m\u0085\u2028";'),
    "names_beyond_ascii": kernel("float \u202exyz = 1;"),
}


@pytest.mark.parametrize("lang", ["en", pytest.param("ko", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_source_says_is_shown_without_its_power(name: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "kernel.cu"
    file.write_text(HOSTILE[name], "utf-8")
    run = answered("check", "06/sgemm_tiled", "--file", file, "--lang", lang, folder=REPOSITORY)
    assert_well_behaved(run)
    assert run.status in (0, 1)
    assert not set(run.text) & set("\x07\x08\r\x9b\x85\u202e\u2028")
    assert len(run.stdout) < 12_000


@pytest.mark.parametrize("name", HOSTILE)
def test_its_json_is_sound(name: str, tmp_path: Path) -> None:
    file = tmp_path / "kernel.cu"
    file.write_text(HOSTILE[name], "utf-8")
    run = answered("check", "06/sgemm_tiled", "--file", file, "--json", "-", folder=REPOSITORY)
    assert_well_behaved(run)
    assert_report(run.json(), HOSTILE[name].count("\n") + 1)


def test_a_path_is_shown_without_its_power(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[31mred\n\x07.cu"
    missing = answered("check", "06/sgemm_tiled", "--file", file, folder=REPOSITORY)
    assert_well_behaved(missing)
    assert missing.status == 2
    file.write_text(SOLUTION, "utf-8")
    there = answered("check", "06/sgemm_tiled", "--file", file, folder=REPOSITORY)
    assert_well_behaved(there)
    assert there.status == 0
    file.write_text(SOLUTION.replace(";", "", 1), "utf-8")
    broken = answered("check", "06/sgemm_tiled", "--file", file, folder=REPOSITORY)
    assert_well_behaved(broken)
    assert broken.status == 1
