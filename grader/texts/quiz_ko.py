"""Korean messages of the quizzes."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "quiz.level.remember": "기억",
    "quiz.level.understand": "이해",
    "quiz.level.apply": "적용",
    "quiz.level.analyze": "분석",
    "quiz.level.evaluate": "평가",
    "quiz.level.create": "창조",
    "quiz.ask.choice": "하나를 골라 글자로 답합니다.",
    "quiz.ask.choices": "맞는 것을 모두 골라 글자로 답합니다.",
    "quiz.ask.number": "숫자로 답합니다.",
    "quiz.ask.text": "용어로 답합니다.",
    "quiz.ask.blanks": "빈칸마다 식을 하나씩 씁니다.",
    "quiz.ask.order": "올바른 순서로 글자를 나열합니다.",
    "quiz.ask.table": "표를 한 행씩 채웁니다.",
    "quiz.status.pass": "정답",
    "quiz.status.fail": "오답",
    "quiz.status.unanswered": "답 없음",
    "quiz.status.invalid": "채점 불가",
    "quiz.invalid.one_letter": "이 문항에는 {offered} 중 정확히 한 글자로 답합니다.",
    "quiz.invalid.letters": "이 문항에는 {offered} 중에서 골라 답합니다.",
    "quiz.invalid.each_letter_once": "이 문항에는 {offered}를 각각 한 번씩 모두 씁니다.",
    "quiz.invalid.number": "이 문항에는 12, 0.5, 1/4 같은 숫자로 답합니다.",
    "quiz.invalid.text": "이 문항에는 단어나 짧은 말로 답합니다.",
    "quiz.invalid.blanks": "이 문항에는 빈칸마다 하나씩, 식 {count}개의 목록으로 답합니다.",
    "quiz.invalid.table": "이 문항에는 숫자 {columns}개씩 {rows}행의 목록으로 답합니다.",
    "quiz.passed": "{max_score}점 만점에 {score}점, 통과입니다.",
    "quiz.not_passed": "{max_score}점 만점에 {score}점입니다. 통과하려면 {needed}점이 필요합니다.",
    "quiz.unknown_answer": "{id}라는 문항은 없으므로 그 답은 무시했습니다.",
}
