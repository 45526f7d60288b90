"""formgrader's pages in a real browser, without a screen: they load, and show each kernel and each check."""

from __future__ import annotations

import html
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import BROWSER
from tests.gradebook.sync.classroom import FIRST, SECOND, Classroom, make_class

pytest.importorskip("nbgrader", reason="nbgrader is not installed: pip install -e '.[instructor]'")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no chromium here: apt-get install chromium"),
]

OWNED = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"


@dataclass(frozen=True)
class Formgrader:
    """A server with formgrader, and a browser. root: for what the browser keeps."""

    url: str
    classroom: Classroom
    root: Path

    def page(self, path: str) -> str:
        """A page as it is once its scripts have run and its requests are answered. Nothing in it may fail."""
        assert BROWSER is not None
        with closing(urllib.request.urlopen(f"{self.url}/formgrader/{path}", timeout=30)) as answer:
            assert answer.status == 200
        command = [
            BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            f"--user-data-dir={self.root / 'profile'}", "--virtual-time-budget=20000", "--enable-logging=stderr",
            "--dump-dom", f"{self.url}/formgrader/{path}",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        failures = re.findall(r"CONSOLE.*(?:Uncaught|Failed to load).*", done.stderr)
        assert not [line for line in failures if "MathJax is not defined" not in line], "that is fetched from a network"
        assert "<title>owned" not in done.stdout
        return done.stdout

    def submission(self, student: str, module: str, notebook: str) -> str:
        """The page of a student's notebook."""
        query = """SELECT sn.id FROM submitted_notebook sn JOIN submitted_assignment s ON s.id = sn.assignment_id
            JOIN notebook n ON n.id = sn.notebook_id JOIN assignment a ON a.id = s.assignment_id
            WHERE s.student_id = ? AND a.name = ? AND n.name = ?"""
        with closing(sqlite3.connect(self.classroom.folder / "gradebook.db")) as connection:
            return f"submissions/{connection.execute(query, (student, module, notebook)).fetchone()[0]}/"


@pytest.fixture(scope="module")
def formgrader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Formgrader]:
    """Three students, of whom one means harm, and formgrader on top."""
    root = tmp_path_factory.mktemp("formgrader")
    classroom = make_class(root / "class")
    source = classroom.results / "results" / "s0000" / FIRST / "vector_add.cu"
    source.write_text(f"// the kernel of s0000 </pre>{OWNED}\n{source.read_text('utf-8')}", "utf-8")

    def undecided(result: Any) -> None:
        result["report"]["checks"][2] |= {"status": "inconclusive", "points": None, "message": f"Hm. {OWNED}"}

    classroom.change_result("s0000", f"{FIRST}/vector_add", undecided)
    classroom.change_summary(lambda summary: summary["students"][0].update(name=f"Kim {OWNED}, Mina"))
    classroom.sync("--lang", "en")
    classroom.hand_in("s0000", FIRST, {"read_a_neighbour": f"My answer. {OWNED}\n\n# shouting"})
    classroom.sync("--lang", "en")
    with server(classroom.folder, root) as url:
        yield Formgrader(url, classroom, root)


class server:
    """A Jupyter server in a course's folder, for this machine only and without a password: what it shows is made up."""

    def __init__(self, folder: Path, root: Path) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._log = (root / "server.log").open("w")
        options = {"ServerApp.ip": "127.0.0.1", "ServerApp.port": self._port, "ServerApp.port_retries": 0,
                   "ServerApp.root_dir": folder, "ServerApp.open_browser": False, "ServerApp.allow_root": True,
                   "IdentityProvider.token": ""}  # fmt: skip
        places = {f"JUPYTER_{name}_DIR": str(root / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *(f"--{name}={value}" for name, value in options.items())],
            cwd=folder, env=os.environ | places, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def __enter__(self) -> str:
        url = f"http://127.0.0.1:{self._port}"
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            try:
                urllib.request.urlopen(f"{url}/formgrader/manage_assignments", timeout=5).close()
                return url
            except OSError:
                assert self._process.poll() is None, Path(self._log.name).read_text("utf-8")
                time.sleep(0.2)
        raise TimeoutError(Path(self._log.name).read_text("utf-8"))

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._log.close()


def text(page: str) -> str:
    """What a reader sees of a page, roughly."""
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def test_the_assignments_are_there_with_their_submissions(formgrader: Formgrader) -> None:
    page = formgrader.page("manage_assignments")
    for module in (FIRST, SECOND):
        assert re.search(rf'manage_submissions/{module}"[^>]*>3<', page), "three submissions"
    page = formgrader.page(f"manage_submissions/{FIRST}")
    assert "s0001" in page and page.count("glyphicon-flash") == 3, "each can be autograded"


def test_the_manual_grading_list_leads_to_what_waits(formgrader: Formgrader) -> None:
    page = formgrader.page("gradebook")
    assert FIRST in page and SECOND in page
    assert "kernels" in formgrader.page(f"gradebook/{FIRST}")
    page = formgrader.page(f"gradebook/{FIRST}/quiz")
    assert page.count("Submission #") == 3
    assert len(re.findall(r'needs-manual-grade"[^>]*><span class="glyphicon glyphicon-ok', page)) == 1


def test_a_submission_shows_the_kernel_and_every_check(formgrader: Formgrader) -> None:
    page = formgrader.page(formgrader.submission("s0000", FIRST, "kernels"))
    assert "// the kernel of s0000" in text(page) and "document.title='owned'" in text(page)
    summary = formgrader.classroom.contents()["cells"]
    checks = {row[2]: row[4] for row in summary if row[:2] == (FIRST, "kernels") and row[3] == "GradeCell"}
    assert len(checks) == 6
    for name, points in checks.items():
        assert f"points('{name}')" in text(page) and f"/ {points}" in text(page)
        box = re.search(rf'<input class="score[^>]*id="{name}"[^>]*>', page)
        assert box, name
        waits = name == "vector_add__hazards"
        assert ("needs_manual_grade" in box[0]) is waits
        assert waits or f'placeholder="{points:g}"' in box[0], "the points of the grader"
    assert page.count("textarea") >= 4, "room for a comment on each kernel"
    assert "correctness: pass, 70 of 70 points" in text(page)


def test_a_submission_shows_the_quiz_and_the_answers(formgrader: Formgrader) -> None:
    page = formgrader.page(formgrader.submission("s0000", FIRST, "quiz"))
    assert "My answer. <img src=x" in text(page), "as it was typed"
    assert "Rubric" in text(page) and 'id="open__read_a_neighbour"' in page
    assert not re.search(r"<h1[^>]*>shouting", page)


def test_the_students_are_there(formgrader: Formgrader) -> None:
    page = formgrader.page("manage_students")
    assert "s0001@example.org" in page and "Kim ‹img" in text(page)
    page = formgrader.page("manage_students/s0000")
    assert FIRST in page and SECOND in page


def test_a_sync_beside_the_open_pages_is_seen_after_a_new_start(formgrader: Formgrader, tmp_path: Path) -> None:
    """formgrader remembers what it has read, so that a server which was there before shows the old points."""
    submission = formgrader.submission("s0002", SECOND, "kernels")
    box = r'<input class="score[^>]*id="fma_inline__correctness"[^>]*placeholder="([^"]*)"'
    assert re.findall(box, formgrader.page(submission)) == ["60"]
    formgrader.classroom.set_points("s0002", f"{SECOND}/fma_inline", "correctness", 1.5)
    assert formgrader.classroom.sync("--lang", "en")["changed"] == 1
    with server(formgrader.classroom.folder, tmp_path) as url:
        again = Formgrader(url, formgrader.classroom, tmp_path)
        assert re.findall(box, again.page(submission)) == ["1.5"]
