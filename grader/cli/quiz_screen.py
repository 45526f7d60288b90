"""What a quiz looks like in a terminal: one question a screen, then the verdicts with their explanations."""

from __future__ import annotations

import re

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.course.models import LocalizedText
from grader.quiz import key
from grader.quiz.score import ItemResult, QuizResult, Status
from grader.quiz.variants import DrawnItem, DrawnQuiz
from grader.report.style import plain_table
from grader.texts import say

_NUMBERED = re.compile(r"\A(\d+)([.)])")  # "32. Each lane ..." is an option that begins with its claim, and no list
STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.UNANSWERED: "yellow", Status.INVALID: "yellow"}


def question(item: DrawnItem, place: int, total: int, given: object, lang: str) -> RenderableType:
    """A question with its options or its empty table. given: the answer that is kept so far, None for none."""
    head = say("quiz.head", lang, place=place, total=total, points=f"{item.max_points:g}",
               level=say(f"quiz.level.{item.level}", lang))  # fmt: skip
    parts: list[RenderableType] = [Text(head, style="bold"), _prose(_text(item.prompt, lang))]
    if item.options:
        options = Table.grid(padding=(0, 1, 0, 0))
        for option in item.options:
            text = _NUMBERED.sub(r"\1\\\2", _text(option.text, lang))
            options.add_row(Text(f"{option.letter})", style="bold"), _prose(text))
        parts.append(Padding(options, (0, 0, 0, 2)))
    if item.table is not None:
        parts.append(_empty_table(item, lang))
    parts.append(Text(_ask(item, lang), style="italic"))
    if given not in (None, "", []):
        parts.append(Text(say("quiz.kept", lang, answer=written(given)), style="dim"))
    return Group(*_apart(parts))


def verdict(item: DrawnItem, result: ItemResult, lang: str, lesson: str, where: str) -> RenderableType:
    """How an answer was judged, what is right and why. lesson: its text; where: how its file is shown."""
    head = Text()
    head.append(say(f"quiz.status.{result.status}", lang), style=STYLES[result.status])
    head.append(say("quiz.points", lang, points=f"{result.points:g}", max_points=f"{result.max_points:g}"))
    parts: list[RenderableType] = [head]
    if result.note is not None:
        parts.append(Text(say(result.note.key, lang, **result.note.params)))
    if result.status is not Status.PASS:
        parts.append(Text(say("quiz.right_answer", lang, answer=right_answer(item, lang))))
    parts.append(_prose(_text(item.explanation, lang)))
    section = _title_of(item.section, lesson)
    parts.append(Text(say("quiz.read", lang, section=section, lesson=where), style="dim"))
    return Group(*_apart(parts))


def summary(quiz: DrawnQuiz, result: QuizResult, needed: float, lang: str) -> RenderableType:
    """All questions with their points, and whether that is enough."""
    table = plain_table()
    for column in ("number", "question", "points", "status"):
        number = column in ("number", "points")
        table.add_column(say(f"quiz.column_{column}", lang), justify="right" if number else "left")
    for place, (item, judged) in enumerate(zip(quiz.items, result.items, strict=True), start=1):
        table.add_row(
            str(place), item.id, f"{judged.points:g} / {judged.max_points:g}",
            Text(say(f"quiz.status.{judged.status}", lang), style=STYLES[judged.status]),
        )  # fmt: skip
    numbers = {"score": f"{result.score:g}", "max_score": f"{result.max_score:g}", "needed": f"{needed:g}"}
    ending = say("quiz.passed" if result.passed else "quiz.not_passed", lang, **numbers)
    return Group(table, Text(""), Text(ending, style="bold green" if result.passed else "bold"))


def as_markdown(quiz: DrawnQuiz, lang: str) -> str:
    """The questions as a text, to be answered in a file."""
    parts = []
    for number, item in enumerate(quiz.items, start=1):
        lines = [f"## {number}. `{item.id}`", _text(item.prompt, lang)]
        if item.options:
            lines.append("\n".join(f"- **{o.letter})** {_text(o.text, lang)}" for o in item.options))
        if item.table is not None:
            columns = [_text(column, lang) for column in item.table.columns]
            rows = ["| " + " | ".join(["", *columns]) + " |", "|" + "---|" * (len(columns) + 1)]
            for row in item.table.rows:
                rows.append("| " + " | ".join([_text(row, lang), *[""] * len(columns)]) + " |")
            lines.append("\n".join(rows))
        lines.append(f"*{_ask(item, lang)}*")
        parts.append("\n\n".join(lines))
    return "\n\n".join(parts) + "\n"


def right_answer(item: DrawnItem, lang: str) -> str:
    """A right answer as one would write it."""
    unit = f" {_text(item.unit, lang)}" if item.unit is not None else ""
    if isinstance(item.key, key.Cells):
        return "; ".join(" ".join(f"{cell:g}" for cell in row) for row in item.key.rows)
    if isinstance(item.key, key.Quantity):
        return f"{item.key.value:,.10g}{unit}"
    return written(item.key.example)


def written(answer: object) -> str:
    """An answer in one line."""
    if isinstance(answer, list):
        return ("; " if any(isinstance(part, list) for part in answer) else ", ").join(map(written, answer))
    return f"{answer:g}" if isinstance(answer, float) else str(answer)


def _ask(item: DrawnItem, lang: str) -> str:
    unit = say("quiz.in_unit", lang, unit=_text(item.unit, lang)) if item.unit is not None else ""
    return say(f"quiz.ask.{item.kind}", lang) + unit


def _empty_table(item: DrawnItem, lang: str) -> RenderableType:
    assert item.table is not None
    table = plain_table()
    for column in ("", *(_text(column, lang) for column in item.table.columns)):
        table.add_column(column)
    for row in item.table.rows:
        table.add_row(_text(row, lang), *[say("quiz.cell", lang)] * len(item.table.columns))
    return table


def _prose(text: str) -> Markdown:
    return Markdown(text, code_theme="ansi_dark", hyperlinks=False)


def _apart(parts: list[RenderableType]) -> list[RenderableType]:
    return [view for part in parts for view in (part, Text(""))][:-1]


def _title_of(section: str, lesson: str) -> str:
    """The heading below the anchor `section` of a lesson's text, else the anchor itself."""
    _, found, rest = lesson.partition(f'<a id="{section}"></a>')
    heading = next((line for line in rest.splitlines() if line.startswith("#")), "") if found else ""
    return heading.lstrip("#").strip() or section


def _text(text: LocalizedText, lang: str) -> str:
    """A text of an item, without the blank lines around it."""
    return text.in_language(lang).strip()
