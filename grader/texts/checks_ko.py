"""Korean messages of the checks: what was wanted, what happened, what to do."""

from __future__ import annotations

_TITLES = {
    "checks.compiles.title": "커널이 컴파일되고, 이름과 매개변수가 문제에서 정한 것과 같습니다.",
    "checks.correctness.title": "모든 케이스의 결과가 맞고, 결과 말고는 아무것도 쓰지 않습니다.",
    "checks.hazards.title": "결과가 운에 좌우되지 않습니다. 경쟁 상태도, 일부 스레드가 빠뜨리는 배리어도, 쓰기 전에 읽는 공유 "
    "메모리도 없습니다.",
    "checks.shared_excess.title": "뱅크 충돌로 잃는 공유 메모리 웨이브프런트가 허용치를 넘지 않습니다.",
    "checks.shared_wavefronts.title": "공유 메모리를 거쳐 계산하되, 웨이브프런트를 적게 씁니다.",
    "checks.global_sectors.title": "전역 메모리를 적은 수의 32바이트 섹터로 읽고 씁니다. 이웃은 함께, 같은 값은 되풀이하지 않고 "
    "가져옵니다.",
    "checks.barriers.title": "워프가 서로 기다리는 횟수가 허용치를 넘지 않습니다.",
    "checks.resources.title": "레지스터, 로컬 메모리, 공유 메모리를 정해진 한도 안에서 씁니다.",
    "checks.machine_code.title": "이 문제에서 쓰려는 명령어가 기계어에 있고, 금지한 명령어는 없습니다.",
    "checks.speed.title": "같은 GPU에서 나란히 실행한 기준 커널과 견주어 빠릅니다.",
}

_ORDER = {
    "checks.compiles_first": "판정하지 않았습니다. 먼저 컴파일되어야 합니다.",
    "checks.private_case": "비공개-{number}",
    "checks.private_wrong": "결과가 틀리거나 커널이 멈춥니다. (비공개 케이스에 대해서는 더 알려 주지 않습니다.)",
    "checks.private_unknown": "에뮬레이터가 이 케이스를 판정할 수 없습니다. (비공개 케이스에 대해서는 더 알려 주지 않습니다.)",
    "checks.private_hazard": "비공개 케이스에서 다른 케이스에는 없는 해저드가 있습니다.",
    "checks.private_for_instructor": "{case}: {what}",
    "checks.private_count": "비공개 케이스에서 횟수가 허용치를 넘습니다. (비공개 케이스의 수치는 보여 주지 않습니다.)",
    "checks.correct_first": "아직 점수가 없습니다. 결과부터 맞아야 합니다.",
    "checks.correct_unknown": "판정하지 않았습니다. 결과가 맞는지 알 수 없습니다.",
}

_COMPILES = {
    "checks.compiles.pass": "컴파일됩니다.",
    "checks.compiles.refused": "컴파일할 수 없습니다: {what}",
    "checks.compiles.error": "컴파일러가 멈췄습니다: {what}",
    "checks.compiles.errors": "컴파일러가 멈췄습니다: {what} (뒤에 {more}개 더 있습니다. 대개 첫 번째가 원인입니다.)",
    "checks.compiles.at_line": "{line}번째 줄: {what}",
    "checks.compiles.no_kernel": '파일에 커널이 없습니다. `extern "C" __global__ void {kernel}(...)`가 있어야 합니다.',
    "checks.compiles.mangled": '커널 `{kernel}`에 `extern "C"`가 빠졌습니다. 없으면 C++가 이름을 바꿉니다.',
    "checks.compiles.near_name": "커널 `{kernel}`이(가) 없고 `{near}`이(가) 있습니다. 오타가 아닙니까?",
    "checks.compiles.wrong_name": "커널 `{kernel}`이(가) 없습니다. 파일에 있는 커널: {found}.",
    "checks.compiles.parameter_count": "`{kernel}`의 매개변수가 {wanted}개가 아니라 {found}개입니다. "
    "시그니처는 `{kernel}({signature})` 그대로 두어야 합니다.",
    "checks.compiles.parameter_type": "`{kernel}`의 {position}번째 매개변수는 `{parameter}`여야 합니다. "
    "시그니처는 `{kernel}({signature})` 그대로 두어야 합니다.",
}

_CORRECTNESS = {
    "checks.not_begun": "직접 쓴 코드가 있어야 판정합니다. 아직 뼈대 코드 그대로입니다.",
    "checks.correctness.pass": "케이스 {total}개가 모두 맞습니다.",
    "checks.correctness.case": "케이스 {case}: {what}",
    "checks.correctness.others_right": "나머지 케이스 {count}개는 맞습니다.",
    "checks.correctness.also_wrong": "케이스 {total}개 가운데 {count}개가 틀립니다. 틀린 다른 케이스: {wrong}. 맞은 케이스: {right}.",
    "checks.correctness.all_wrong": "케이스 {total}개가 모두 틀립니다.",
    "checks.slip_empty": "{line}번째 줄: `{word} (...)` 뒤에 `;`이 있어 아무것도 제어하지 않습니다. 그다음 문장은 조건과 상관없이 한 번 "
    "실행됩니다.",
    "checks.slip_assignment": "{line}번째 줄: `{word} (... = ...)`은 대입입니다. 비교는 `==`입니다.",
    "checks.working.got": "커널이 남긴 값: {got}",
    "checks.correctness.not_run": "케이스 {case}: 실행하지 않았습니다.{what}",
    "checks.correctness.missing": "케이스 {missing}개를 실행하지 않았습니다.",
    "checks.mismatch.value": "{buffer}의 원소 {total:,}개 가운데 {wrong:,}개가 틀립니다. 첫 번째는 행 {row}, 열 {column}이며 "
    "기댓값은 {expected}, 나온 값은 {got}입니다.",
    "checks.mismatch.value_matrix": "{buffer}의 원소 {total:,}개 가운데 {wrong:,}개가 틀립니다. 첫 번째는 행렬 {matrix}의 행 "
    "{row}, 열 {column}이며 기댓값은 {expected}, 나온 값은 {got}입니다.",
    "checks.mismatch.value_element": "{buffer}의 원소 {total:,}개 가운데 {wrong:,}개가 틀립니다. 첫 번째는 {column}번 원소이며 "
    "기댓값은 {expected}, 나온 값은 {got}입니다.",
    "checks.mismatch.padding": "{buffer}에서 행렬이 아닌 자리 {wrong:,}곳을 덮어썼습니다. 첫 번째는 행 {row}, 열 {column}입니다. "
    "각 행에서 행렬에 속하는 열만 써야 합니다.",
    "checks.mismatch.input": "입력 {buffer}의 원소 {wrong:,}개가 바뀌었습니다. 첫 번째는 행 {row}, 열 {column}이며 {expected}에서 "
    "{got}(으)로 바뀌었습니다. 입력은 읽기만 해야 합니다.",
    "checks.mismatch.input_element": "입력 {buffer}의 원소 {wrong:,}개가 바뀌었습니다. 첫 번째는 {column}번 원소이며 {expected}에서 "
    "{got}(으)로 바뀌었습니다. 입력은 읽기만 해야 합니다.",
    "checks.part_of": "{buffer}({part})",
    "checks.part.transpose_of_m": "m의 전치",
    "checks.part.w_times_w": "w 곱하기 w",
    "checks.part.transpose_of_w": "w의 전치",
    "checks.part.stride_1": "간격 1로 읽은 부분",
    "checks.part.stride_2": "간격 2로 읽은 부분",
    "checks.part.stride_4": "간격 4로 읽은 부분",
    "checks.part.stride_8": "간격 8로 읽은 부분",
    "checks.part.stride_16": "간격 16로 읽은 부분",
    "checks.part.stride_32": "간격 32로 읽은 부분",
}

_HAZARDS = {
    "checks.hazards.pass": "해저드가 없습니다.",
    "checks.hazards.warning": "오류는 없지만 주의하십시오: {what}",
    "checks.hazards.note": "해저드는 없지만 참고하십시오: {what}",
    "checks.hazards.one": "{what}",
    "checks.hazards.several": "해저드가 {count}개입니다. 첫 번째: {what}",
    "checks.hazards.unsupported": "판정할 수 없습니다. 에뮬레이터가 모르는 기능을 커널이 씁니다.",
    "checks.hazards.other_line": "{line}번째 줄에서 생기는 해저드의 다른 한쪽입니다.",
    "checks.hazards.not_run": "판정하지 않았습니다. 커널이 중간에 멈췄고, 그때까지는 해저드가 없었습니다.",
}

_COUNTS = {
    "checks.counts.not_run": "측정하지 못했습니다. 집계하는 케이스가 끝까지 실행되지 않았습니다.",
    "checks.counts.unbounded": "집계는 {value:,}, 허용치는 {at_most:,}이지만 정확한 값이 아닙니다. 정확한 규칙이 알려지지 않은 줄이 "
    "있습니다(케이스 {case}). 아래에 표시했습니다.",
    "checks.counts.inconclusive": "집계는 {value:,}, 허용치는 {at_most:,}이지만 정확한 값이 아닙니다. 하드웨어에서는 최대 "
    "{bound:,}일 수 있습니다(케이스 {case}). 불확실한 줄을 아래에 표시했습니다.",
    "checks.shared_excess.pass": "초과 웨이브프런트 {value:,}개(허용 {at_most:,}개), 케이스 {case}.",
    "checks.shared_excess.fail": "이상적인 값보다 웨이브프런트가 {value:,}개 많습니다. 허용치는 {at_most:,}개입니다(케이스 {case}). "
    "한 워프의 레인들이 한 뱅크의 서로 다른 워드를 요청해서 뱅크가 하나씩 처리합니다.",
    "checks.shared_wavefronts.pass": "웨이브프런트 {value:,}개(허용 {at_most:,}개), 케이스 {case}.",
    "checks.shared_wavefronts.fail": "공유 메모리 웨이브프런트가 {value:,}개입니다. 허용치는 {at_most:,}개입니다(케이스 {case}). "
    "뱅크 충돌이 있는지, 패딩 때문에 컴파일러가 로드 네 개를 16바이트 하나로 합치지 못하는지 보십시오.",
    "checks.shared_wavefronts.too_few_loads": "공유 메모리 로드 요청이 {loads:,}개뿐입니다. {at_least:,}개 이상이어야 합니다. 값을 한 "
    "번 가져온 뒤 공유 메모리에서 다시 써야 합니다.",
    "checks.global_sectors.pass": "섹터 {value:,}개(허용 {at_most:,}개), 케이스 {case}.",
    "checks.global_sectors.fail": "전역 메모리 섹터가 {value:,}개입니다. 허용치는 {at_most:,}개입니다(케이스 {case}). "
    "코얼레싱이 되지 않거나(이웃한 레인이 이웃한 워드에 접근하지 않음) 같은 워드를 되풀이해서 가져옵니다.",
    "checks.global_sectors.too_few_loads": "전역 메모리 로드 요청이 {loads:,}개뿐입니다. {at_least:,}개 이상이어야 합니다.",
    "checks.operation.load": "로드",
    "checks.operation.store": "스토어",
    "checks.operation.atomic": "원자 연산",
    "checks.operation.async_copy": "비동기 복사",
    "checks.line.inexact": "{what} (정확하지 않음)",
    "checks.line.shared": "{width}바이트 {operation} 요청 {requests:,}개에 웨이브프런트 {cost:,}개: 요청마다 {each:.3g}개, 충돌로 "
    "잃은 것은 없습니다.",
    "checks.line.shared_excess": "{width}바이트 {operation} 요청 {requests:,}개에 웨이브프런트 {cost:,}개, 이상은 {ideal:,}개: 요청마다 "
    "{each:.3g}개이며 그중 {useful:.0f}%만 필요합니다.",
    "checks.line.shared_conflict": "{width}바이트 {operation} 요청 {requests:,}개에 웨이브프런트 {cost:,}개, 이상은 "
    "{ideal:,}개({useful:.0f}%): 요청마다 한 뱅크에서 서로 다른 워드 {each:.3g}개를 찾습니다.",
    "checks.line.global": "{width}바이트 {operation} 요청 {requests:,}개에 섹터 {cost:,}개: 요청마다 {each:.3g}개, 모든 바이트를 "
    "씁니다.",
    "checks.line.global_excess": "{width}바이트 {operation} 요청 {requests:,}개에 섹터 {cost:,}개, 이상은 {ideal:,}개: 요청마다 "
    "{each:.3g}개이며 오간 바이트의 {useful:.0f}%만 씁니다.",
}

_CODE = {
    "checks.barriers.pass": "워프가 배리어에 이른 횟수 {value:,}회(허용 {at_most:,}회), 케이스 {case}.",
    "checks.barriers.fail": "워프가 배리어에 이른 횟수가 {value:,}회입니다. 허용치는 {at_most:,}회입니다(케이스 {case}). 배리어에서는 블록의 "
    "모든 워프가 가장 느린 워프를 기다립니다. 다른 배리어가 이미 막아 주는 것을 다시 막고 있는 배리어가 어느 것입니까?",
    "checks.resources.pass": "한도 안입니다.",
    "checks.resources.registers_at_most": "스레드당 레지스터 {value}개, 허용치는 {limit}개입니다.",
    "checks.resources.local_bytes_at_most": "스레드당 로컬 메모리 {value:,}바이트, 허용치는 {limit:,}바이트입니다. 실행 중에 정해지는 "
    "인덱스로 읽고 쓰는 배열과 스필된 값이 여기에 놓입니다.",
    "checks.resources.spill_bytes_at_most": "스레드당 스필 {value:,}바이트, 허용치는 {limit:,}바이트입니다. 동시에 살아 있는 값이 "
    "레지스터보다 많습니다.",
    "checks.resources.shared_bytes_at_most": "블록당 공유 메모리 {value:,}바이트, 허용치는 {limit:,}바이트입니다.",
    "checks.resources.shared_bytes_at_least": "블록당 공유 메모리 {value:,}바이트, {limit:,}바이트 이상이어야 합니다.",
    "checks.resources.local_access": "이 줄이 로컬 메모리에 접근합니다.",
    "checks.resources.local_index": "여기서 쓰는 인덱스가 실행 중에야 정해지므로 배열이 로컬 메모리로 갑니다. 둘러싼 반복문을 모두 펼쳐 인덱스를 "
    "상수로 만드십시오.",
    "checks.resources.local_spill": "남은 레지스터가 없어 컴파일러가 값을 로컬 메모리로 내보냅니다(스필).",
    "checks.machine_code.pass": "필요한 명령어가 모두 있고, 금지한 명령어는 없습니다.",
    "checks.machine_code.missing": "기계어에 없는 명령어: {names}.",
    "checks.machine_code.idle": "기계어에는 있지만 어느 케이스에서도 실행되지 않는 명령어: {names}.",
    "checks.machine_code.forbidden": "기계어에 없어야 하는 명령어: {names}.",
    "checks.machine_code.line": "이 줄이 {name} 명령어가 되었습니다.",
}
_GPU = {
    "checks.reason.no_gpu": "속도는 GPU가 있어야 잴 수 있습니다. 여기에는 쓸 수 있는 GPU가 없습니다.",
    "checks.reason.not_asked_for": "속도는 재지 않았습니다(`--backend emulated`).",
    "checks.reason.gpu_no_driver": "속도는 GPU가 있어야 잴 수 있습니다. 여기에는 NVIDIA 드라이버가 없습니다.",
    "checks.reason.gpu_no_gpu": "속도는 GPU가 있어야 잴 수 있습니다. 드라이버는 있지만 쓸 수 있는 GPU가 없습니다({detail}).",
    "checks.reason.gpu_old_driver": "속도를 재려면 CUDA 13용 드라이버(580 이상)가 필요합니다. 지금 드라이버는 {detail}용입니다. 드라이버를 업데이트하십시오.",
    "checks.reason.gpu_old_gpu": "속도를 재려면 Turing(sm_75) 이후의 GPU가 필요합니다. 지금 GPU는 {detail}입니다.",
    "checks.reason.gpu_no_cupy": "속도를 재려면 CuPy가 필요한데 불러올 수 없습니다({detail}). `make gpu`를 실행하십시오.",
    "checks.reason.gpu_too_small": "이 GPU의 메모리({detail})가 속도를 재는 크기에 비해 작거나, 다른 프로그램이 쓰고 있습니다.",
    "checks.reason.gpu_refuses": "이 소스는 sm_90용으로는 컴파일되지만 여기 있는 GPU용으로는 컴파일되지 않습니다: {detail}",
    "checks.reason.gpu_stopped": "GPU에서 실행하던 프로세스가 도중에 끝나 판정할 수 없습니다({detail}).",
    "checks.reason.gpu_failed": "GPU에서 채점기 자체가 실패하여({detail}) 판정할 수 없습니다.",
    "checks.reason.baseline_of_others": "이 배포판의 기준 커널은 {known}용 기계어입니다. 이 GPU는 {gpu}입니다.",
    "checks.reason.no_baseline": "비교할 기준이 없습니다. 이 배포판에는 이 문제의 컴파일된 기준 커널이 들어 있지 않습니다.",
    "checks.reason.not_asked": "이 문제는 속도를 평가하지 않습니다.",
    "checks.reason.not_timed": "이 계열의 문제는 속도를 재지 않습니다.",
    "checks.reason.results_first": "속도를 재지 않았습니다. 결과부터 맞아야 합니다.",
    "checks.reason.stands_in": "에뮬레이터가 센 값입니다. {reason}",
    "checks.reason.sanitizer_no_sanitizer": "compute-sanitizer를 찾지 못했습니다. `make gpu`를 실행하거나 CUDA 툴킷을 설치하십시오.",
    "checks.reason.sanitizer_late": "compute-sanitizer의 {tool}이(가) 제시간에 끝나지 않아 판정할 수 없습니다.",
    "checks.reason.sanitizer_broken": "compute-sanitizer의 {tool}이(가) 여기서 동작하지 않아({detail}) 판정할 수 없습니다.",
    "checks.reason.sanitizer_no_proof": "compute-sanitizer의 {tool}이(가) 시험용으로 심어 둔 오류를 찾지 못했습니다. 따라서 아무것도 보고하지 않아도 문제가 없다고 볼 수 없습니다.",
    "checks.reason.sanitizer_not_run": "compute-sanitizer의 {tool}을(를) 붙이면 커널이 끝까지 실행되지 않는데({detail}) 도구가 이유를 알려 주지 않아 판정할 수 없습니다.",
    "checks.reason.ncu_no_ncu": "Nsight Compute(`ncu`)를 찾지 못했습니다. CUDA 툴킷이나 NVIDIA의 Nsight Compute 페이지에서 설치하고 `ncu`를 PATH에 넣으십시오.",
    "checks.reason.ncu_no_report_reader": "Nsight Compute의 보고서를 읽을 수 없습니다({detail}). `pip install ncu-report`를 실행하십시오.",
    "checks.reason.ncu_no_permission": "Nsight Compute에 이 GPU의 성능 카운터를 읽을 권한이 없습니다(ERR_NVGPUCTRPERM). 관리자 권한으로 /etc/modprobe.d/nvprof.conf에 `options nvidia NVreg_RestrictProfilingToAdminUsers=0`을 적고 컴퓨터를 다시 시작하십시오(WSL에서는 NVIDIA 제어판의 개발자, GPU 성능 카운터 관리에서 모든 사용자에게 허용).",
    "checks.reason.ncu_late": "Nsight Compute가 제시간에 끝나지 않았습니다.",
    "checks.reason.ncu_no_kernel": "Nsight Compute가 프로파일링한 커널이 없습니다({detail}).",
    "checks.reason.ncu_not_a_number": "이 GPU에서는 Nsight Compute의 카운터 값이 NaN이라 쓸 수 없습니다.",
    "checks.reason.ncu_failed": "Nsight Compute가 실패했습니다: {detail}",
    "checks.reason.ncu_not_native": "컴파일러가 이 GPU용 기계어를 만들지 못해({detail}) 드라이버가 만들었습니다. 그 기계어가 소스의 어느 줄에서 왔는지 Nsight Compute로는 알 수 없습니다.",
    "checks.reason.ncu_uncounted": "기계어에 {detail} 명령이 있습니다. 이 명령은 여기서 쓰는 Nsight Compute 카운터가 세지 못하는 경로로 메모리에 접근합니다.",
    "checks.reason.asks_where": "{line}번째 줄에서 {register} 레지스터를 읽습니다. 커널이 이 값으로 검사 도구에서 실행 중인지 구별할 수 있으므로 도구의 판정을 믿을 수 없습니다. 이 레지스터를 읽지 않으면 판정합니다(라이브러리가 읽는 경우도 있습니다. 예를 들어 cuda::barrier는 기다리는 동안 읽습니다).",
    "checks.reason.replayed": "{tool}을(를) 붙여 실행했을 때의 결과입니다. 같은 값을 그냥 실행하면 결과가 맞으므로, 경쟁 상태가 있거나 검사 도구에서 실행 중인지 구별하는 커널입니다.",
    "checks.speed.pass": "기준 속도의 {ratio:.3f}배입니다. {full:g}배 이상이면 만점입니다.",
    "checks.speed.fail": "기준 속도의 {ratio:.3f}배이므로 배점의 {share:.0f} %를 받습니다. {zero:g}배를 넘으면 점수가 붙기 시작해 {full:g}배에서 만점입니다.",
    "checks.speed.nothing": "기준 속도의 {ratio:.3f}배이므로 0점입니다. {zero:g}배를 넘어야 점수가 붙고 {full:g}배에서 만점입니다.",
    "checks.speed.unsteady": "측정한 시간이 너무 들쭉날쭉해서 판정할 수 없습니다. 비율의 오차가 ±{limit:g} % 이내여야 하는데 ±{spread:.1f} %입니다. 다른 프로그램이 이 GPU를 쓰고 있지 않은지 확인하고 다시 실행하십시오.",
    "checks.speed.apart": "GPU 이벤트로 잰 시간과 호스트에서 잰 시간이 맞지 않아 측정값을 믿을 수 없습니다. 다시 실행하십시오.",
    "checks.speed.moved": "실행 직전까지 하는 일이 같은데도 내 커널 쪽에서만 기준 커널보다 시간이 더 걸렸으므로 측정값을 믿을 수 없습니다. 다시 실행하십시오.",
    "checks.speed.wrong": "0점입니다. 속도를 재는 크기에서 커널이 제대로 동작하지 않습니다. {what}",
    "checks.speed.asks_where": "0점입니다. {line}번째 줄에서 {register} 레지스터를 읽습니다. 커널이 이 값으로 어디서 실행되는지 구별할 수 있으므로, 판정한 커널과 시간을 잰 커널이 같다고 볼 수 없습니다. 이 레지스터를 읽지 않으면 속도를 잽니다(라이브러리가 읽는 경우도 있습니다. 예를 들어 cuda::barrier는 기다리는 동안 읽습니다).",
    "checks.speed.times": "내 커널 {you:.3f} ms, 기준 {baseline:.3f} ms ({case}, 번갈아 {turns}번씩 잰 중앙값, 비율의 오차 ±{spread:.1f} %).",
    "checks.speed.library": "{name} {time:.3f} ms: 내 커널은 그 속도의 {share:.1f} %입니다(참고용, 점수에는 반영하지 않음).",
    "checks.speed.library_cublas_sgemm": "cuBLAS(FP32, TF32 미사용)",
    "checks.speed.library_cublas_sgemv": "cuBLAS(FP32, TF32 미사용)",
    "checks.speed.library_device_copy": "디바이스 내 복사(D2D)",
    "checks.speed.library_cub_row_sums": "CUB",
    "checks.speed.slowed": "측정하는 동안 GPU 클럭이 제한되었습니다: {reasons}.",
    "checks.slowed.power_cap": "전력 제한",
    "checks.slowed.hardware_slowdown": "하드웨어의 클럭 제한",
    "checks.slowed.software_thermal_slowdown": "발열(소프트웨어가 클럭 제한)",
    "checks.slowed.hardware_thermal_slowdown": "발열(하드웨어가 클럭 제한)",
    "checks.slowed.power_brake": "외부 전력 제한 신호(power brake)",
    "checks.speed.value": "{buffer}의 행 {row}, 열 {column}: 기댓값은 {expected}, 나온 값은 {got}입니다.",
    "checks.speed.imprecise": "{buffer}의 행 {row}, 열 {column}: 기댓값은 {expected}, 나온 값은 {got}입니다. 값은 비슷하지만 FP32의 오차 범위를 벗어납니다. 중간에 FP16이나 TF32로 반올림하지 않는지 확인하십시오.",
    "checks.speed.value_element": "{buffer}의 {column}번 원소: 기댓값은 {expected}, 나온 값은 {got}입니다.",
    "checks.speed.imprecise_element": "{buffer}의 {column}번 원소: 기댓값은 {expected}, 나온 값은 {got}입니다. 값은 비슷하지만 FP32의 오차 범위를 벗어납니다. 중간에 FP16이나 TF32로 반올림하지 않는지 확인하십시오.",
    "checks.speed.input_element": "입력 {buffer}의 {column}번 원소 값이 {expected}에서 {got}(으)로 바뀌었습니다. 입력은 읽기만 해야 합니다.",
    "checks.speed.input": "입력 {buffer}의 행 {row}, 열 {column} 값이 {expected}에서 {got}(으)로 바뀌었습니다. 입력은 읽기만 해야 합니다.",
}


MESSAGES: dict[str, str] = {
    **_TITLES,
    **_ORDER,
    **_COMPILES,
    **_CORRECTNESS,
    **_HAZARDS,
    **_COUNTS,
    **_CODE,
    **_GPU,
}
