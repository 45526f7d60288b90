"""Wrong results in words: how many elements, how the first is computed, and which mistake explains them all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from grader.checks.base import CaseRun, Context
from grader.problems.base import Judgement, Mismatch, MismatchKind, Mistake, Ran, mistake
from grader.problems.diagnosis import View, diagnose
from grader.problems.facts import error_map, facts
from grader.problems.filling import POISON_BITS
from grader.texts import known, say
from grader.verdicts import Explained

_SHOWN = 2  # mismatches of a case
_NAMED = 3  # other cases
_SOURCES = (("__shfl", "shuffles"), ("asm", "asm"))  # words of a kernel, and what else may make a fact of its numbers


def explanation(context: Context, run: CaseRun, ran: Ran, rans: Sequence[Ran]) -> tuple[str, Explained]:
    """Explain the wrong results of one case, in sentences and as a map. ran: that case, one of the judged `rans`."""
    lang = context.lang
    mismatches = ran.judgement.mismatches[:_SHOWN]
    mistakes = [() if m.region is None else diagnose(rans, m.region) for m in mismatches]
    said = []
    for mismatch, explaining in zip(mismatches, mistakes, strict=True):
        said.append(mismatch_sentence(mismatch, lang))
        if explaining:
            said.append(mistake_sentence(explaining[0], lang))
            said += [say("mistakes.or", lang, other=mistake_sentence(other, lang)) for other in explaining[1:]]
        elif mismatch.region is not None:
            source = context.program.source
            said += [fact_sentence(fact, source, lang) for fact in _observed(run, ran, mismatch.region)]
    first = mismatches[0]
    return " ".join(said), Explained(
        run.index, context.name_of(run), _result(first, lang), mistake=mistakes[0][0].key if mistakes[0] else "",
        working=() if first.region is None else _working(ran, first, lang),
        map=None if first.region is None else error_map(View(ran, first.region), first.matrix or 0),
    )  # fmt: skip


def mismatch_sentences(judgement: Judgement, lang: str) -> str:
    """The first mismatches of a judgement, without explanations."""
    return " ".join(mismatch_sentence(mismatch, lang) for mismatch in judgement.mismatches[:_SHOWN])


def _working(ran: Ran, mismatch: Mismatch, lang: str) -> tuple[str, ...]:
    """How the first wrong element is computed from the inputs, and what the kernel wrote."""
    region = ran.prepared.regions[mismatch.region or 0]
    if region.working is None:
        return ()
    symbols, numbers = region.working(mismatch.matrix or 0, mismatch.row or 0, mismatch.column)
    indent = " " * symbols.index("=")
    expected, got = number(mismatch.expected), _left(mismatch, lang)
    steps = [f"{indent}= {numbers}"] if numbers != expected else []
    return symbols, *steps, f"{indent}= {expected}", say("checks.working.got", lang, got=got)


def other_cases(wrong: Sequence[str], right: Sequence[str], lang: str) -> str:
    """Which other cases are wrong and which right; "" if there are none."""
    if not wrong:
        return say("checks.correctness.others_right", lang, count=len(right)) if right else ""
    key = "also_wrong" if right else "all_wrong"
    total = len(wrong) + len(right) + 1
    return say(f"checks.correctness.{key}", lang, count=len(wrong) + 1, total=total, wrong=_named(wrong),
               right=_named(right))  # fmt: skip


def _named(cases: Sequence[str]) -> str:
    return "; ".join([*cases[:_NAMED], *(["..."] if len(cases) > _NAMED else [])])


def mismatch_sentence(mismatch: Mismatch, lang: str) -> str:
    """How many elements are wrong, and the first of them."""
    key = f"checks.mismatch.{mismatch.kind}"
    if mismatch.kind is MismatchKind.VALUE and mismatch.matrix is not None:
        key = f"{key}_matrix"
    elif mismatch.row is None:
        key = f"{key}_element"
    return say(
        key, lang, buffer=_result(mismatch, lang), wrong=mismatch.wrong, total=mismatch.total, matrix=mismatch.matrix,
        row=mismatch.row, column=mismatch.column, expected=number(mismatch.expected), got=_left(mismatch, lang),
    )  # fmt: skip


def _result(mismatch: Mismatch, lang: str) -> str:
    if not mismatch.label:
        return mismatch.buffer
    return say("checks.part_of", lang, buffer=mismatch.buffer, part=say(f"checks.part.{mismatch.label}", lang))


def mistake_sentence(mistake: Mistake, lang: str) -> str:
    """The mistake that explains the results, in words."""
    return say(f"mistakes.mistake.{mistake.key}", lang, **dict(mistake.parameters))


def _observed(run: CaseRun, ran: Ran, region: int) -> Iterator[Mistake]:
    """What is literally true of the wrong elements, with what is known of that very launch: the line that read what
    nobody had written, the barrier behind which threads were missing because they had ended before, and the instruction
    of a whole warp that a part of one executed.
    """
    hazards = run.result.hazards if run.result else ()
    reads = [h for h in hazards if h.kind == "uninitialised_read" and h.severity == "error" and h.line_b]
    left = [h for h in hazards if h.kind == "barrier_divergence" and h.severity == "warning" and h.line_a]
    partial = [h for h in hazards if h.kind == "partial_warp" and h.line_a]
    for fact in facts(View(ran, region)):
        if fact.key == "nan" and reads:
            variable = reads[0].example.get("variable")
            yield mistake("nan_unwritten", **dict(fact.parameters), line=reads[0].line_b, variable=variable)
        else:
            yield fact
    if left:
        example = left[0].example
        yield mistake("left", barrier=left[0].line_a, arrived=example["arrived"], expected=example["expected"])
    if partial:
        example = partial[0].example
        yield mistake("partial", instruction=example["instruction"], line=partial[0].line_a, came=example["came"])


def fact_sentence(fact: Mistake, source: str, lang: str) -> str:
    """A fact about the wrong elements in words. source: of the kernel, whose shuffles, say, may cause NaNs too."""
    key = f"mistakes.fact.{fact.key}"
    fuller = (f"{key}_{ending}" for word, ending in _SOURCES if word in source)
    key = next((each for each in fuller if known(each)), key)
    return say(key, lang, **dict(fact.parameters))


def _left(mismatch: Mismatch, lang: str) -> str:
    """What stands in the element; of an integer it is said if outputs hold that before the launch (floats hold NaN)."""
    got = number(mismatch.got)
    return say("checks.mismatch.unwritten", lang, got=got) if mismatch.got == int(POISON_BITS) else got


def number(value: float) -> str:
    """A buffer's value with all significant digits of FP32 or a 32-bit integer: `12`, `0.1`, `2141562277`, `NaN`."""
    if math.isnan(value):
        return "NaN"
    whole = value.is_integer() and abs(value) < 2**32
    return f"{value:.10g}" if whole else f"{value:.9g}"
