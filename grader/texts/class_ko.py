"""What `grader class` says, in Korean."""

MESSAGES = {
    "class.roster_too_large": "{path}: {megabytes} MB가 넘습니다. 명단 파일이 아닌 것 같습니다.",
    "class.roster_empty": "{path}: 학생이 한 명도 없습니다.",
    "class.roster_encoding": "{path}: UTF-8, UTF-16, CP949 가운데 어느 것도 아닙니다. UTF-8로 저장하십시오.",
    "class.roster_no_ids": "{path}: 아이디 열이 없습니다. 첫 줄: {found}. 열 이름을 다음 가운데 하나로 하십시오: {wanted}.",
    "class.roster_no_id": "{path}:{line}: 아이디가 비어 있습니다.",
    "class.roster_bad_id": (
        "{path}:{line}: 아이디 {id!r}은 폴더 이름으로 쓸 수 없습니다. / \\ : * ? \" < > | 는 쓸 수 없고, 점으로 시작하거나 "
        "끝날 수 없으며, 100자까지이고, Windows가 쓰는 이름(con, nul, com1 등)도 쓸 수 없습니다."
    ),
    "class.roster_twice": "{path}:{second}: 아이디 {id!r}이 {first}번째 줄과 겹칩니다.",
    "class.roster_too_many_cells": (
        "{path}:{line}: 칸이 {found}개인데 첫 줄은 {wanted}개입니다. 이름에 든 쉼표를 따옴표로 감싸지 않았습니까?"
    ),
    "class.roster_not_csv": "{path}:{line}: CSV가 아닙니다({reason}).",
    "class.no_folder": "{path}: 읽을 수 있는 폴더가 아닙니다: {reason}.",
    "class.inside": "채점 결과를 제출물 폴더 안에 둘 수 없습니다: {out}은 {submissions} 안에 있습니다.",
    "class.busy": "{out}에 결과를 쓰고 있는 다른 채점이 있습니다. 끝나기를 기다리거나 다른 폴더를 지정하십시오.",
    "class.unwritable": "{out}에 결과를 저장할 수 없습니다: {reason}. 지금까지 채점한 것은 남아 있습니다.",
    "class.interrupted": "중단했습니다. 지금까지 채점한 것은 {out}에 남아 있습니다. 같은 명령을 다시 실행하면 나머지를 채점합니다.",
    "class.refused_link": "파일이 링크이거나 링크 너머에 있습니다. 실제로 제출한 파일만 읽습니다.",
    "class.refused_unreadable": "파일을 읽을 수 없습니다.",
    "class.refused_no_file": "일반 파일이 아닙니다.",
    "class.refused_too_large": "파일이 1 MiB를 넘습니다.",
    "class.refused_too_long": "파일이 64 KiB를 넘습니다. 퀴즈 답안은 몇 KiB면 충분합니다.",
    "class.refused_archive": "압축 파일을 읽을 수 없거나 그 안에 든 것이 너무 많습니다.",
    "class.refused_archive_kind": (
        "읽을 수 없는 종류의 압축 파일입니다. .zip이나 .tar.gz로 다시 받거나, 같은 이름의 폴더에 풀어 두십시오."
    ),
    "class.refused_two_files": "이 연습 문제의 파일이 두 개이고 내용이 서로 다릅니다.",
    "class.refused_no_answers": "응시 기록도 답안 파일도 아닙니다.",
    "class.refused_other_module": "다른 모듈의 퀴즈에 답한 파일입니다.",
    "class.refused_no_attempt": "`attempt`가 1부터 999까지의 수가 아닙니다.",
    "class.refused_attempt_twice": "같은 응시에 답한 파일이 또 있습니다. 먼저 나온 것만 셉니다.",
    "class.refused_too_many_attempts": "앞에 응시가 50번 있습니다. 그 이상은 채점하지 않습니다.",
    "class.refused_other_quiz": "다른 버전의 퀴즈로 만든 응시입니다.",
    "class.refused_whole_class": "반 전체에 공통인 문제에 응시한 것입니다. 여기서는 개인별 문제만 셉니다.",
    "class.refused_other_student": "다른 학생의 응시이거나 다른 키로 만든 응시입니다.",
    "class.jobs_of_a_cluster": "--jobs는 이 컴퓨터에서 채점할 때만 씁니다. 클러스터는 워커의 스레드 수만큼 동시에 채점합니다.",
    "class.no_address": "--scheduler {scheduler!r}: Dask 스케줄러의 주소가 아닙니다. 예: tcp://10.0.0.5:8786",
    "class.no_dask": "--scheduler를 쓰려면 Dask가 필요합니다. 설치: pip install 'warplings[cluster]'",
    "class.no_scheduler": "{scheduler}에서 응답하는 Dask 스케줄러가 없습니다: {reason}.",
    "class.no_workers": "{scheduler}의 스케줄러에 워커가 없습니다. 워커 시작: dask worker {scheduler}",
    "class.no_gpu_workers": (
        "{scheduler}의 워커 중에 GPU 리소스를 가진 것이 없습니다. GPU마다 CUDA_VISIBLE_DEVICES를 정해 워커를 하나씩 "
        "시작하십시오: dask worker {scheduler} --nthreads 1 --resources GPU=1"
    ),
    "class.no_summary": "{path}에 채점 결과가 없습니다(class.json이 없음). 먼저 채점하십시오: grader class grade",
    "class.summary_unreadable": "{path}을(를) 읽을 수 없습니다: {detail}.",
    "class.summary_other": (
        "{path}: 다른 버전의 채점기가 쓴 파일이거나 손상된 파일입니다({detail}). `grader class grade`를 다시 실행하십시오."
    ),
    "class.progress": "채점 중",
    "class.nothing_left": "모두 이미 채점했고 바뀐 것이 없습니다.",
    "class.stranger": "명단에 없는 폴더입니다: {name}.",
    "class.stranger_more": "... 이런 폴더가 {count}개 더 있습니다.",
    "class.twice": "{name}의 제출물이 여럿입니다: {files}. 내용이 서로 다른 파일은 채점하지 않습니다. 하나만 남기십시오.",
    "class.unread": (
        "{name}이(가) 여기서 읽을 수 없는 압축 파일을 제출했습니다: {files}. .zip이나 .tar.gz로 다시 받거나, 학생 아이디와 "
        "같은 이름의 폴더에 풀어 두십시오."
    ),
    "class.would_remove": (
        "아무것도 쓰지 않았습니다. 위 점수 {count}개는 이전 채점 결과로 {out}에 있지만, 지금은 해당 제출물이 없습니다. 제출물 "
        "폴더를 모두 한 명령에 적거나, 점수를 지우려면 --yes를 붙이십시오."
    ),
    "class.hollow": "학생 {name}의 제출물은 있지만, docs/instructor.ko.md에 적힌 위치에 커널도 퀴즈 응시 기록도 없습니다.",
    "class.hollow_more": "... 그 밖에 학생 {count}명이 더 있습니다.",
    "class.column_exercise": "연습 문제",
    "class.column_handed_in": "제출",
    "class.column_full": "만점",
    "class.column_mean": "평균",
    "class.column_errors": "채점 못 함",
    "class.column_quiz": "퀴즈",
    "class.column_attempted": "응시",
    "class.column_passed": "통과",
    "class.column_refused": "채점 못 한 응시",
    "class.refused_attempts": "채점하지 않은 퀴즈 응시: {count}건. {reason}",
    "class.withheld": "아직 열리지 않은 모듈이 있는 학생: {count}명. 그 모듈의 점수는 표에는 나오지만 합계에는 들지 않습니다.",
    "class.done": "학생 {students}명, 파일 {files}개, 이번에 채점한 것 {graded}개. 점수: {scores}",
    "class.budget": "실행하지 않음: 이 학생의 파일 {count}개를 중간에 멈춰야 했습니다. 한 번에 허용하는 최대 개수입니다",
    "class.errors": "파일 {count}개를 채점하지 못했습니다. 같은 명령을 다시 실행하면 이 파일들만 다시 시도합니다:",
    "class.error_line": "  {student} {exercise}: {message}",
}
