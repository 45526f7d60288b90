"""English messages of `grader watch`."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "watch.checking": "checking {file} ...",
    "watch.points": "{score} of {total} points, {seconds} s",
    "watch.fails": "FAIL: {check}",
    "watch.passes": "PASS",
    "watch.unjudged": "not everything could be judged",
    "watch.done": "Done. n goes to the next exercise.",
    "watch.gone": "{file} is not there; it is checked as soon as it is back.",
    "watch.reset": "Start {file} again? Your version is kept beside it. y: yes, any other key: no",
    "watch.come_back": "Enter goes back to watching: ",
    "watch.plain_keys": "n next, h hint, l list, z quiz, r report, x reset, q quit (each with Enter)",
    "watch.key_n": "next",
    "watch.key_h": "hint",
    "watch.key_l": "list",
    "watch.key_z": "quiz",
    "watch.key_r": "report",
    "watch.key_x": "reset",
    "watch.key_q": "quit",
}
