"""The look of a quiz in a terminal: one question per screen, then the verdicts with their explanations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.cli.quiz.prose import Prose, folding_table, inline
from grader.course.values import LocalizedText
from grader.listing import cut, printable
from grader.quiz import key
from grader.quiz.score import ItemResult, QuizResult, Status, picked
from grader.quiz.sheet import revealed
from grader.quiz.variants import Choice, DrawnItem, DrawnQuiz
from grader.report.style import plain_table, stacked
from grader.texts import say

STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.UNANSWERED: "yellow", Status.INVALID: "yellow"}


def question(
    item: DrawnItem, place: int, total: int, lang: str, *, given: object = None, roomy: bool = True
) -> RenderableType:
    """A question with its options or table. given: the table's cells so far; roomy: with blank lines."""
    head = say("quiz.head", lang, place=place, total=total, points=f"{item.max_points:g}",
               level=say(f"quiz.level.{item.level}", lang))  # fmt: skip
    parts: list[RenderableType] = [Prose(_text(item.prompt, lang))]
    if item.options:
        parts.append(_options(item.options, lang))
    if item.table is not None:
        parts.append(_table(item, given, lang))
    return Group(Text(head, style="bold"), stacked(parts) if roomy else Group(*parts))


def asks(item: DrawnItem, lang: str) -> str:
    """What kind of answer a question takes."""
    unit = say("quiz.in_unit", lang, unit=_text(item.unit, lang)) if item.unit is not None else ""
    return say(f"quiz.ask.{item.kind}", lang) + unit


def verdict(item: DrawnItem, result: ItemResult, lang: str, lesson: str, where: str) -> RenderableType:
    """An answer's verdict, the right answer and why. lesson: its text; where: its path as shown."""
    return Group(_judged(result, lang), *_corrected(item, result, lang), Text(""), why(item, lang, lesson, where))


def why(item: DrawnItem, lang: str, lesson: str, where: str) -> RenderableType:
    """The explanation of a question and what to read."""
    right = revealed(item)
    section = _title_of(right.section, lesson)
    module = Path(where).parent.name.partition("_")[0]
    read = Text(say("quiz.read", lang, section=section, lesson=where, module=module, anchor=right.section), style="dim")
    return Group(Prose(_text(right.explanation, lang)), read)


def recalled(
    item: DrawnItem, result: ItemResult, answer: object, place: int, lang: str, lesson: str, where: str
) -> RenderableType:
    """A past question: its text, the answer given, the right answer and why."""
    head = Text.assemble((f"{place}. {item.id}  ", "bold"), _judged(result, lang))
    parts: list[RenderableType] = [head, Prose(_text(item.prompt, lang))]
    if result.status is not Status.UNANSWERED:
        parts.append(answered(say("quiz.your_answer", lang), item, answer, lang))
    return stacked([*parts, *_corrected(item, result, lang), why(item, lang, lesson, where)])


def answered(label: str, item: DrawnItem, answer: object, lang: str) -> RenderableType:
    """A labelled answer: options with their texts, a filled table, anything else on the same line."""
    options = {option.letter: option for option in item.options}
    letters = picked(item, answer)
    if letters:
        return Group(Text(label), _options([options[letter] for letter in letters], lang))
    if item.table is not None and isinstance(answer, list):
        return Group(Text(label), _table(item, answer, lang))
    text = right_answer(item, lang) if answer == revealed(item).key.example else written(answer)
    return Text(f"{label} {text}")


def summary(quiz: DrawnQuiz, result: QuizResult, ending: str, lang: str) -> RenderableType:
    """All questions with their points, and the conclusion."""
    table = plain_table()
    for column in ("number", "question", "points", "status"):
        number = column in ("number", "points")
        table.add_column(say(f"quiz.column_{column}", lang), justify="right" if number else "left", overflow="fold")
    for place, (item, judged) in enumerate(zip(quiz.items, result.items, strict=True), start=1):
        table.add_row(str(place), item.id, f"{judged.points:.4g} / {judged.max_points:.4g}",
                      Text(say(f"quiz.status.{judged.status}", lang), style=STYLES[judged.status]))  # fmt: skip
    return Group(Text(""), table, Text(""), Text(ending, style="bold"))


def as_markdown(quiz: DrawnQuiz, lang: str) -> str:
    """The questions as text, to be answered in a file."""
    parts = []
    for number, item in enumerate(quiz.items, start=1):
        lines = [f"## {number}. `{item.id}`", _text(item.prompt, lang)]
        if item.options:
            lines.append("\n".join(f"- **{o.letter})** {_text(o.text, lang)}" for o in item.options))
        if item.table is not None:
            columns = [_text(column, lang) for column in item.table.columns]
            head = ["| " + " | ".join(["", *columns]) + " |", "|" + "---|" * (len(columns) + 1)]
            rows = ["| " + " | ".join([_text(row, lang), *[""] * len(columns)]) + " |" for row in item.table.rows]
            lines.append("\n".join([*head, *rows]))
        lines.append(f"*{asks(item, lang)}*")
        parts.append("\n\n".join(lines))
    return "\n\n".join(parts) + "\n"


def right_answer(item: DrawnItem, lang: str) -> str:
    """The right answer as a person would write it."""
    unit = f" {_text(item.unit, lang)}" if item.unit is not None else ""
    right = revealed(item).key
    if isinstance(right, key.Cells):
        return "; ".join(" ".join(f"{cell:g}" for cell in row) for row in right.rows)
    if isinstance(right, key.Quantity):
        return f"{_as_exact_as_asked(right):,.10g}{unit}"
    return written(right.example)


def _as_exact_as_asked(right: key.Quantity) -> float:
    """A number rounded to the decimals that its tolerance requires."""
    return round(right.value, math.ceil(-math.log10(right.tolerance))) if right.tolerance else right.value


def written(answer: object) -> str:
    """An answer in one line."""
    if isinstance(answer, list):
        return ("; " if any(isinstance(part, list) for part in answer) else ", ").join(map(written, answer))
    return f"{answer:.10g}" if isinstance(answer, float) else cut(printable(str(answer)))


def _judged(result: ItemResult, lang: str) -> Text:
    points = say("quiz.points", lang, points=f"{result.points:.4g}", max_points=f"{result.max_points:.4g}")
    return Text.assemble((say(f"quiz.status.{result.status}", lang), STYLES[result.status]), points)


def _corrected(item: DrawnItem, result: ItemResult, lang: str) -> Iterator[RenderableType]:
    """A note on an answer, if any, and the right one if it is wrong."""
    if result.note is not None:
        yield Text(say(result.note.key, lang, **result.note.params))
    if result.status is not Status.PASS:
        yield answered(say("quiz.right_would_be", lang), item, revealed(item).key.example, lang)


def _options(options: list[Choice] | tuple[Choice, ...], lang: str) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(overflow="fold")
    for option in options:
        table.add_row(Text(f"{option.letter})", style="bold"), Prose(_text(option.text, lang), an_option=True))
    return Padding(table, (0, 0, 0, 2))


def _table(item: DrawnItem, given: object, lang: str) -> RenderableType:
    """The table of a question, with its empty cells marked."""
    assert item.table is not None
    rows: list[list[Text]] = []
    for number, label in enumerate(item.table.rows):
        row = given[number] if isinstance(given, list) and number < len(given) else None
        cells = row if isinstance(row, list) else []
        shown = [written(cells[n]) if n < len(cells) and cells[n] not in ("", None) else say("quiz.cell", lang)
                 for n in range(len(item.table.columns))]  # fmt: skip
        rows.append([inline(_text(label, lang)), *map(Text, shown)])
    return folding_table([Text(), *(inline(_text(column, lang)) for column in item.table.columns)], rows)


def _title_of(section: str, lesson: str) -> str:
    """The heading below the anchor `section` of a lesson's text, else the anchor itself."""
    _, found, rest = lesson.partition(f'<a id="{section}"></a>')
    heading = next((line for line in rest.splitlines() if line.startswith("#")), "") if found else ""
    return heading.lstrip("#").strip() or section


def _text(text: LocalizedText, lang: str) -> str:
    """A text of an item, stripped."""
    return text.in_language(lang).strip()
