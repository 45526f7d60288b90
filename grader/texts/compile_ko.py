"""Korean messages about what the compiler found."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # files that are no source
    "compile.file_missing": "{file} 파일이 없습니다",
    "compile.file_unreadable": "{file} 파일을 읽을 수 없습니다",
    "compile.file_too_large": "{file} 파일이 1 MiB보다 큽니다. 커널 소스는 몇 킬로바이트면 충분합니다",
    "compile.file_utf16": "{file} 파일이 UTF-16이나 UTF-32입니다. UTF-8로 저장하십시오",
    "compile.file_not_text": "{file}은(는) UTF-8(또는 CP949) 텍스트가 아니거나 제어 문자가 들어 있습니다. 편집기에서 UTF-8로 저장하십시오",
    "compile.file_empty": "{file} 파일이 비어 있습니다",
    # compilations that came to no end
    "compile.timed_out": "컴파일이 제시간에 끝나지 않았습니다. 끝없이 펼쳐지는 템플릿이나 반복문, 끝없이 커지는 매크로가 있는지, 파일이 지나치게 길지 않은지 보십시오",
    "compile.memory": "컴파일에 허용된 것보다 많은 메모리가 필요합니다. 끝없이 펼쳐지는 템플릿이나 반복문, 끝없이 커지는 매크로가 있는지, 파일이 지나치게 길지 않은지 보십시오",
    "compile.crashed": "이 파일을 컴파일하다가 컴파일러가 멈췄습니다. 마지막으로 고친 곳을 되돌리고 다시 해 보십시오",
    # the toolchain's own objections; the keys are those of grader.toolchain.sentences
    "compile.line_directive": "#line과 줄 표시는 쓸 수 없습니다. 모든 메시지가 실제 줄 번호를 가리켜야 합니다",
    "compile.macro_include": '#include에는 매크로가 아니라 <> 또는 ""로 감싼 헤더를 씁니다',
    "compile.other_include": "#{directive}은(는) 쓸 수 없습니다. #include를 쓰십시오",
    "compile.include_outside": "`{header}`을(를) #include할 수 없습니다. CUDA 헤더만 포함할 수 있고 다른 경로는 막혀 "
    "있습니다",
    "compile.header_unknown": "`{header}` 헤더가 없습니다. 커널은 호스트 C++ 라이브러리 없이 CUDA 헤더만으로 "
    "컴파일합니다(cuda_fp16.h, cuda_pipeline.h, cooperative_groups.h, mma.h, cuda/std/...)",
    "compile.header_use_cuda_std": "`{header}` 헤더가 없습니다. 커널은 호스트 C++ 라이브러리 없이 컴파일합니다. "
    "<cuda/std/{header}>를 포함하고 std:: 대신 cuda::std::를 쓰십시오",
    "compile.cuda_header_missing": "CUDA의 헤더 `{header}`가 설치되어 있지 않습니다. `pip install -e .`로 패키지를 다시 설치하십시오.",
    "compile.asm_directive": "인라인 어셈블리에 `{name}`을(를) 쓸 수 없습니다. 파일이나 줄 번호를 바꾸기 때문입니다",
    "compile.asm_string": "인라인 어셈블리에 문자열을 쓸 수 없습니다. 그 뒤의 코드를 컴파일러와 에뮬레이터가 서로 다르게 읽을 수 있기 때문입니다",
    "compile.source_too_large": "소스가 1 MiB보다 큽니다",
    "compile.source_has_nul": "소스에 NUL 문자가 있습니다. 텍스트 파일이 아닙니다",
    "compile.host_main": "`main`은 호스트 코드입니다. 여기서는 커널과 디바이스 함수만 컴파일하고, 커널은 채점기가 "
    "실행합니다. `main`을 지우십시오",
    "compile.host_function": "`{name}`은(는) 호스트 함수입니다. 커널이 부르는 함수라면 앞에 `__device__`를, 커널이라면 "
    '`extern "C" __global__`을 붙이십시오. 그 밖의 코드는 컴파일하지 않습니다',
    "compile.host_variable": "`{name}`은(는) 호스트 변수입니다. 앞에 `__device__`, `__constant__`, `__shared__` 중 하나를 "
    "붙이거나 커널 안에서 선언하십시오",
    "compile.host_launch": "커널 실행 `<<<...>>>`은 호스트 코드입니다. 커널은 채점기가 실행하니 지우십시오",
    "compile.host_api": "`{name}`은(는) 호스트 함수입니다. 디바이스 코드에는 없고, 여기서는 호스트 코드를 실행하지 않습니다",
    "compile.host_std": "`std::{name}`은(는) 호스트 C++ 라이브러리의 것이라 디바이스 코드에는 없습니다. 일부는 "
    "<cuda/std/...>의 `cuda::std::`에 있습니다",
    "compile.foreign_character": "`{character}`({code})은(는) 여기에 쓸 수 없는 문자입니다. 주석과 문자열 밖에는 영문 자판의 문자만 씁니다. 다른 곳에서 복사했거나 한글 또는 전각 입력 상태로 친 문자인지 보십시오",
    "compile.shared_too_large": "커널 `{kernel}`이(가) 블록당 정적 공유 메모리 {bytes}바이트를 선언합니다. 한계는 "
    "{limit}바이트입니다",
    "compile.inline_ptx": "인라인 어셈블리: {message}",
    # 컴파일러 자체의 메시지가 흔히 뜻하는 것
    "compile.hint_semicolon": "`;`가 빠졌습니다. 이 줄의 끝과 바로 윗줄의 끝을 보십시오.",
    "compile.hint_bracket": "연 괄호를 닫지 않았습니다. 여기나 그 위에 `{what}`가 빠졌습니다.",
    "compile.hint_braces": "위쪽 중괄호의 짝을 세어 보십시오. `{{`나 `}}`가 하나 빠졌거나 남습니다.",
    "compile.hint_undefined": "이 자리에서는 이런 이름이 선언되어 있지 않습니다. 철자가 틀렸거나, 더 아래 또는 다른 "
    "중괄호 안에서 선언하지 않았는지 보십시오.",
    "compile.hint_misspelt": "`{near}`을(를) 쓰려던 것은 아닙니까?",
    "compile.hint_declared_twice": "`{name}`은(는) 이미 있습니다. 그것을 쓰려면 자료형을 빼고, 새로 만들려면 다른 이름을 "
    "쓰십시오.",
    "compile.hint_not_writable": "`=`의 왼쪽에 쓸 수 없습니다. const인 입력이거나 배열의 한 행 전체입니다(tile[y]나 "
    "tile[y, x]가 아니라 tile[y][x]로 씁니다).",
    "compile.hint_too_many_indices": "[ ]의 수가 배열이나 포인터의 차원보다 많습니다. 포인터로 받은 행렬은 "
    "A[row * lda + col]로 접근합니다.",
    "compile.hint_not_whole": "여기에는 정수(int)만 올 수 있습니다. 인덱스나 %, &의 피연산자는 float일 수 없습니다.",
    "compile.hint_not_constant": "배열의 크기는 컴파일할 때 정해져야 합니다. 매개변수나 변수 대신 constexpr을 쓰십시오.",
    "compile.hint_empty_array": "배열의 크기가 0 이하가 되었습니다. 크기에 쓴 상수를 확인하십시오.",
    "compile.hint_shared_initialiser": "공유 메모리는 초깃값 없이 선언합니다. 값은 스레드들이 채우게 하십시오.",
    "compile.hint_asm_syntax": "asm 문의 문자열 안에서는 명령마다 `;`로 끝내고 피연산자 사이에 쉼표를 씁니다.",
    "compile.hint_asm_operands": "피연산자를 세어 보십시오. 문자열 안에서는 뒤에 적힌 순서대로, 출력부터 %0, %1, ...입니다. 변수 "
    "이름은 거기서 통하지 않습니다.",
    "compile.hint_asm_type": '글자는 변수의 자료형입니다. "f"는 float, "r"은 32비트 정수, "l"은 64비트 정수, "d"는 '
    "double입니다.",
    "compile.hint_asm_output": '첫 `:` 뒤에는 쓸 변수가 옵니다. "=f", 먼저 읽기도 한다면 "+f"로 적습니다. 입력은 둘째 `:` 뒤에 '
    "둡니다.",
    "compile.hint_asm_input": '둘째 `:` 뒤의 변수는 읽기만 합니다. = 나 + 없이 "f"로 적고, 쓸 변수는 그 앞에 둡니다.',
}
