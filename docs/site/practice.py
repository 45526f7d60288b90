"""A module's quiz in practice mode, as a page: some variants, each question with its answer folded beneath it.

Questions can be answered on the page: `static/practice.js` makes fields of them.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.course.catalog import Module
from grader.course.lessons import page_with
from grader.quiz.drawing import draw_practice, open_quiz
from grader.quiz.forms import c_tokens, normal_text
from grader.quiz.key import Blanks, Cells, Key, Letters, Quantity, Term
from grader.quiz.key import Sequence as Ordered
from grader.quiz.sheet import revealed
from grader.quiz.variants import DrawnItem

VARIANTS = 3
TOLD_BY_SCRIPT = ("check", "right", "wrong", "order")
Words = Mapping[str, str]


def practice_page(module: Module, lang: str, say: Words) -> str:
    """The page. Its variants are practice ones, which are never graded."""
    file = open_quiz(module.quiz_path, module.number, lang)
    parts = [f"# {say['practice']}", say["practice_lead"].format(module=module.number)]
    words = " ".join(f'data-{name}="{html.escape(say[f"practice_{name}"])}"' for name in TOLD_BY_SCRIPT)
    parts.append(f'<div id="practice-words" hidden {words}></div>')
    for attempt in range(1, VARIANTS + 1):
        parts.append(f"## {say['variant'].format(number=attempt)}")
        for number, item in enumerate(draw_practice(file, attempt).items, 1):
            parts += _question(item, number, lang, say, _page(module, lang, item.section))
    return "\n\n".join(parts) + "\n"


def _page(module: Module, lang: str, section: str) -> str:
    """The page that has the section, as it is linked from the practice page beside it."""
    page = page_with(module.quiz_path.parent, lang, section)
    stem = page.name.split(".")[0]
    return f"deeper/{stem}.md" if page.parent.name == "deeper" else f"{stem}.md"


def _question(item: DrawnItem, number: int, lang: str, say: Words, page: str) -> Iterator[str]:
    yield f"### {say['question'].format(number=number)}"
    yield item.prompt.in_language(lang)
    known = revealed(item)
    yield f'<div class="ask" {_right(known.key)}>'
    if item.options:
        yield "\n".join(f"- **{option.letter})** {_one_line(option.text.in_language(lang))}" for option in item.options)
    if item.table is not None:
        yield _empty_table([column.in_language(lang) for column in item.table.columns],
                           [row.in_language(lang) for row in item.table.rows])  # fmt: skip
    yield "</div>"
    yield f"<details>\n<summary>{say['answer']}</summary>"
    yield _answer(known.key.example, item.unit.in_language(lang) if item.unit else "")
    yield known.explanation.in_language(lang)
    yield f"[{say['back_to_lesson']}]({page}#{item.section})" if item.section else ""
    yield "</details>"


def _right(key: Key) -> str:
    """What answers a question, as attributes."""
    right: list[Any]
    match key:
        case Letters():
            kind, right = "one" if key.single else "several", sorted(key.right)
        case Quantity():
            kind, right = "number", [[key.value]]
        case Cells():
            kind, right = "table", [list(row) for row in key.rows]
        case Term():
            kind, right = "text", sorted({normal_text(form) for form in key.accepted})
        case Blanks():
            kind, right = "blanks", [[c_tokens(form) for form in forms] for forms in key.accepted]
        case Ordered():
            kind, right = "order", [sorted(group) for group in key.groups]
    tolerance = f' data-tolerance="{key.tolerance!r}"' if isinstance(key, Quantity | Cells) else ""
    return f'data-kind="{kind}" data-right="{html.escape(json.dumps(right))}"{tolerance}'


def _answer(example: object, unit: str) -> str:
    if isinstance(example, Mapping):
        return "\n".join(f"- {name}: {_plain(value)}" for name, value in example.items())
    if isinstance(example, Sequence) and not isinstance(example, str):
        if example and all(isinstance(row, list | tuple) for row in example):
            return "\n".join("- " + ", ".join(map(_plain, row)) for row in example)
        return "**" + ", ".join(map(_plain, example)) + "**"
    return f"**{_plain(example)}{' ' + unit if unit else ''}**"


def _plain(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_plain, value))
    text = f"{value:,g}" if isinstance(value, float) else str(value)
    return f"`{text}`" if any(sign in text for sign in "*_`<>[]|") else text


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def _empty_table(columns: Sequence[str], rows: Sequence[str]) -> str:
    head = "| | " + " | ".join(columns) + " |"
    return "\n".join([head, "|---" * (len(columns) + 1) + "|", *(f"| {row} |" + " ? |" * len(columns) for row in rows)])
