"""Everything the grader says, in Korean and English: one key, two templates, no string surgery.

Each area keeps its messages in a pair of files, `<area>.en.json` and `<area>.ko.json`: one message a line, under a
key that starts with `<area>.`. A test holds the two to the same keys and placeholders. An area is read when its first
message is needed. Beside a number an English message may hold both forms of a word, `{count:time|times}`: the first for
1, the second for all others. Korean needs none, but particles that follow the sound before them (`particles.py`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter

from grader.texts.particles import PARTICLE, particle

AREAS = (
    "course", "checks", "cli", "report", "compile", "faults", "quiz", "watch", "class", "class_report", "release", "ci",
    "gradebook", "page", "mistakes", "tune",
)  # fmt: skip
LANGUAGES = ("en", "ko")

_LOCALE_VARIABLES = ("WARPLINGS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language(explicit: str | None = None) -> str:
    """The language to speak, "en" or "ko": the explicit choice, else the first locale variable that is set.

    The variables are WARPLINGS_LANG, LC_ALL, LC_MESSAGES and LANG; any Korean locale (`ko`, `ko_KR.UTF-8`)
    means Korean and everything else English.
    """
    choice = explicit or next(filter(None, map(os.environ.get, _LOCALE_VARIABLES)), "en")
    return "ko" if choice.lower().startswith("ko") else "en"


def say(key: str, /, lang: str, **params: object) -> str:
    """The message of `key` in `lang` ("en" or "ko"), its placeholders filled in.

    Raises KeyError for a key or a placeholder that does not exist, ValueError for another language.
    """
    text = template(key, lang)
    return _NUMBERS.vformat(text, (), params) if lang != "ko" else _with_particles(text, params)


class _Numbers(Formatter):
    """Fills templates in, with the form of a word that fits a number."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, both, many = format_spec.partition("|")
        if both:
            return one if value in (1, "1") else many
        return format(value, format_spec)


_NUMBERS = _Numbers()


def _with_particles(text: str, params: Mapping[str, object]) -> str:
    """A Korean template filled in, its particles in the form that fits; what fills it stays as it is."""
    filled, start = "", 0
    for found in PARTICLE.finditer(text):
        filled += text[start : found.start()].format(**params)
        filled += particle(filled, found.group())
        start = found.end()
    return filled + text[start:].format(**params)


def template(key: str, lang: str) -> str:
    """The message of `key` in `lang` with its placeholders left open. Raises as `say` does."""
    return messages(key.partition(".")[0], lang)[key]


def known(key: str) -> bool:
    """Whether there is a message of this key."""
    area = key.partition(".")[0]
    return area in AREAS and key in messages(area, "en")


@cache
def messages(area: str, lang: str) -> Mapping[str, str]:
    """All messages of one area by key. Raises KeyError for an unknown area, ValueError for a language."""
    if area not in AREAS:
        raise KeyError(f"no messages of area {area!r}")
    if lang not in LANGUAGES:
        raise ValueError(f"no messages in language {lang!r}")
    table: Mapping[str, str] = json.loads(Path(__file__).with_name(f"{area}.{lang}.json").read_bytes())
    return table
