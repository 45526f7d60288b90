"""What code that has taken over the emulator's child can still do: no sockets, and no memory beyond its limit."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import bubblewrap, landlock
from grader.sandbox.isolation import VARIABLE, Isolation
from grader.sandbox.session import Session

# Runs in the child in place of the worker; what it is asked is an expression, and its value or its error comes back.
PROBE = """
import ctypes, mmap, os, socket, sys, time
from grader.sandbox import child
def mapped(size):
    with mmap.mmap(-1, size, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS) as memory:
        return len(memory)
def calls(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(ctypes.c_long(number), *arguments) < 0:
        raise OSError(ctypes.get_errno(), "")
def kept(size):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    number = libc.shmget(0, ctypes.c_size_t(size), 0o1600)
    if number < 0:
        raise OSError(ctypes.get_errno(), "")
    place = libc.shmat(number, None, 0)
    ctypes.memset(place, 1, size)
    libc.shmdt(ctypes.c_void_p(place))
    libc.shmctl(number, 0, None)
    return number
def connected(path):
    return socket.socket(socket.AF_UNIX).connect(path) or 1
def filtering():
    from grader.sandbox import sockets
    began = time.perf_counter()
    sockets.forbid()
    return time.perf_counter() - began
class Probe:
    def answer(self, request, blobs):
        try:
            return {"got": eval(request["what"], globals())}, []
        except Exception as error:
            return {"got": type(error).__name__}, []
child._worker = lambda on_gpu: Probe()
"""


class Probed(Session):
    """Its child is the real one, but for who answers."""

    def _command(self) -> list[str]:
        return [part.replace("; serve(", f"; exec({PROBE!r}); serve(") for part in super()._command()]

    def probe(self, what: str) -> Any:
        """The value of an expression in the child, or the name of its error."""
        return self.ask({"what": what})[0]["got"]


@pytest.fixture(params=list(Isolation))
def taken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Probed]:
    if request.param is Isolation.BUBBLEWRAP and bubblewrap.refusal() is not None:
        pytest.skip("bubblewrap does not work here")
    if request.param is Isolation.LANDLOCK and not landlock.version():
        pytest.skip("no Landlock in this kernel")
    monkeypatch.setenv(VARIABLE, request.param)
    with Probed() as session:
        yield session


@pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux")
def test_the_child_opens_no_socket(taken: Probed, tmp_path: Path) -> None:
    place = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as there:
        there.bind(place)
        there.listen()
        assert taken.probe(f"connected({place!r})") == "PermissionError"
    for family in ("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"):
        for kind in ("SOCK_STREAM", "SOCK_DGRAM"):
            assert taken.probe(f"socket.socket(socket.{family}, socket.{kind})") == "PermissionError"
    assert taken.probe("calls(425, 8, ctypes.create_string_buffer(120))") == "PermissionError"  # io_uring_setup
    if sys.maxsize > 1 << 32:
        assert taken.probe("calls(0x40000000 + 41, 1, 1, 0)") == "PermissionError"  # the numbers of x32
    assert taken.probe("len(os.listdir('/usr'))") > 0, "everything else goes on"


@pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux")
def test_the_filter_costs_less_than_a_millisecond(taken: Probed) -> None:
    assert min(taken.probe("filtering()") for _ in range(5)) < 1e-3


@pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux")
def test_the_child_leaves_no_memory_behind_that_no_limit_counts(taken: Probed) -> None:
    """A segment of System V that is not attached counts for nobody, and stays when its process is killed."""
    assert taken.probe("kept(1 << 20)") == "PermissionError"
    queue = "ctypes.CDLL(None, use_errno=True).msgget(0, 0o1600)"
    assert taken.probe(queue) == -1


def test_shared_memory_counts_as_any_other(taken: Probed) -> None:
    assert taken.probe("mapped(64 << 20)") == 64 << 20
    assert taken.probe("mapped(2 << 30)") == "OSError"
    assert taken.probe("len(bytearray(64 << 20))") == 64 << 20
    assert taken.probe("len(bytearray(800 << 20))") == "MemoryError"
