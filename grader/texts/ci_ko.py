"""`grader ci`의 한국어 메시지."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # 명령
    "ci.help": "GitHub Actions, GitLab, 컨테이너 같은 자동화에서의 채점.",
    "ci.help_grade": "저장소 하나를 채점합니다. 학생의 코드를 실행하는 작업입니다.",
    "ci.help_post": "채점 작업이 남긴 것을 확인하고 요약, 주석, 결과를 씁니다. 아무것도 실행하지 않는 작업입니다.",
    "ci.help_submission": "학생의 저장소. 주지 않으면 과정 폴더",
    "ci.help_since": "푸시하기 전의 커밋. 그 뒤로 바뀐 것을 표시합니다",
    "ci.help_grade_out": "ci.json과 report.html을 쓸 폴더",
    "ci.help_post_in": "채점 작업이 남긴 폴더",
    "ci.help_summary": "요약을 Markdown으로 덧붙일 파일",
    "ci.help_result": "Classroom 50이 읽는 형식의 결과 파일",
    "ci.help_annotations": "줄마다 주석이 달리도록 GitHub Actions의 워크플로 명령을 stdout에 씁니다",
    "ci.no_repository": "{path}은(는) 학생의 파일이 있는 폴더가 아닙니다",
    "ci.untrusted": "{path}은(는) 이 과정의 채점이 쓴 것이 아닙니다({reason}). 아무것도 올리지 않았습니다",
    "ci.no_document": "{path}을(를) 읽을 수 없습니다: {reason}",
    "ci.progress": "{exercise}: {word}",
    "ci.written": "{path}을(를) 썼습니다.",
    # 요약
    "ci.title": "Warplings",
    "ci.head": "연습 문제 {total}개 가운데 **{done}개** 통과, {best}점 가운데 **{points}점**.",
    "ci.without_gpu": "에뮬레이터로 채점했으므로 속도 점수는 넣지 않았습니다.",
    "ci.column_exercise": "연습 문제",
    "ci.column_status": "상태",
    "ci.column_points": "점수",
    "ci.column_first": "처음 실패한 검사",
    "ci.column_line": "줄",
    "ci.changed": "바뀜",
    "ci.first": "{check}: {measured}, 목표 {target}",
    "ci.at_line": "{line}번째 줄",
    "ci.read": "읽을 곳:",
    "ci.more": "실패한 연습 문제가 {count}개 더 있습니다. 아티팩트의 보고서에 모두 있습니다.",
    "ci.advice": "이 점수는 참고용입니다. 성적은 강사가 직접 채점한 결과로 정합니다.",
    "ci.word_passed": "통과",
    "ci.word_failed": "실패",
    "ci.word_unsure": "일부 판정 못 함",
    "ci.word_untouched": "시작 전",
    "ci.word_missing": "파일 없음",
    "ci.word_refused": "거부됨",
    "ci.word_error": "채점기 오류",
}
