"""The command line: each file wires the commands of one group; the work is done in the layers below."""

from __future__ import annotations

from grader.python_version import require_python


def main() -> None:
    """Run `grader` with the process's arguments and leave with its exit status."""
    require_python()  # before anything that only a newer one can import
    from grader.cli.app import app

    app(prog_name="grader")
