"""Kills `grader gradebook sync` at random moments, runs it again, and compares with a run that nobody disturbed.

    python -m tests.gradebook.sync.killing FOLDER MOMENTS

A process of its own, with one thread: each run is forked from it, so that the moments fall into the work and not into
the imports. Prints one JSON document.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from tests.gradebook.sync.classroom import FIRST, SECOND, Classroom, contents, files, make_class

SEED = 20261122
_UNDISTURBED = 4  # runs: the first ones may wait for a disk, or for others


def main(root: Path, moments: int) -> None:
    """Half of the moments in a first run, half in one that has a lot to change."""
    fresh = make_class(root / "fresh")
    changed = Classroom(root / "changed")
    shutil.copytree(fresh.root, changed.root)
    changed.sync()  # imports everything
    change_everything(changed)
    draw = random.Random(SEED)
    found: dict[str, Any] = {"killed": 0, "finished": 0, "differences": [], "broken": []}
    for name, model in (("fresh", fresh), ("changed", changed)):
        took, wanted = undisturbed(model, root / "wanted")
        for _ in range(moments // 2):
            moment = draw.uniform(0, took)
            found["killed" if disturbed(model, root / "work", moment, name, found) else "finished"] += 1
            if snapshot(Classroom(root / "work")) != wanted:
                found["differences"].append(f"{name} {moment:.3f} of {took:.3f} s")
            shutil.rmtree(root / "work")
    print(json.dumps(found))


def change_everything(one: Classroom) -> None:
    """Points and comments by hand, new answers, other results, another maximum, a check that has gone."""
    cell = f"{FIRST}/kernels/vector_add__hazards"
    one.give("s0000", cell, 2)
    one.hand_in("s0000", FIRST, {"read_a_neighbour": "First answer."})
    one.sync()
    one.give("s0000", f"{FIRST}/quiz/open__read_a_neighbour", 4)
    one.comment("s0001", f"{FIRST}/kernels/vector_add__source", "seen")
    for student in ("s0000", "s0001", "s0002"):
        one.set_points(student, f"{FIRST}/vector_add", "correctness", 12)
        one.set_points(student, f"{SECOND}/fma_inline", "correctness", 1.5)
        one.hand_in(student, FIRST, {"read_a_neighbour": f"Second answer of {student}."})
        stamp = one.folder / "submitted" / student / FIRST / "timestamp.txt"
        stamp.write_text("2026-12-02 09:00:00 UTC", "utf-8")

    def summary(it: Any) -> None:
        it["exercises"][0]["checks"][0]["max_points"] = 60
        del it["exercises"][0]["checks"][1]  # hazards, for which s0000 has points by hand

    one.change_summary(summary)


def undisturbed(model: Classroom, folder: Path) -> tuple[float, Any]:
    """How long the quickest of some runs takes, and what they leave."""
    took: list[float] = []
    for _ in range(_UNDISTURBED):
        shutil.copytree(model.root, folder)
        began = time.monotonic()
        pid = forked(Classroom(folder))
        assert os.waitpid(pid, 0)[1] == 0
        took.append(time.monotonic() - began)
        left = snapshot(Classroom(folder))
        shutil.rmtree(folder)
    return min(took), left


def disturbed(model: Classroom, folder: Path, moment: float, name: str, found: dict[str, Any]) -> bool:
    """Kill a run after `moment` seconds, then let another end; whether it was killed before it had ended."""
    shutil.copytree(model.root, folder)
    pid = forked(Classroom(folder))
    time.sleep(moment)
    os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    found["broken"] += [f"{name} {moment:.3f}: {what}" for what in broken(Classroom(folder))]
    assert os.waitpid(forked(Classroom(folder)), 0)[1] == 0
    return os.WIFSIGNALED(status)


def forked(one: Classroom) -> int:
    """The command in a process of its own."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            status = one.run("--yes", "--due", "00=2026-12-01").exit_code
        finally:
            os._exit(status)
    return pid


def snapshot(one: Classroom) -> Any:
    """All of it: the gradebook without ids, and every file."""
    return one.contents(), files(one.folder)


def broken(one: Classroom) -> list[str]:
    """What an instructor would stumble over who works on after the kill: a damaged database, a row without its file."""
    database = one.folder / "gradebook.db"
    if not database.exists():
        return []
    connection = sqlite3.connect(database)
    whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    wrong = [] if whole == "ok" else [whole]
    for assignment, student, notebook, *_ in contents(database)["submitted"]:
        path = one.folder / "autograded" / student / assignment / f"{notebook}.ipynb"
        try:
            json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            wrong.append(f"{path}: {error}")
    return wrong


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
