"""What writes a page is loaded while the kernel is graded."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import sys, threading
from types import SimpleNamespace
from grader.cli.page import load_meanwhile
load_meanwhile(SimpleNamespace(open_gpu={open_gpu}))
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
from grader.report.page.rendering import REPORT, templates
print(*(name for _, name in templates().cache), "matplotlib.backends.backend_svg" in sys.modules)
"""


@pytest.mark.parametrize(("open_gpu", "plots"), [("None", "False"), ("print", "True")])
def test_the_template_is_ready_before_the_page_and_what_plots_where_a_gpu_takes_part(open_gpu: str, plots: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED.format(open_gpu=open_gpu)], capture_output=True, text=True,
                          check=True)  # fmt: skip
    assert done.stdout.split() == ["report.html.j2", plots]
    assert done.stderr == ""
