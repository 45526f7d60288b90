"""Says in one sentence that Python is too old, before an import of anything newer can fail with a traceback.

This file runs on any Python 3, also alone: `python3 grader/python_version.py`.
"""

import sys

OLDEST = (3, 11)


def require_python() -> None:
    """Exit with status 2 and one sentence if Python is older than OLDEST."""
    found = tuple(sys.version_info[:2])
    if found < OLDEST:
        sentence = "Warplings needs Python {}.{} or newer, and this is Python {}.{}.\n"
        sys.stderr.write(sentence.format(*(OLDEST + found)))
        sys.exit(2)


if __name__ == "__main__":
    require_python()
