"""Korean messages of `grader watch`."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "watch.checking": "{file} 채점 중 ...",
    "watch.points": "{total}점 중 {score}점, {seconds}초",
    "watch.fails": "실패: {check}",
    "watch.passes": "통과",
    "watch.unjudged": "판정하지 못한 검사가 있습니다",
    "watch.done": "완료했습니다. n을 누르면 다음 연습문제로 갑니다.",
    "watch.gone": "{file} 파일이 없습니다. 다시 생기면 바로 채점합니다.",
    "watch.reset": "{file} 파일을 처음부터 다시 시작할까요? 지금 파일은 옆에 남습니다. y: 예, 다른 키: 아니요",
    "watch.come_back": "Enter를 누르면 지켜보기로 돌아갑니다: ",
    "watch.plain_keys": "n 다음, h 힌트, l 목록, z 퀴즈, r 보고서, x 초기화, q 끝 (각각 Enter와 함께)",
    "watch.key_n": "다음",
    "watch.key_h": "힌트",
    "watch.key_l": "목록",
    "watch.key_z": "퀴즈",
    "watch.key_r": "보고서",
    "watch.key_x": "초기화",
    "watch.key_q": "끝",
}
