"""Sentences about wrong results: how many elements, the first of them, and which mistake it looks like."""

from __future__ import annotations

import math

from grader.problems.base import Judgement, Mismatch, MismatchKind, Pattern, PatternKey
from grader.texts import say

_SHOWN = 2


def judgement_sentences(judgement: Judgement, lang: str) -> str:
    """The first mismatches of a judgement, each with the patterns it shows."""
    return " ".join(_sentence(mismatch, lang) for mismatch in judgement.mismatches[:_SHOWN])


def _sentence(mismatch: Mismatch, lang: str) -> str:
    key = f"checks.mismatch.{mismatch.kind}"
    if mismatch.kind is MismatchKind.VALUE and mismatch.matrix is not None:
        key = f"{key}_matrix"
    elif mismatch.row is None:
        key = f"{key}_element"
    buffer = mismatch.buffer
    if mismatch.label:
        part = say(f"checks.part.{mismatch.label}", lang)
        buffer = say("checks.part_of", lang, buffer=buffer, part=part)
    told = say(
        key,
        lang,
        buffer=buffer,
        wrong=mismatch.wrong,
        total=mismatch.total,
        matrix=mismatch.matrix,
        row=mismatch.row,
        column=mismatch.column,
        expected=number(mismatch.expected),
        got=number(mismatch.got),
    )
    return " ".join([told, *(pattern_sentence(pattern, lang) for pattern in mismatch.patterns)])


def recognised_patterns(judgement: Judgement, lang: str) -> str:
    """Which mistakes the same mismatches look like; "" if like none that is known."""
    patterns = (pattern for mismatch in judgement.mismatches[:_SHOWN] for pattern in mismatch.patterns)
    return " ".join(pattern_sentence(pattern, lang) for pattern in patterns)


def pattern_sentence(pattern: Pattern, lang: str) -> str:
    """The recognised mistake in words."""
    key = f"checks.pattern.{pattern.key}"
    if pattern.key is PatternKey.RAGGED_EDGE:
        if pattern.parameters["column"] == pattern.parameters["cols"]:
            key += "_rows"
        elif pattern.parameters["row"] == pattern.parameters["rows"]:
            key += "_cols"
    return say(key, lang, **pattern.parameters)


def number(value: float) -> str:
    """A value of a buffer with all the digits that FP32 and 32-bit integers have: `12`, `0.1`, `2141562277`, `NaN`."""
    if math.isnan(value):
        return "NaN"
    whole = value.is_integer() and abs(value) < 2**32
    return f"{value:.10g}" if whole else f"{value:.9g}"
