"""English messages of the quizzes."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "quiz.level.remember": "remember",
    "quiz.level.understand": "understand",
    "quiz.level.apply": "apply",
    "quiz.level.analyze": "analyze",
    "quiz.level.evaluate": "evaluate",
    "quiz.level.create": "create",
    "quiz.ask.choice": "Pick one letter.",
    "quiz.ask.choices": "Pick every letter that is right.",
    "quiz.ask.number": "Write a number.",
    "quiz.ask.text": "Write the term.",
    "quiz.ask.blanks": "Write one expression for each blank.",
    "quiz.ask.order": "Write the letters in the right order.",
    "quiz.ask.table": "Fill in the table, row by row.",
    "quiz.status.pass": "right",
    "quiz.status.fail": "not right",
    "quiz.status.unanswered": "no answer",
    "quiz.status.invalid": "cannot be judged",
    "quiz.invalid.one_letter": "This question takes exactly one letter of {offered}.",
    "quiz.invalid.letters": "This question takes letters of {offered}.",
    "quiz.invalid.each_letter_once": "This question takes each letter of {offered} exactly once.",
    "quiz.invalid.number": "This question takes a number, such as 12, 0.5 or 1/4.",
    "quiz.invalid.text": "This question takes a word or a short phrase.",
    "quiz.invalid.blanks": "This question takes a list of {count} expressions, one for each blank.",
    "quiz.invalid.table": "This question takes a list of {rows} rows with {columns} numbers each.",
    "quiz.passed": "{score} of {max_score} points: passed.",
    "quiz.not_passed": "{score} of {max_score} points: {needed} are needed to pass.",
    "quiz.unknown_answer": "There is no question {id}; its answer was ignored.",
}
