"""Korean messages about launches that stopped and hazards between threads."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "faults.timed_out": "커널이 {detail} 안에 끝나지 않았습니다. 조건이 거짓이 되지 않는 반복문이나 반복문 안의 printf가 있는지 보십시오.",
    "faults.memory": "커널이 허용된 {detail}보다 많은 메모리를 쓰려고 합니다. 큰 배열이나 끝나지 않는 반복문이 있는지 보십시오.",
    "faults.crashed": "커널을 실행하던 프로세스가 죽었습니다({detail}). 마지막으로 고친 곳을 되돌리고 다시 해 보십시오.",
    "faults.skipped": "앞의 케이스가 끝까지 실행되지 못해서 실행하지 않았습니다.",
    "faults.located": "{where}: {what}",
    "faults.where_line_block_thread": "{line}번째 줄, 블록 {block}, 스레드 {thread}",
    "faults.where_line_block": "{line}번째 줄, 블록 {block}",
    "faults.where_block_thread": "블록 {block}, 스레드 {thread}",
    "faults.where_block": "블록 {block}",
    "faults.where_line": "{line}번째 줄",
    "faults.where_unknown": "실행",
    "faults.operation_load": "로드",
    "faults.operation_store": "스토어",
    "faults.operation_atomic": "원자 연산",
    "faults.operation_async_copy": "비동기 복사",
    "faults.memory_shared": "공유 메모리",
    "faults.memory_local": "스레드의 로컬 메모리",
    "faults.memory_const": "상수 메모리",
    "faults.memory_global": "전역 메모리",
    "faults.out_of_bounds_element": "{buffer} 밖에 접근했습니다({width}바이트 {operation}). 인덱스는 {element:,}인데 {buffer}의 인덱스는 0부터 {last:,}까지입니다. 접근을 조건으로 막거나 인덱스를 확인하십시오.",
    "faults.out_of_bounds": "{buffer} 밖에 접근했습니다({width}바이트 {operation}). 0부터 세어 {offset:,}번 바이트인데 크기는 {size:,}바이트입니다. 접근을 조건으로 막거나 인덱스를 확인하십시오.",
    "faults.out_of_bounds_beyond": "{buffer} 밖에 접근했습니다({width}바이트 {operation}). 그 안의 마지막 배열인 "
    "{neighbour}의 끝에서 {beyond:,}바이트 지난 곳입니다. 접근을 조건으로 막거나 인덱스를 확인하십시오.",
    "faults.out_of_bounds_far": "어느 버퍼에도 속하지 않고 모든 버퍼에서 멀리 떨어진 주소에 접근했습니다({width}바이트 {operation}). 포인터나 인덱스에 값을 넣었는지, 계산이 형의 범위를 넘지 않는지 확인하십시오.",
    "faults.not_constant": "상수 메모리에서 읽었지만 어느 __constant__ 변수에도 속하지 않는 주소입니다({width}바이트 {operation}). 상수 메모리에는 __constant__ 변수만 있습니다. 버퍼는 그 포인터로 읽으십시오.",
    "faults.constant_written": "커널은 읽기만 할 수 있는 __constant__ 변수 {buffer}에 썼습니다({width}바이트 {operation}).",
    "faults.misaligned": "{width}의 배수가 아닌 주소에서 {width}바이트 {operation}: float4처럼 넓은 접근은 주소가 정렬되어 있어야 "
    "합니다.",
    "faults.null_pointer": "널 포인터로 접근했습니다({width}바이트 {operation}).",
    "faults.trap": "커널이 여기서 스스로 멈췄습니다. 코드나 헤더의 __trap()에 닿았거나, 언제나 널인 포인터처럼 틀릴 수밖에 없는 줄이라서 컴파일러가 __trap()을 넣었습니다.",
    "faults.assert": "assert({expression})가 성립하지 않습니다.",
    "faults.no_forward_progress_step": "크기 {elements:,}의 일에 반복문이 모두 약 {rounds:,}번 돕니다. 루프 변수 `{variable}`가 1씩 늘어나므로 스레드마다 자기 시작점 뒤를 전부 훑습니다. 일을 나눠 맡는 스레드 수만큼 늘리십시오.",
    "faults.no_forward_progress_loop": "커널이 끝나지 않습니다. 크기 {elements:,}의 일에 이 반복문이 이미 모두 약 {rounds:,}번 돌았습니다. 조건이 거짓이 될 수 있고, 루프 변수가 제 간격만큼 늘어납니까? (같은 워프의 다른 스레드를 기다리는 스핀 락도 끝나지 않습니다.)",
    "faults.no_forward_progress": "커널이 끝나지 않습니다. 조건이 거짓이 되지 않거나 지나치게 많이 도는 반복문, 또는 같은 워프의 다른 스레드를 기다리는 스레드(스핀 락)가 있습니다.",
    "faults.no_forward_progress_waiting": "커널이 끝나지 않습니다(교착 상태). 남은 스레드가 모두 기다리고 있고, 풀어 줄 스레드가 없습니다. {waiting}",
    "faults.waits_memory": "{line}번째 줄에서 스레드 {threads:,}개가 이제 아무도 쓰지 않을 메모리를 기다립니다.",
    "faults.waits_barrier": "{line}번째 줄의 배리어에서 스레드 {threads:,}개가 기다립니다.",
    "faults.waits_warp": "{line}번째 줄에서 스레드 {threads:,}개가 같은 워프의 다른 스레드를 기다립니다.",
    "faults.stack_overflow": "스택이 가득 찼습니다. 끝나지 않는 재귀가 있습니까?",
    "faults.launch_configuration": "실행할 수 없는 구성입니다: {message}",
    "faults.launch_configuration_at_most": "실행할 수 없습니다. __launch_bounds__가 허용하는 블록은 최대 {most:,}개 스레드인데 이 실행의 블록은 {threads:,}개 스레드입니다. 연습문제가 실행하는 블록 크기에 맞추거나 지우십시오.",
    "faults.launch_configuration_exactly": "실행할 수 없습니다. __block_size__가 요구하는 블록은 {wanted}인데 이 실행의 블록은 {block}입니다.",
    "faults.launch_configuration_clusters": "실행할 수 없습니다. __cluster_dims__가 {cluster} 블록의 클러스터를 요구합니다. 클러스터의 블록은 최대 {most}개이고, 그리드 {grid}가 클러스터로 나누어떨어져야 합니다.",
    "faults.launch_configuration_registers": "실행할 수 없습니다. 스레드마다 레지스터 {registers}개인 블록의 스레드 {threads:,}개는 SM의 레지스터 {most:,}개를 넘습니다(too many resources requested for launch). __launch_bounds__({threads})를 붙이면 컴파일러가 레지스터를 덜 씁니다.",
    "faults.unsupported": "에뮬레이터가 {construct}을(를) 모르므로 이 커널을 판정할 수 없습니다.",
    "faults.other": "{message}",
    "faults.hazard_raw": "{line_a}번째 줄이 {variable}({offset}번 바이트)에 쓰는 값을 {line_b}번째 줄이 읽는데 그 사이에 배리어가 "
    "없습니다. 블록 {block}, 쓰는 스레드 {thread_a}, 읽는 스레드 {thread_b}(모두 {count:,}회). 쓰기와 읽기 사이에 "
    "__syncthreads()를 두십시오.",
    "faults.hazard_raw_copy": "{line_a}번째 줄의 비동기 복사가 아직 오고 있을 수 있는 {variable}({offset}번 바이트)을 {line_b}번째 줄이 "
    "읽습니다. 블록 {block}, 복사하는 스레드 {thread_a}, 읽는 스레드 {thread_b}(모두 {count:,}회). 복사하는 스레드가 배리어 앞에서 "
    "자기 복사를 커밋하고 기다려야 합니다(__pipeline_wait_prior).",
    "faults.hazard_raw_warning": "{line_a}번째 줄이 {variable}({offset}번 바이트)에 쓰는 값을 같은 워프가 {line_b}번째 줄에서 읽습니다. "
    "블록 {block}, 스레드 {thread_a}, {thread_b}(모두 {count:,}회). 그 사이에 __syncwarp()를 두십시오.",
    "faults.hazard_war": "다른 스레드가 {line_a}번째 줄에서 아직 읽고 있을 수 있는 {variable}({offset}번 바이트)을 {line_b}번째 줄이 "
    "덮어씁니다. 블록 {block}, 읽는 스레드 {thread_a}, 쓰는 스레드 {thread_b}(모두 {count:,}회). 마지막 읽기 뒤에 "
    "__syncthreads()를 두거나, 지금 아무도 읽지 않는 버퍼에 쓰십시오.",
    "faults.hazard_war_warning": "같은 워프가 {line_a}번째 줄에서 읽는 {variable}({offset}번 바이트)을 {line_b}번째 줄이 덮어씁니다. "
    "블록 {block}, 스레드 {thread_a}, {thread_b}(모두 {count:,}회). 그 사이에 __syncwarp()를 두십시오.",
    "faults.hazard_waw": "{line_a}번째 줄과 {line_b}번째 줄이 배리어 없이 {variable}({offset}번 바이트)의 한 워드에 씁니다. "
    "블록 {block}, 스레드 {thread_a}, {thread_b}(모두 {count:,}회). 어느 값이 남을지는 운입니다.",
    "faults.hazard_waw_warning": "{line_a}번째 줄과 {line_b}번째 줄이 같은 워프에서 {variable}({offset}번 바이트)의 한 워드에 씁니다. "
    "블록 {block}, 스레드 {thread_a}, {thread_b}(모두 {count:,}회). 어느 값이 남을지는 운입니다.",
    "faults.hazard_waw_note": "{line_a}번째 줄과 {line_b}번째 줄이 배리어 없이 {variable}({offset}번 바이트)의 한 워드에 같은 값을 씁니다. "
    "블록 {block}, 스레드 {thread_a}, {thread_b}(모두 {count:,}회). 누가 마지막에 쓰든 결과는 같지만, 한 스레드만 쓰면 충분합니다.",
    "faults.hazard_barrier_divergence_warning": "{line_a}번째 줄의 배리어에 블록 {block}의 스레드 {expected}개 가운데 {arrived}개만 "
    "도달합니다. 나머지는 먼저 `return`했거나 배리어를 비켜 가는 분기를 타고 이미 끝났습니다. 하드웨어는 남은 스레드만 기다리므로 "
    "여기서는 동작하지만 CUDA C++에서는 정의되지 않은 동작입니다. 모든 스레드가 배리어를 지나게 하고, 조건은 읽기와 쓰기에만 "
    "거십시오.",
    "faults.hazard_barrier_divergence": "{line_a}번째 줄의 배리어에 블록 {block}의 스레드 {expected}개 가운데 {arrived}개만 "
    "도달합니다. 블록의 모든 스레드가 지나야 하므로 분기 밖으로 옮기십시오.",
    "faults.hazard_barrier_divergence_two": "블록 {block}의 스레드 {expected}개 가운데 {arrived}개가 {line_a}번째 줄의 배리어에서, "
    "나머지는 {line_b}번째 줄의 배리어에서 기다립니다. 모든 스레드가 같은 배리어를 지나야 하므로 분기 밖으로 옮기십시오.",
    "faults.hazard_raw_global": "{line_a}번째 줄이 쓰는 {variable}({offset}번 바이트)을 {line_b}번째 줄이 읽는데 둘 사이의 순서를 "
    "정해 주는 것이 없습니다. {where}(모두 {count:,}회). {outcome}",
    "faults.hazard_war_global": "{line_a}번째 줄이 읽는 {variable}({offset}번 바이트)을 {line_b}번째 줄이 덮어쓰는데 둘 사이의 순서를 "
    "정해 주는 것이 없습니다. {where}(모두 {count:,}회). {outcome}",
    "faults.hazard_waw_global": "{line_a}번째 줄과 {line_b}번째 줄이 {variable}의 같은 자리({offset}번 바이트)에 쓰는데 순서를 정해 주는 "
    "것이 없습니다. {where}(모두 {count:,}회). {outcome}",
    "faults.hazard_waw_global_one_line": "{line_a}번째 줄에서 여러 스레드가 {variable}의 같은 자리({offset}번 바이트)에 쓰는데 순서를 "
    "정해 주는 것이 없습니다. {where}(모두 {count:,}회). {outcome}",
    "faults.global_one_block": "블록 {block}, 스레드 {thread_a}, {thread_b}",
    "faults.global_two_blocks": "블록 {block}의 스레드 {thread_a}, 블록 {block_b}의 스레드 {thread_b}",
    "faults.global_differs_one_block": "워프가 다른 순서로 실행되면 결과가 달라집니다. 다른 스레드가 쓰지 않는 메모리에 쓰거나, 둘 사이에 "
    "__syncthreads()를 두십시오.",
    "faults.global_differs_two_blocks": "블록이 다른 순서로 실행되면 결과가 달라집니다. __syncthreads()는 블록 사이의 순서를 정하지 "
    "못합니다. 다른 블록이 쓰지 않는 메모리에 쓰거나, 두 번째 단계를 별도의 커널 실행으로 나누십시오.",
    "faults.global_same": "다른 두 순서로 실행해도 결과는 같았습니다. 어떤 순서에서도 결과가 같은지 확인하십시오.",
    "faults.global_unknown": "순서가 결과를 바꾸는지는 여기서 확인하지 못했습니다.",
    "faults.hazard_undefined_shuffle": "{line_a}번째 줄의 셔플에서 레인 {lane}번이 같은 워프의 레인 {source}번에서 읽지만 그 레인은 "
    "셔플에 참여하지 않습니다. 블록 {block}, 스레드 {thread_a}(모두 {count:,}회). 받는 값은 정의되어 있지 않습니다. 읽히는 레인이 모두 "
    "셔플에 도달하게 하거나 그 값을 사용하지 마십시오.",
    "faults.hazard_uninitialised_read_note": "{line_b}번째 줄이 아무도 쓰지 않은 {variable}({offset}번 바이트)을 읽을 수 있습니다. "
    "블록 {block}, 스레드 {thread_a}(모두 {count:,}회). 컴파일러가 조건보다 먼저 읽어 두는 값이라 쓰이지 않을 수 있습니다.",
    "faults.hazard_uninitialised_read": "{line_b}번째 줄이 아무도 쓰지 않은 {variable}({offset}번 바이트)을 읽습니다. "
    "블록 {block}, 스레드 {thread_a}(모두 {count:,}회). 가장자리를 포함해 읽을 원소는 모두 채우십시오.",
    "faults.out_of_bounds_written": "{buffer} 바깥에 값을 썼습니다. 버퍼는 {size:,}바이트인데 바이트 오프셋 {offset:,}에 썼습니다(모두 {written:,}바이트). 조건으로 막거나 인덱스를 확인하십시오.",
    "faults.out_of_bounds_bare": "어느 버퍼에도 속하지 않는 주소에 접근했습니다({driver}. GPU는 위치를 알려 주지 않습니다). 조건으로 막거나 인덱스를 확인하십시오. `--backend emulated`는 줄과 스레드를 알려 줍니다.",
    "faults.misaligned_bare": "주소가 접근 폭의 배수가 아닙니다({driver}. GPU는 위치를 알려 주지 않습니다). float4 같은 넓은 접근에는 정렬된 주소가 필요합니다.",
    "faults.assert_bare": "assert()가 성립하지 않습니다({driver}).",
    "faults.hazard_raw_lines": "{line_a}번째 줄이 쓰는 값을 {line_b}번째 줄이 배리어 없이 읽습니다(모두 {count:,}회). 쓰기와 읽기 사이에 __syncthreads()를 넣으십시오.",
    "faults.hazard_war_lines": "다른 스레드가 {line_a}번째 줄에서 아직 읽을 수 있는 값을 {line_b}번째 줄이 덮어씁니다(모두 {count:,}회). 마지막 읽기 뒤에 __syncthreads()를 넣거나, 지금 아무도 읽지 않는 버퍼에 쓰십시오.",
    "faults.hazard_waw_lines": "{line_a}번째 줄과 {line_b}번째 줄이 배리어 없이 같은 곳에 씁니다(모두 {count:,}회). 어느 값이 남을지는 운에 달렸습니다.",
    "faults.hazard_barrier_divergence_lines": "{line_a}번째 줄의 배리어에 모든 스레드가 도달하지 않습니다(보고된 스레드 {count:,}개). 블록의 모든 스레드가 지나야 하므로 분기 밖으로 옮기십시오.",
    "faults.hazard_uninitialised_read_lines": "아무도 쓰지 않은 메모리를 {line_b}번째 줄이 읽습니다(모두 {count:,}회).",
}
