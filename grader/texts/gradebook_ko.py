"""What `grader gradebook` says, in Korean."""

MESSAGES = {
    # in the files
    "gradebook.quiz_title": "퀴즈: {title}",
    "gradebook.not_judged": "판정하지 않음",
    "gradebook.comment_missing": "제출하지 않았습니다.",
    "gradebook.comment_refused": "제출한 것을 채점할 수 없습니다: {reason}",
    "gradebook.comment_error": "아직 채점하지 못했습니다. 채점기가 이 파일에서 실패했습니다({reason}).",
    "gradebook.comment_withheld": "{points}점 중 {score}점이지만 반영하지 않았습니다. 이 모듈 앞의 체크포인트를 아직 통과하지 못했습니다.",
    "gradebook.comment_attempts_refused": "제출한 응시 {count}건을 모두 채점할 수 없습니다.",
    "gradebook.comment_quiz": "{attempt}번째 응시(응시 {count}번 중 최고 점수).",
    "gradebook.comment_manual": "직접 채점해야 하는 문항이 남아 있습니다.",
    "gradebook.comment_late": "지각 제출로 {points}점 감점했습니다.",
    # when it is done
    "gradebook.column_item": "항목",
    "gradebook.column_points": "배점",
    "gradebook.column_scores": "점수 있음",
    "gradebook.column_blank": "빈칸",
    "gradebook.column_mean": "평균",
    "gradebook.done": "학생 {students}명, 항목 {items}개를 {out}에 썼습니다.",
    "gradebook.done_folder": "학생 {students}명 중 {files}명의 파일을 {out}에 썼습니다. 나머지 학생은 보고할 점수가 없습니다.",
    "gradebook.ungraded": "채점기가 파일 {count}개에서 실패해 빈칸으로 두었습니다. `grader class grade`를 다시 실행하십시오.",
    # what cannot be exported
    "gradebook.option_unused": "{format} 형식에는 {option} 옵션이 쓰이지 않습니다.",
    "gradebook.match_unknown": "{format} 형식에서 학생을 찾는 기준은 다음 가운데 하나입니다: {known}.",
    "gradebook.no_items": "채점 결과에 연습 문제도 퀴즈도 없습니다.",
    "gradebook.no_students": "채점 결과에 학생이 한 명도 없습니다.",
    "gradebook.no_such_item": "{name!r}(이)라는 항목이 없습니다. 있는 항목: {known}.",
    "gradebook.inconsistent": "class.json의 내용이 서로 맞지 않습니다. `grader class grade`를 다시 실행하십시오.",
    "gradebook.no_such_column": "명단에 {column!r} 열이 없습니다. 있는 열: {known}.",
    "gradebook.no_value": "{field} 값이 없어 LMS가 찾을 수 없는 학생이 있습니다: {students}. 아무것도 쓰지 않았습니다.",
    "gradebook.value_twice": "{field} 값이 서로 같은 학생이 있습니다: {students}. 아무것도 쓰지 않았습니다.",
    "gradebook.bad_id": "폴더 이름으로 쓸 수 없는 아이디입니다: {students}. 아무것도 쓰지 않았습니다.",
    "gradebook.no_number": "{assignment}에서 {student} 학생의 점수가 수가 아닙니다. nbgrader에서 다시 채점하십시오.",
    "gradebook.canvas_ids": (
        "Canvas가 다른 값으로 읽을 ID를 가진 학생이 있습니다(숫자에 쉼표나 점이 섞이면 수로 바꾸고, Canvas 자체 ID는 숫자뿐입니다): "
        "{students}. --match로 다른 기준을 고르십시오. 아무것도 쓰지 않았습니다."
    ),
    "gradebook.canvas_titles": (
        "Canvas가 과제 제목으로 읽지 않는 이름입니다: {items}. Canvas에 과제를 먼저 만들고, 거기서 내보낸 성적표를 --columns로 "
        "지정하십시오."
    ),
    "gradebook.moodle_ids": "Moodle은 {field} 값에 든 백슬래시를 읽지 못합니다: {students}. 아무것도 쓰지 않았습니다.",
    "gradebook.needs_columns": (
        "{platform}에서는 열과 제출물을 자체 ID로만 찾습니다. {platform}에서 내보낸 파일을 --columns로 지정하십시오. 파일을 얻는 방법은 "
        "docs/gradebook.md에 있습니다."
    ),
    "gradebook.columns_too_large": "{path}: {megabytes} MB가 넘습니다. 성적표 파일이 아닌 것 같습니다.",
    "gradebook.columns_encoding": "{path}: UTF-8, UTF-16, CP949 가운데 어느 것도 아닙니다.",
    "gradebook.columns_not_csv": "{path}:{line}: CSV가 아닙니다({reason}).",
    "gradebook.columns_unreadable": "{path}을(를) 읽을 수 없습니다: {reason}.",
    "gradebook.columns_empty": "{path}: 빈 파일입니다.",
    "gradebook.columns_too_many_cells": "{path}:{line}: 칸이 {found}개인데 첫 줄은 {wanted}개입니다.",
    "gradebook.columns_not_of": "{path}: {platform}에서 내보낸 성적표가 아닙니다. 첫 줄: {found}.",
    "gradebook.columns_no_ids": "{path}: {wanted} 가운데 어느 열도 없습니다. 첫 줄: {found}.",
    "gradebook.columns_no_student": (
        "{path}에 없는 학생이 있습니다({fields} 기준): {students}. 수강을 취소한 학생이면 명단에서 빼고 `grader class grade`를 "
        "다시 실행하십시오. ID가 명단의 다른 열에 있으면 --id-column으로 지정하십시오. 아무것도 쓰지 않았습니다."
    ),
    "gradebook.columns_student_twice": "{path}: 명단의 여러 학생이 같은 줄에 해당합니다. 아무것도 쓰지 않았습니다.",
    "gradebook.columns_no_item": (
        "{path}에 열이 없는 항목: {items}. 있는 열: {known}. LMS의 열 제목을 이 이름(한국어나 영어)으로 바꾸거나 --only로 일부만 "
        "내보내십시오. 아무것도 쓰지 않았습니다."
    ),
    "gradebook.columns_unclear": "{path}: 다음 항목마다 열이 하나씩 정해지지 않습니다: {items}. 아무것도 쓰지 않았습니다.",
    "gradebook.columns_other_points": (
        "{path}의 배점이 채점 결과와 다릅니다(결과 / LMS): {items}. LMS의 배점을 고쳐 다시 내보내거나 --points를 확인하십시오. "
        "아무것도 쓰지 않았습니다."
    ),
    "gradebook.scores_json": "{path}: Classroom 50의 scores.json이 아닙니다({reason}).",
    "gradebook.which_assignment": "{path}의 어느 과제입니까? --assignment로 하나를 지정하십시오: {known}.",
    "gradebook.group_assignment": "{assignment}은(는) 조별 과제입니다. 채점 결과는 학생별입니다.",
    "gradebook.folder_exists": "{path}: 이미 있고 비어 있지 않습니다. 다른 폴더를 지정하거나 이 폴더를 지우십시오.",
    "gradebook.unwritable": "{out}에 쓸 수 없습니다: {reason}.",
}
