"""`make quick`: the tests that a change touches, by name. Prints them as arguments for pytest.

A change is what differs from the commit that this branch left main at (on main: from the last commit), uncommitted
changes and new files included. Touched are tests that changed, tests that import a changed module, and the self-test of
exercises of which a file changed.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SELFTEST = "tests/submissions/test_selftest.py"
SELFTESTS = (
    "test_the_skeleton_fails_as_named_and_the_solution_passes",
    "test_every_wrong_kernel_fails_exactly_what_it_names_and_every_cheat_is_refused",
)
ALWAYS = ("tests/texts", "tests/docs/test_parity.py")  # cheap, and broken by nearly every change of a sentence


def git(*arguments: str) -> list[str]:
    """The lines that git prints."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def changed() -> list[Path]:
    """Files that the change touches and that are still there, relative to the repository."""
    head, main = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "main")
    base = main[0] if main and main != head else "HEAD~1"
    names = {*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")}
    return sorted(Path(name) for name in names if (ROOT / name).is_file())


def imports(path: Path) -> set[str]:
    """The modules that a file imports anywhere, with every name imported from a module as if it were one."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def exercise_of(path: Path) -> str | None:
    """The exercise that a file belongs to, as MODULE/NAME."""
    match path.parts:
        case ("exercises" | "solutions", module, name):
            return f"{module}/{name.split('.')[0]}"
        case ("tests", "submissions", module, name, _, _):
            return f"{module}/{name}"
    return None


def touched(files: list[Path]) -> Iterator[str]:
    """The tests of a change, tests that changed first."""
    modules = {".".join(path.with_suffix("").parts) for path in files if path.suffix == ".py"}
    tests = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    yield from (path.as_posix() for path in tests if path in files)
    yield from (path.as_posix() for path in tests if imports(ROOT / path) & modules)
    for exercise in sorted({exercise for path in files if (exercise := exercise_of(path))}):
        yield from (f"{SELFTEST}::{name}[{exercise}]" for name in SELFTESTS)
    yield from ALWAYS


if __name__ == "__main__":
    print(*dict.fromkeys(touched(changed())))
