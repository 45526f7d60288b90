"""What `grader gradebook` says, in Korean."""

MESSAGES = {
    # in the files
    "gradebook.quiz_title": "퀴즈: {title}",
    "gradebook.not_judged": "판정하지 않음",
    "gradebook.comment_missing": "제출하지 않았습니다.",
    "gradebook.comment_untouched": "제출한 파일이 뼈대 코드 그대로입니다. 시작하지 않았습니다.",
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
    "gradebook.excused": "플랫폼에서 면제(excused)로 표시되어 그대로 둔 칸: {count}개 ({cells}).",
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
        "{students}. {option_match}(으)로 다른 기준을 고르십시오. 아무것도 쓰지 않았습니다."
    ),
    "gradebook.canvas_titles": (
        "Canvas가 과제 제목으로 읽지 않는 이름입니다: {items}. Canvas에 과제를 먼저 만들고, 거기서 내보낸 성적표를 {option_columns}(으)로 "
        "지정하십시오."
    ),
    "gradebook.moodle_ids": "Moodle은 {field} 값에 든 백슬래시를 읽지 못합니다: {students}. 아무것도 쓰지 않았습니다.",
    "gradebook.needs_columns": (
        "{platform}에서는 열과 제출물을 자체 ID로만 찾습니다. {platform}에서 내보낸 파일을 {option_columns}(으)로 지정하십시오. 파일을 얻는 방법은 "
        "docs/gradebook.ko.md에 있습니다."
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
        "다시 실행하십시오. ID가 명단의 다른 열에 있으면 {option_id_column}(으)로 지정하십시오. 아무것도 쓰지 않았습니다."
    ),
    "gradebook.columns_student_twice": "{path}: 명단의 여러 학생이 같은 줄에 해당합니다. 아무것도 쓰지 않았습니다.",
    "gradebook.columns_no_item": (
        "{path}에 열이 없는 항목: {items}. 있는 열: {known}. LMS의 열 제목을 이 이름(한국어나 영어)으로 바꾸거나 {option_only}(으)로 일부만 "
        "내보내십시오. 아무것도 쓰지 않았습니다."
    ),
    "gradebook.columns_unclear": "{path}: 다음 항목마다 열이 하나씩 정해지지 않습니다: {items}. 아무것도 쓰지 않았습니다.",
    "gradebook.columns_other_points": (
        "{path}의 배점이 채점 결과와 다릅니다(결과 / LMS): {items}. LMS의 배점을 고쳐 다시 내보내거나 {option_points}을(를) 확인하십시오. "
        "아무것도 쓰지 않았습니다."
    ),
    "gradebook.scores_json": "{path}: Classroom 50의 scores.json이 아닙니다({reason}).",
    "gradebook.which_assignment": "{path}의 어느 과제입니까? {option_assignment}(으)로 하나를 지정하십시오: {known}.",
    "gradebook.group_assignment": "{assignment}은(는) 조별 과제입니다. 채점 결과는 학생별입니다.",
    "gradebook.folder_exists": "{path}: 이미 있고 비어 있지 않습니다. 다른 폴더를 지정하거나 이 폴더를 지우십시오.",
    "gradebook.unwritable": "{out}에 쓸 수 없습니다: {reason}.",
    # what stands in notebooks
    "gradebook.sync_kernels_intro": "제출한 커널과 채점 결과입니다. 이 노트북은 채점기가 채웁니다. `.cu` 파일을 제출하고 이 노트북은 그대로 두십시오.",
    "gradebook.sync_quiz_intro": "이 모듈 퀴즈에서 가장 좋은 응시 결과와, 사람이 채점하는 문제입니다. 아래에 답을 문장으로 쓰십시오. 나머지는 채점기가 채웁니다.",
    "gradebook.sync_question": "문제 {number} ({points}점)",
    "gradebook.sync_rubric": "채점 기준 (학생용 노트북에는 없음)",
    "gradebook.sync_left_over": "이제 과정에 없는 항목",
    "gradebook.sync_gone": "이제 과정에 없는 항목입니다. 누군가 직접 채점했거나 의견을 적었으므로 남겨 둡니다.",
    "gradebook.losses": "낮아지거나 지워질 점수: {count}개",
    "gradebook.loss_more": "... 외 {count}개",
    "gradebook.loss_question": "그래도 계속할까요?",
    "gradebook.sync_would_lower": (
        "{path}에 아무것도 쓰지 않았습니다. 위 점수가 낮아지게 됩니다. 제출물 폴더를 빠짐없이 채점했는지(grader class grade "
        "폴더 폴더 ...) 확인하고, 이대로 맞으면 --yes를 붙이십시오."
    ),
    "gradebook.sync_missing": "제출한 것이 없습니다.",
    "gradebook.sync_graded_on": "채점한 곳: {device}",
    "gradebook.sync_points": "{name}: {status}, {max_points}점 중 {points}점",
    "gradebook.sync_line": "{line}번째 줄: {message}",
    "gradebook.sync_by_hand": "판정하지 못했습니다. 점수를 직접 입력하십시오.",
    "gradebook.sync_withheld": "이 점수는 합계에 들지 않습니다. 이 모듈에 앞선 체크포인트를 아직 통과하지 못했습니다.",
    "gradebook.sync_untouched": "제출한 파일이 뼈대 코드 그대로입니다. 시작하지 않았습니다.",
    "gradebook.sync_refused": "제출한 것을 채점하지 않았습니다: {reason}",
    "gradebook.sync_not_graded": "채점기가 채점하지 못했습니다({reason}). `grader class grade`를 다시 실행한 다음 `grader gradebook sync`를 실행하십시오.",
    "gradebook.sync_impossible": "결과 파일에는 {max_points}점 만점에 {points}점으로 되어 있습니다. 채점기가 줄 수 없는 점수입니다. `grader class grade`를 다시 실행하십시오.",
    "gradebook.sync_uncounted": "{name}은(는) 실행하지 않았습니다. {points}점은 누구의 만점에도 들지 않습니다.",
    "gradebook.sync_no_attempt": "퀴즈에 응시하지 않았습니다.",
    "gradebook.sync_no_record": "이 퀴즈의 결과가 없습니다. `grader class grade`를 다시 실행한 다음 `grader gradebook sync`를 실행하십시오.",
    "gradebook.sync_attempt": "가장 좋은 응시: {attempt}번째, {max_points}점 중 {points}점, {passed}",
    "gradebook.sync_quiz_passed": "통과",
    "gradebook.sync_quiz_not_passed": "통과하지 못함",
    "gradebook.sync_attempt_refused": "{attempt}번째 응시({path})는 채점하지 않았습니다: {reason}",
    "gradebook.sync_unreadable_answer": "제출한 파일에서 답을 쓰는 셀을 찾을 수 없습니다. 위치: {path}",
    # why nothing is synced
    "gradebook.sync_no_nbgrader": "`grader gradebook sync`에는 nbgrader가 필요합니다. 설치: pip install 'warplings[instructor]'",
    "gradebook.sync_busy": "{path}에 쓰고 있는 다른 작업이 있습니다. 끝나기를 기다리십시오.",
    "gradebook.sync_unwritable": "{path}에 쓸 수 없습니다: {reason}. 지금까지 쓴 것은 온전합니다. 같은 명령을 다시 실행하십시오.",
    "gradebook.sync_interrupted": "중단했습니다. {path}에 지금까지 쓴 것은 온전합니다. 같은 명령을 다시 실행하면 나머지를 마칩니다.",
    "gradebook.sync_no_modules": "{path}에는 이 과정의 모듈을 채점한 결과가 없습니다.",
    "gradebook.sync_part_of_module": "{module}의 일부만 채점한 결과입니다. 빠진 것: {missing}. 먼저 모듈 전체에 `grader class grade`를 실행하십시오.",
    "gradebook.sync_stale": "{path}/class.json이 곁에 있는 결과와 맞지 않습니다({student}, {exercise}). 채점이 도중에 멈춘 것 같습니다. 먼저 `grader class grade`를 끝까지 실행하십시오.",
    "gradebook.sync_locked": "다른 프로그램이 {path}을(를) 잠그고 있습니다({reason}). 지금까지 처리한 학생은 모두 온전합니다. 그 프로그램을 닫고 같은 명령을 다시 실행하십시오.",
    "gradebook.sync_database": "{path}을(를) 쓸 수 없습니다: {reason}.",
    "gradebook.sync_no_database": "{path}은(는) nbgrader의 데이터베이스가 아닙니다: {reason}.",
    "gradebook.sync_no_gradebook": "{path}은(는) 데이터베이스이지만 nbgrader의 성적부가 아닙니다.",
    "gradebook.sync_older": "{path}은(는) 예전 버전의 nbgrader로 만든 것입니다. 그 폴더에서 nbgrader db upgrade를 실행한 다음(파일의 사본을 남깁니다) 같은 명령을 다시 실행하십시오.",
    "gradebook.sync_newer": "{path}은(는) 여기 설치된 것보다 새로운 nbgrader로 만든 것입니다. nbgrader를 업그레이드하십시오.",
    "gradebook.sync_other_course": "{path}은(는) {course}이(가) 아니라 {found}의 성적부입니다. --course로 다른 폴더를 지정하거나 --course-id를 쓰십시오.",
    "gradebook.sync_course_config": "--course-id는 {asked}, {path}는 {configured}라고 되어 있습니다. --course-id를 빼거나 파일을 고치십시오.",
    "gradebook.sync_course_id": "{course!r}은(는) 과정 아이디로 쓸 수 없습니다. nbgrader가 그 이름으로 폴더를 만듭니다. --course-id로 다른 것을 지정하십시오.",
    "gradebook.sync_config": "{path}을(를) 쓸 수 없습니다: {reason}",
    "gradebook.sync_other_root": "{path}에는 과정이 {root}에 있다고 되어 있습니다. --course로 그 폴더를 지정하십시오.",
    "gradebook.sync_no_sqlite": "{path}이(가) 지정한 데이터베이스는 SQLite 파일이 아닙니다. SQLite만 지원합니다.",
    "gradebook.sync_not_ours": "{path}은(는) 직접 만든 노트북인데 채점기가 만드는 노트북과 이름이 같습니다. 이름을 바꾸십시오.",
    "gradebook.sync_bad_due": "--due {text}: MODULE=DATE 꼴로 쓰십시오. 예: 06=2026-12-01, 06=2026-12-01T23:59+09:00.",
    # what the command says at its end
    "gradebook.sync_progress": "옮기는 중",
    "gradebook.sync_done": "과정 {course}: 학생 {students}명, 제출 {submissions}건(새로 {new}건), 바뀐 점수 {changed}개, 바뀐 파일 {files}개.",
    "gradebook.sync_nothing_changed": "과정 {course}: 학생 {students}명, 제출 {submissions}건. 바뀐 것이 없습니다.",
    "gradebook.sync_due": "{module}의 마감: {date} UTC.",
    "gradebook.sync_undecided": "판정하지 못해 점수를 직접 입력해야 하는 셀: {count}개",
    "gradebook.sync_more": "  ... 이런 셀이 {count}개 더 있습니다.",
    "gradebook.sync_note_config": "nbgrader 설정을 {path}/nbgrader_config.py에 썼습니다.",
    "gradebook.sync_note_maximum": "{assignment}: {cell}의 만점이 {was}점에서 {now}점으로 바뀌었습니다.",
    "gradebook.sync_note_gone": "{assignment}: 이제 과정에 없어서 뺐습니다: {cells}.",
    "gradebook.sync_note_added": "{assignment}: 새로 생겼습니다: {cells}.",
    "gradebook.sync_note_left_over": "{assignment}: 이제 과정에 없지만 직접 채점했거나 의견을 적은 것이라 만점 없이 남겨 둡니다: {cells}. 거기에 직접 준 점수는 여전히 합계에 듭니다.",
    "gradebook.sync_note_solution": "{path}에 정답이 들어 있습니다. nbgrader는 이 파일을 release/에 그대로 복사합니다. 뼈대 파일을 두거나 지우십시오.",
    "gradebook.sync_note_timestamp": "{path}에서 시각을 읽을 수 없습니다. 시각이 없는 제출로 다룹니다.",
    "gradebook.sync_note_unreadable": "{path}에서 답을 쓰는 셀을 찾을 수 없습니다. 그 문제의 점수를 직접 입력하십시오.",
    "gradebook.sync_note_students_left": "성적부의 학생 {count}명은 이 결과에 없어서 그대로 두었습니다: {students}.",
    "gradebook.sync_note_assignments_left": "성적부에 있지만 이 결과에는 없는 과제는 그대로 두었습니다: {assignments}.",
    "gradebook.sync_note_too_many_points": "{student}: {cell}에 직접 준 {points}점은 만점({most}점)보다 많습니다.",
}
