"""What `grader release` says, in Korean."""

MESSAGES = {
    "release.one_of": "하나를 지정하십시오. --out DIR은 배포판을 만들고, --update DIR [--from 배포판]은 갱신하며, --roster CSV --sheets DIR은 학생별 문제를 만듭니다.",
    "release.roster_and_sheets": "--roster와 --sheets는 함께 써야 합니다. 누구의 문제인지, 어디에 둘지를 정합니다.",
    "release.not_empty": "{out}에 이미 무언가 있습니다. 새 폴더를 지정하거나 그 배포판을 갱신하십시오: grader release --update {out}",
    "release.made": "학생용 배포판을 {out}에 만들었습니다. 모범 답안의 줄이나 정답을 읽을 수 있는 곳은 없습니다. 다만 속도 기준 커널은 기계어({references}개)로 들어 있어서 역어셈블할 수 있고, 봉인된 정답은 하나씩 넣어 보면 찾을 수 있습니다. docs/instructor.md를 보십시오.",
    "release.leaks": "배포판에 들어가서는 안 될 것이 있습니다. 모범 답안의 일부이거나 강의자만 가지는 파일입니다:\n{lines}",
    "release.exercise": "{path}: 이대로는 `hints`와 `slow`를 덜어 낼 수 없습니다. `hints:`를 독립된 블록으로 쓰십시오.",
    "release.no_solution": "{path}이(가) 없습니다. 배포판은 모범 답안이 있는 과정에서 만듭니다.",
    "release.no_edition": "학생용 배포판이 아니거나 다른 버전입니다({reason}).",
    "release.quiz": "퀴즈를 만들 수 없습니다: {reason}.",
    "release.updated": "{out}을(를) 갱신했습니다. 바뀐 파일 {count}개.",
    "release.beside": "  {path}: 학생이 고친 파일이므로 그대로 둡니다. 새 버전은 {path}.new입니다.",
    "release.kept": "  {path}: 과정의 파일인데 고쳐져 있었습니다. 새 버전으로 바꾸었고, 있던 것은 {path}.bak입니다.",
    "release.left": "  {path}: 이제 과정에 없는 파일이지만 고쳐져 있으므로 그대로 둡니다.",
    "release.sheets": "학생 {students}명의 채점용 퀴즈 문제(퀴즈마다 응시 {attempts}번): {out}/STUDENT/quizzes",
}
