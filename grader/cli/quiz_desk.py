"""One command's work on quizzes: which attempt, asking or reading answers, keeping them, telling the result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group
from rich.rule import Rule
from rich.text import Text

from grader.cli.failure import Failure
from grader.cli.output import STDOUT, complain, show, show_unwrapped, shown_path, write_json
from grader.cli.quiz_asking import Asking, PutAside
from grader.cli.quiz_screen import as_markdown, question, summary, verdict
from grader.course.progress import load_progress
from grader.course.state import FOLDER
from grader.quiz.answers import load_answers
from grader.quiz.attempts import Attempt, Attempts, HandedIn, Kind
from grader.quiz.drawing import QuizFile, draw_graded, draw_practice, open_quiz
from grader.quiz.gate import ModuleState, states
from grader.quiz.score import QuizResult, judge_item, score_quiz
from grader.quiz.variants import DrawnQuiz, QuizError
from grader.texts import say

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.course.catalog import Course, Module


class Desk:
    """Where one command works on quizzes: the course, the attempts made so far, the language, where JSON goes."""

    def __init__(self, course: Course, attempts: Attempts, lang: str, json: str | None) -> None:
        self._course, self.attempts, self._lang, self._json = course, attempts, lang, json

    def graded(self, module: Module, kind: Kind = "graded") -> int:
        """The next graded attempt, or the one that was put aside."""
        file = self._file(module)
        attempt = self._open_attempt(module, file, kind)
        drawn = self._drawn(file, attempt.attempt)
        head = self._head(module, attempt)
        if not self._asked(drawn, attempt, head, module, practice=False):
            show(Text(say("quiz.put_aside", self._lang, module=module.number)))
            return 1
        result = self._judged(drawn, self._newest(attempt), module)
        self._verdicts(drawn, result, module)
        return self._told(drawn, result, module)

    def practise(self, module: Module, *, easier: bool) -> int:
        """A practice attempt: each answer is judged at once, and nothing counts."""
        file = self._file(module)
        attempt = self.attempts.begin(module.number, "practice", file.sha256)
        drawn = draw_practice(file, attempt.attempt, easier=easier)
        head = say("quiz.practice_title", self._lang, module=module.number, title=self._title(module))
        if not self._asked(drawn, attempt, head, module, practice=True):
            return 1
        result = self._judged(drawn, self._newest(attempt), module)
        return self._told(drawn, result, module, counts=False)

    def worked(self, module: Module) -> int:
        """A practice variant with its answers, the questions first that brought least so far."""
        number = 1 + max((a.attempt for a in self.attempts.of(module.number, practice=True)), default=0)
        drawn = draw_practice(self._file(module), number)
        lost: dict[str, float] = {}
        for brought in (item for attempt in self.attempts.of(module.number) for item in attempt.items):
            lost[brought.id] = lost.get(brought.id, 0.0) + brought.max_points - brought.points
        items = sorted(drawn.items, key=lambda item: -lost.get(item.id, 0.0))
        lesson, where = self._lesson(module)
        for place, item in enumerate(items, start=1):
            right = judge_item(item, item.key.example)
            show(Group(Rule(), question(item, place, len(items), item.key.example, self._lang)),
                 verdict(item, right, self._lang, lesson, where))  # fmt: skip
        return 0

    def questions(self, module: Module) -> int:
        """The questions of the open attempt as a text, with the file in which to answer them."""
        file = self._file(module)
        attempt = self._open_attempt(module, file, "graded")
        drawn = self._drawn(file, attempt.attempt)
        if self._json is not None:
            write_json(_questions_json(drawn, self._lang), self._json)
        if self._json != STDOUT:
            head = self._head(module, attempt)
            how = say("quiz.how_to_answer", self._lang, module=module.number, attempt=attempt.attempt,
                      first=drawn.items[0].id)  # fmt: skip
            show_unwrapped(f"# {head}\n\n{as_markdown(drawn, self._lang)}\n{how}")
        return 0

    def from_file(self, module: Module, path: Path) -> int:
        """Grade a file of answers; the first that is handed in for an attempt counts."""
        given = load_answers(path, self._lang)
        if given.module not in (module.number, module.name):
            raise Failure("other_module", "cli.quiz_other_module", path=path, module=given.module, wanted=module.number)
        file = self._file(module)
        known = {attempt.attempt: attempt for attempt in self.attempts.of(module.number)}
        begun = known.get(given.attempt)
        if begun is not None and begun.quiz_sha256 != file.sha256:
            raise Failure("stale_attempt", "cli.quiz_changed", attempt=given.attempt, module=module.number)
        drawn = self._drawn(file, given.attempt)
        attempt = begun or self._begin(module, file, "graded", given.attempt)
        result = self._judged(drawn, attempt.model_copy(update={"answers": _plain(given.answers)}), module)
        for name in result.unknown:
            complain(say("quiz.unknown_answer", self._lang, id=name))
        if self._json != STDOUT:
            self._verdicts(drawn, result, module)
        return self._told(drawn, result, module)

    def placement(self, module: str | None) -> int:
        """One checkpoint after the other, until one is not passed."""
        if module is not None:
            raise Failure("bad_argument", "cli.quiz_placement_module", module=module)
        for state in self._states():
            if not state.module.spec.checkpoint or state.passed:
                continue
            if status := self.graded(state.module, "placement"):
                return status
        show(Text(say("quiz.placed", self._lang)))
        return 0

    def _asked(self, drawn: DrawnQuiz, attempt: Attempt, head: str, module: Module, *, practice: bool) -> bool:
        lesson, where = self._lesson(module)

        def keep(item: str, answer: JsonValue) -> None:
            self._kept(attempt, item, answer)

        asking = Asking(drawn, dict(attempt.answers), keep, self._lang, head, practice, lesson, where)
        try:
            asking.run()
        except (PutAside, KeyboardInterrupt):  # wherever Ctrl-C finds it: each answer was kept when it was given
            return False
        return True

    def _open_attempt(self, module: Module, file: QuizFile, kind: Kind) -> Attempt:
        """The latest attempt if it is not handed in and its questions are still those of the file, else a new one."""
        latest = next(iter(reversed(self.attempts.of(module.number))), None)
        if latest is None or latest.handed_in:
            return self._begin(module, file, kind)
        if latest.quiz_sha256 != file.sha256:
            complain(say("cli.quiz_began_anew", self._lang, attempt=latest.attempt))
            return self._begin(module, file, kind)
        return latest

    def _begin(self, module: Module, file: QuizFile, kind: Kind, number: int | None = None) -> Attempt:
        try:
            return self.attempts.begin(module.number, kind, file.sha256, number)
        except OSError as error:
            raise _unwritable(self._course, error) from None

    def _kept(self, attempt: Attempt, item: str, answer: JsonValue) -> None:
        try:
            self.attempts.answer(attempt, {item: answer})
        except HandedIn:
            raise Failure("handed_in", "cli.quiz_handed_in", attempt=attempt.attempt) from None
        except OSError as error:
            raise _unwritable(self._course, error) from None

    def _newest(self, attempt: Attempt) -> Attempt:
        same = self.attempts.of(attempt.module, practice=attempt.kind == "practice")
        return next((found for found in same if found.attempt == attempt.attempt), attempt)

    def _judged(self, drawn: DrawnQuiz, attempt: Attempt, module: Module) -> QuizResult:
        """Judge the attempt's answers and hand them in; what was handed in before stands."""
        result = score_quiz(drawn, attempt.answers, module.gate.share)
        try:
            self.attempts.hand_in(attempt, result)
        except HandedIn:
            complain(say("quiz.counted_already", self._lang, attempt=attempt.attempt))
        except OSError as error:
            complain(say("cli.quiz_not_kept", self._lang, reason=error.strerror or error))
        return result

    def _verdicts(self, drawn: DrawnQuiz, result: QuizResult, module: Module) -> None:
        lesson, where = self._lesson(module)
        for number, (item, judged) in enumerate(zip(drawn.items, result.items, strict=True), start=1):
            show(Group(Rule(f"{number}. {item.id}", align="left"), verdict(item, judged, self._lang, lesson, where)))

    def _told(self, drawn: DrawnQuiz, result: QuizResult, module: Module, *, counts: bool = True) -> int:
        """Show the summary and what follows from it, write the JSON; the exit status."""
        if self._json is not None:
            write_json(result.as_json(), self._json)
        if self._json != STDOUT:
            views = [summary(drawn, result, module.gate.share * result.max_score, self._lang)]
            if not counts:
                views.append(Text(say("quiz.only_practice", self._lang)))
            elif module.spec.checkpoint:
                state = next(s for s in self._states() if s.module.name == module.name)
                if state.struggling:
                    views.append(Text(say("quiz.struggling", self._lang, module=module.number)))
                elif state.undone:
                    ids = ", ".join(exercise.id for exercise in state.undone)
                    views.append(Text(say("quiz.exercises_left", self._lang, exercises=ids)))
            show(*views)
        return 0 if result.passed else 1

    def _states(self) -> tuple[ModuleState, ...]:
        return states(self._course, self.attempts.of, load_progress(self._course.root).is_done)

    def _file(self, module: Module) -> QuizFile:
        try:
            return open_quiz(module.quiz_path, module.number, self._lang)
        except FileNotFoundError:
            raise Failure("no_quiz", "cli.no_quiz", module=module.number, path=shown_path(module.quiz_path)) from None

    def _drawn(self, file: QuizFile, attempt: int) -> DrawnQuiz:
        try:
            return draw_graded(file, attempt, self._course.root)
        except QuizError as error:
            raise Failure("course_file", "cli.quiz_broken", module=file.module, reason=error) from None
        except OSError as error:
            raise _unwritable(self._course, error) from None

    def _lesson(self, module: Module) -> tuple[str, str]:
        path = module.lesson_path(self._lang)
        try:
            return path.read_text("utf-8"), shown_path(path)
        except OSError:
            return "", shown_path(path)

    def _title(self, module: Module) -> str:
        return module.spec.title.in_language(self._lang)

    def _head(self, module: Module, attempt: Attempt) -> str:
        number = attempt.attempt
        return say("quiz.title", self._lang, module=module.number, title=self._title(module), attempt=number)


def _questions_json(drawn: DrawnQuiz, lang: str) -> dict[str, object]:
    """The questions as data, without anything that gives an answer away."""
    return {
        "module": drawn.module,
        "attempt": drawn.attempt,
        "items": [
            {
                "id": item.id, "kind": item.kind, "level": str(item.level), "max_points": item.max_points,
                "prompt": item.prompt.in_language(lang),
                "options": {option.letter: option.text.in_language(lang) for option in item.options},
                "columns": [c.in_language(lang) for c in item.table.columns] if item.table else [],
                "rows": [r.in_language(lang) for r in item.table.rows] if item.table else [],
            }
            for item in drawn.items
        ],
    }  # fmt: skip


def _plain(answers: object) -> JsonValue:
    """Answers as JSON can keep them: a date that YAML has read becomes a text."""
    if isinstance(answers, dict):
        return {str(name): _plain(value) for name, value in answers.items()}
    if isinstance(answers, list):
        return [_plain(value) for value in answers]
    return answers if answers is None or isinstance(answers, str | int | float | bool) else str(answers)


def _unwritable(course: Course, error: OSError) -> Failure:
    return Failure("unwritable_file", "cli.unwritable", path=shown_path(course.root / FOLDER),
                   reason=error.strerror or error)  # fmt: skip
