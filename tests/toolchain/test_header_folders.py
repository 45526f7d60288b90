"""CUDA's headers: found wherever this Python has the wheels, and never the student's fault where they are missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil  # noqa: F401  (a session imports it when it begins, which a test here makes impossible)
import pytest

from grader.cli import doctor
from grader.sandbox import wire
from grader.sandbox.isolation import VARIABLE
from grader.sandbox.session import Session
from grader.toolchain import CompileError, ToolchainError, compile_source, headers, nvrtc

KERNEL = 'extern "C" __global__ void k(float* x) { x[0] = 1; }\n'
ROOT = Path(__file__).resolve().parents[2]
WHOLE = headers.wheel_folders()[0]


def including(*names: str) -> str:
    return "".join(f"#include <{name}>\n" for name in names) + KERNEL


@pytest.fixture
def afresh() -> Iterator[None]:
    """What is remembered of this Python's folders is forgotten before and after."""
    caches = (headers.wheel_folders, headers.include_folders)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def without_core_libraries(monkeypatch: pytest.MonkeyPatch, afresh: None) -> None:
    """As where only the wheels of another package are seen."""
    there = tuple(folder for folder in headers.include_folders() if not folder.endswith("cccl"))
    monkeypatch.setattr(headers, "include_folders", lambda: there)


def two_places(tmp_path: Path) -> tuple[Path, Path]:
    """The wheels in two folders, the first of which is a regular package, as some wheels made it."""
    first, second = tmp_path / "one" / "nvidia", tmp_path / "two" / "nvidia"
    (first / "cu13" / "include").mkdir(parents=True)
    (first / "__init__.py").write_text("", "utf-8")
    for name in (*(p.name for p in (WHOLE / "include").iterdir() if p.name != "cccl"),):
        (first / "cu13" / "include" / name).symlink_to(WHOLE / "include" / name)
    (second / "cu13" / "include").mkdir(parents=True)
    shutil.copytree(WHOLE / "include" / "cccl", second / "cu13" / "include" / "cccl", symlinks=True)
    (second / "cu13" / "lib").symlink_to(WHOLE / "lib")
    return first.parent, second.parent


@pytest.mark.slow
def test_every_folder_that_python_looks_into_is_searched_in_the_sandbox_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, afresh: None
) -> None:
    """A folder of PYTHONPATH, which a child does not see, and one that hides others from `import nvidia`."""
    places = two_places(tmp_path)
    monkeypatch.setattr(sys, "path", [*map(str, places), *(p for p in sys.path if "site-packages" not in p)])
    headers.wheel_folders.cache_clear()
    assert headers.wheel_folders() == tuple(place / "nvidia" / "cu13" for place in places)
    headers.include_folders.cache_clear()
    source = including("cooperative_groups.h", "cuda/std/cstdint")
    assert compile_source(source).kernels
    monkeypatch.setenv(VARIABLE, "limits")
    with Session() as session:
        assert isinstance(session.compile(source, file="kernel.cu"), wire.Program)


def test_wheels_of_another_version_in_front_are_not_preferred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, afresh: None
) -> None:
    """Such as those that another package brought: counts depend on the compiler."""
    include, libraries = tmp_path / "nvidia" / "cu13" / "include", tmp_path / "nvidia" / "cu13" / "lib"
    include.mkdir(parents=True)
    libraries.mkdir()
    (include / "cooperative_groups.h").write_text("#error this is CUDA 14\n", "utf-8")
    (libraries / "libnvrtc.so.13").write_text("not the pinned one", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert headers.wheel_folders() == (WHOLE, tmp_path / "nvidia" / "cu13")
    assert compile_source(including("cooperative_groups.h")).kernels
    assert nvrtc._find("libnvrtc.so*", "nvrtc64_*.dll") == next((WHOLE / "lib").glob("libnvrtc.so.*"))


@pytest.mark.parametrize("name", ["cooperative_groups.h", "cuda/std/cstdint", "cuda/std/type_traits", "cub/cub.cuh"])
def test_a_missing_header_of_cuda_is_the_installations_fault(name: str, without_core_libraries: None) -> None:
    with pytest.raises(ToolchainError, match="not installed here"):
        compile_source(including(name))


@pytest.mark.parametrize("name", ["cuda_fp15.h", "cooperative_group.h", "vector", "cuda/std/vectors", "mine.h"])
def test_a_header_that_does_not_exist_is_the_students(name: str) -> None:
    with pytest.raises(CompileError, match=r"^header_"):
        compile_source(including(name))


@pytest.mark.slow
def test_the_doctor_compiles_what_needs_each_header(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor._headers("en").state is doctor.State.OK

    def missing(self: Session, source: str, **_: object) -> None:
        assert all(f"<{header}>" in source for header in headers.OWN)
        raise ToolchainError("CUDA's own header `nv/target` is not installed here")

    monkeypatch.setattr(Session, "compile", missing)
    found = doctor._headers("en")
    assert (found.state, "nv/target" in found.found) == (doctor.State.BROKEN, True)


def test_a_check_ends_with_a_sentence_and_no_points_lost(tmp_path: Path) -> None:
    """Exit status 2 and the installation named, as for a compiler that is missing."""
    wheels, out = tmp_path / "cu13", tmp_path / "out.json"
    (wheels / "include").mkdir(parents=True)
    for place in (WHOLE / "include").iterdir():
        if place.name != "cccl":
            (wheels / "include" / place.name).symlink_to(place)
    (wheels / "lib").symlink_to(WHOLE / "lib")
    kernel = tmp_path / "kernel.cu"
    solution = ROOT / "solutions" / "00_first_kernel" / "vector_add.cu"
    kernel.write_text("#include <cooperative_groups.h>\n" + solution.read_text("utf-8"), "utf-8")
    command = [sys.executable, "-m", "grader", "check", "00/vector_add", "--file", str(kernel), "--json", str(out)]
    environment = os.environ | {headers.FOLDERS: str(wheels), "WARPLINGS_SANDBOX": "limits"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and "cuda/std/type_traits" in done.stderr and "not your kernel's fault" in done.stderr
    document = json.loads(out.read_text("utf-8"))
    assert document["error"]["kind"] == "toolchain"
    assert all(check["status"] != "fail" for check in document["checks"])
