"""What a process behind each kind of wall can read, write and reach."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import bubblewrap, landlock
from grader.sandbox.isolation import VARIABLE, Isolation, NoSandbox, isolation
from grader.sandbox.reach import reach

ROOT = Path(__file__).resolve().parents[2]
SOLUTION = ROOT / "solutions" / "06_shared_memory_tiling" / "sgemm_tiled.cu"

Behind = Callable[[str], Any]

# Runs inside: `what` is asked of it as an expression, and its value or the name of the error comes back.
ASKED = """
import json, os, socket, sys
def opened(path, mode="rb"):
    with open(path, mode) as file:
        return len(file.read(9)) if "r" in mode else file.write(b"x")
try:
    answer = eval({what!r})
except Exception as error:
    answer = type(error).__name__
print(json.dumps(answer))
"""
RESTRICTED = """
import sys; sys.path[:0] = [{root!r}]
from grader.sandbox import landlock
landlock.restrict({paths!r})
"""


@pytest.fixture(params=["bubblewrap", "landlock"])
def behind(request: pytest.FixtureRequest) -> Behind:
    """Asks a process behind the walls."""
    if request.param == "bubblewrap" and (why := bubblewrap.refusal()) is not None:
        pytest.skip(f"bubblewrap does not work here: {why}")
    if request.param == "landlock" and not landlock.version():
        pytest.skip("no Landlock in this kernel")

    def ask(what: str) -> Any:
        code = ASKED.format(what=what)
        if request.param == "landlock":
            code = RESTRICTED.format(root=str(ROOT), paths=reach().readable) + code
        command = [sys.executable, "-I", "-c", code]
        command = bubblewrap.wrapped(command, reach()) if request.param == "bubblewrap" else command
        done = subprocess.run(command, capture_output=True, text=True, check=True, env={"LANG": "C.UTF-8"}, cwd="/")
        return json.loads(done.stdout)

    return ask


@pytest.fixture
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/etc/hostname", SOLUTION, ROOT / "course.yaml", __file__, "/proc/{me}/environ"]
)
def test_no_file_but_python_and_its_packages_can_be_read(behind: Behind, path: str | Path) -> None:
    path = str(path).format(me=os.getpid())
    assert os.path.exists(path)
    assert behind(f"opened({path!r})") in ("FileNotFoundError", "PermissionError")


def test_what_the_grader_needs_can_be_read(behind: Behind) -> None:
    assert behind(f"opened({str(ROOT / 'grader' / '__init__.py')!r})") == 9
    assert behind("__import__('numpy').arange(3).sum().item()") == 3


@pytest.mark.parametrize("folder", ["/", "/usr", "/var/tmp", str(ROOT), str(ROOT / "grader"), str(Path.home())])
def test_nothing_can_be_written(behind: Behind, folder: str) -> None:
    path = f"{folder.rstrip('/')}/warplings-was-here"
    answer = behind(f"opened({path!r}, 'wb')")
    # In /tmp, where this repository may lie, there is a folder of the child's own, gone with it.
    assert answer in ("OSError", "PermissionError", "FileNotFoundError") or folder.startswith("/tmp/")
    assert not os.path.exists(path)


def test_what_is_written_to_tmp_is_not_there(behind: Behind) -> None:
    behind("opened('/tmp/warplings-was-here', 'wb')")
    assert not os.path.exists("/tmp/warplings-was-here")


def test_nobody_listens(behind: Behind, listening: int) -> None:
    assert behind(f"socket.create_connection(('127.0.0.1', {listening}), 2) and 1") in (
        "ConnectionRefusedError", "PermissionError", "OSError",
    )  # fmt: skip


def test_no_other_process_can_be_signalled(behind: Behind) -> None:
    assert behind(f"os.kill({os.getpid()}, 0)") in ("ProcessLookupError", "PermissionError")


def test_the_strongest_is_taken_unless_another_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    for refusal, version, expected in (
        (None, 4, Isolation.BUBBLEWRAP),
        ("no namespaces", 4, Isolation.LANDLOCK),
        ("", 0, Isolation.LIMITS),
    ):
        monkeypatch.setattr(bubblewrap, "refusal", lambda refusal=refusal: refusal)
        monkeypatch.setattr(landlock, "version", lambda version=version: version)
        assert isolation() is expected
    monkeypatch.setenv(VARIABLE, "limits")
    assert isolation() is Isolation.LIMITS


@pytest.mark.parametrize("wish", ["required", "bubblewrap", "landlock", "requird"])
def test_what_was_asked_for_and_does_not_work_is_no_reason_to_do_without(
    monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    monkeypatch.setattr(bubblewrap, "refusal", lambda: "no namespaces")
    monkeypatch.setattr(landlock, "version", lambda: 0)
    monkeypatch.setenv(VARIABLE, wish)
    with pytest.raises(NoSandbox):
        isolation()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_who_is_not_root_starts_no_process_once_it_works() -> None:
    code = f"""import os, resource, sys; sys.path[:0] = [{str(ROOT)!r}]
from grader.sandbox import child
if not os.getuid(): os.setuid(54321)
child._start_nothing_more()
try: os.fork() or os._exit(0); print("forked")
except BlockingIOError: print("none")
"""
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "none\n"
