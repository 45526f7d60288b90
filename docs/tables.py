"""Fills the measured numbers into lessons and READMEs from `benchmarks/results`.

    python docs/tables.py            rewrite every marked place
    python docs/tables.py --check    exit status 1 if one is out of date

A table stands between `<!-- table: NAME -->` and `<!-- end -->`. A number in a sentence or a cell stands between
`<!--= EXPRESSION -->` and `<!--/-->`; its expression calls the functions of `measured.py` and of
`measured_matrices.py`, and `@ .1f` formats it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import measured
import measured_matrices
import yaml
from measured import digits

_TABLE = re.compile(r"(<!-- table: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.S)
_NUMBER = re.compile(r"(<!--= (?P<expression>[^@>]+?)(?: @ (?P<format>[\w.,]+))? -->).*?(<!--/-->)")
SIZES = (1024, 2048, 4096)
LADDER = ("naive_rows", "naive_16", "float4_on_a", "tiled_16", "register_blocked", "conflict_free", "double_buffered",
          "warp_tiled")  # fmt: skip
TUNED = (8, 15, 4, 18, 20, 1, 24, 51, 36)
TENSOR_LADDER = ("hgemm_wmma", "hgemm_swizzled", "hgemm_pipelined")
# What texts on this ladder promise for its levels 1 to 4, in percent of cuBLAS.
CLAIMED = {
    "float4_on_a": "5 – 15 %", "tiled_16": "20 – 40 %", "register_blocked": "50 – 70 %", "double_buffered": "70 – 85 %",
}  # fmt: skip
ROOFLINE = ("naive_rows", "naive_16", "naive_32", "tiled_16", "tiled_32", *LADDER[4:7])  # up to module 08
NAIVE = ("naive_rows", "naive_16", "naive_32")
LEVEL_1 = ("naive_rows", "naive_16", "naive_32", "float4_on_a")
TILED = ("naive_16", "naive_32", "tiled_16", "tiled_16_padded", "tiled_32", "tiled_32_padded")


def title(kernel: str, lang: str) -> str:
    """How a kernel is called."""
    text: str = measured.data()["kernels"][kernel]["title"][lang]
    return re.sub(r"(?<=\d)x(?=\d)", " × ", text)


def naive_sizes(lang: str) -> Iterator[str]:
    """Module 04: the naive kernels at three sizes."""
    return _sizes(NAIVE, lang)


def level_1(lang: str) -> Iterator[str]:
    """Module 05: the kernels without shared memory at three sizes."""
    return _sizes(LEVEL_1, lang)


def sgemm_sizes(lang: str) -> Iterator[str]:
    """Module 06: the naive and the tiled kernels at three sizes."""
    return _sizes(TILED, lang)


def _sizes(kernels: tuple[str, ...], lang: str) -> Iterator[str]:
    """SGEMM kernels and cuBLAS at three sizes."""
    first, of = ("kernel", "of cuBLAS") if lang == "en" else ("커널", "cuBLAS 대비")
    yield f"| {first} | {' | '.join(f'N = {n}, ms' for n in SIZES)} | TFLOP/s | {of} |"
    yield "|---|---|---|---|---|---|"
    for kernel in kernels:
        times = " | ".join(digits(measured.ms(kernel, n)) for n in SIZES)
        rate, share = measured.tflops(kernel, 4096), measured.share(kernel, 4096)
        yield f"| {title(kernel, lang)} | {times} | {rate:.1f} | {share:.1f} % |"
    times = " | ".join(digits(measured.library_ms(n)) for n in SIZES)
    rate = 2 * 4096**3 / measured.library_ms(4096) / 1e9
    yield f"| cuBLAS | {times} | {rate:.1f} | 100 % |"


def ladder(lang: str) -> Iterator[str]:
    """READMEs: every step of the ladder at N = 4096."""
    heads = ("kernel", "time", "of cuBLAS", "often claimed") if lang == "en" else (
        "커널", "시간", "cuBLAS 대비", "흔한 주장")  # fmt: skip
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---|---|"
    for kernel in LADDER:
        time, share = digits(measured.ms(kernel, 4096)), measured.share(kernel, 4096)
        yield f"| {title(kernel, lang)} | {time} ms | {share:.1f} % | {CLAIMED.get(kernel, '–')} |"


def tensor_ladder(lang: str) -> Iterator[str]:
    """READMEs and module 10: every step on tensor cores at N = 4096."""
    yield "| kernel | time | TFLOP/s | of cuBLAS |" if lang == "en" else "| 커널 | 시간 | TFLOP/s | cuBLAS 대비 |"
    yield "|---|---|---|---|"
    for kernel in TENSOR_LADDER:
        time, rate = digits(measured.ms(kernel, 4096)), measured.tflops(kernel, 4096)
        yield f"| {title(kernel, lang)} | {time} ms | {rate:.0f} | {measured.share(kernel, 4096):.1f} % |"


def tuned(lang: str) -> Iterator[str]:
    """Module 09: variants of tune_tiles with their places by the model: the fastest, the slowest, some between."""
    sizes = "BM × BN × BK | WM × WN | TM × TN"
    if lang == "en":
        yield f"| by the model | {sizes} | warps an SM | at best | time | of cuBLAS |"
    else:
        yield f"| 모델 순위 | {sizes} | SM당 워프 | 상한 | 시간 | cuBLAS 대비 |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in measured_matrices.tuned():
        if one["rank"] in TUNED:
            v, timed = one["values"], one["timed"]
            yield (f"| {one['rank']} | {v['BM']} × {v['BN']} × {v['BK']} | {v['WM']} × {v['WN']} "
                   f"| {v['TM']} × {v['TN']} | {one['warps']} | {100 * one['model']['peak_share']:.1f} % "
                   f"| {digits(timed['ms'])} ms | {100 * timed['ratio']:.1f} % |")  # fmt: skip


def roofline_kernels(lang: str) -> Iterator[str]:
    """Module 03: what SGEMM kernels move, what the roofline allows them, and what they reach."""
    if lang == "en":
        yield "| kernel | device memory, GB | FLOP/byte | roof, TFLOP/s | measured, TFLOP/s | of the roof |"
    else:
        yield "| 커널 | 디바이스 메모리, GB | FLOP/byte | 지붕, TFLOP/s | 실측, TFLOP/s | 지붕 대비 |"
    yield "|---|---|---|---|---|---|"
    for kernel in ROOFLINE:
        moved, roof, rate = measured.memory_gb(kernel), measured.roof(kernel), measured.tflops(kernel, 4096)
        numbers = f"{digits(moved)} | {digits(measured.intensity(kernel))} | {roof:.1f} | {digits(rate)}"
        yield f"| {title(kernel, lang)} | {numbers} | {100 * rate / roof:.0f} % |"


def agreeing_groups(lang: str) -> Iterator[str]:
    """Module 13: a branch on which groups of neighbours agree."""
    return _branches(lang, "groups", ("1", "2", "4", "8", "16", "32", "64"), "lanes in a group", "묶음의 레인 수")


def branch_ways(lang: str) -> Iterator[str]:
    """Module 13: a switch with so many ways that lanes take."""
    return _branches(lang, "ways", ("1", "2", "4", "8", "16", "32"), "ways", "갈래")


def slow_lanes(lang: str) -> Iterator[str]:
    """Module 13: so many lanes of a warp that go round eight times as often as the others."""
    return _branches(lang, "slow_lanes", ("0", "1", "8", "16", "32"), "slow lanes of 32", "레인 32개 중 느린 것")


def _branches(lang: str, group: str, names: tuple[str, ...], en: str, ko: str) -> Iterator[str]:
    """The launches of a group of benchmarks/divergence.py, one a column."""
    times = (f"{measured.branch_ms(group, name):.3f}" for name in names)
    yield f"| {en if lang == 'en' else ko} | {' | '.join(names)} |"
    yield "|---" * (len(names) + 1) + "|"
    yield f"| ms | {' | '.join(times)} |"


def short_ifs(lang: str) -> Iterator[str]:
    """Module 13: short ifs, whether the compiler made branches of them, and their time by lane and by warp."""
    steps, branch, lane, warp, both = ("steps a side", "branches", "by lane", "by warp", "both computed") \
        if lang == "en" else ("한쪽의 단계", "분기", "레인별", "워프별", "둘 다 계산")  # fmt: skip
    other, same = ("other work", "same work") if lang == "en" else ("다른 일", "같은 일")
    yield (f"| {steps} | {other}: {branch} | {lane}, ms | {warp}, ms | {both}, ms "
           f"| {same}: {branch} | {lane}, ms | {warp}, ms |")  # fmt: skip
    yield "|---|---|---|---|---|---|---|---|"
    for count in (1, 2, 3, 4, 6, 8, 12, 16):
        ms = {(kernel, way): f"{measured.branch_ms('short', f'{kernel}, {count} steps, by {way}'):.3f}"
              for kernel in ("short_if", "both_sides", "same_sides") for way in ("lane", "warp")}  # fmt: skip
        made = [measured.branches_made(f"{kernel}, {count} steps") for kernel in ("short_if", "same_sides")]
        yield (f"| {count} | {made[0]} | {ms['short_if', 'lane']} | {ms['short_if', 'warp']} "
               f"| {ms['both_sides', 'lane']} | {made[1]} | {ms['same_sides', 'lane']} "
               f"| {ms['same_sides', 'warp']} |")  # fmt: skip


def modules(lang: str) -> Iterator[str]:
    """READMEs: the modules of the course, their lessons and exercises."""
    yield "| module | exercises |" if lang == "en" else "| 모듈 | 연습 문제 |"
    yield "|---|---|"
    course = yaml.safe_load((measured.ROOT / "course.yaml").read_text("utf-8"))
    for module in course["modules"]:
        name, lesson = module["title"][lang], f"modules/{module['name']}/lesson.{lang}.md"
        gate = {"en": ", checkpoint", "ko": ", 체크포인트"}[lang] if module.get("checkpoint") else ""
        exercises = ", ".join(f"`{exercise}`" for exercise in module["exercises"])
        yield f"| [{module['name'][:2]} {name}]({lesson}){gate} | {exercises} |"


# The steps of the ladder of reductions, and what 512 elements cost in each: warp instructions, shared wavefronts and
# arrivals of warps at barriers, counted on one block; in the last step one of 65,536 elements. Counted again by
# tests/modules/test_numbers_15.py.
REDUCTIONS = (
    ("reduction_modulo", ("remainder", "나머지 연산"), (4624, 300, 144)),
    ("reduction_strided", ("strided", "스트라이드"), (1418, 300, 144)),
    ("reduction_sequential", ("sequential", "순차"), (1082, 90, 144)),
    ("reduction_first_add", ("first addition", "로드하며 첫 덧셈"), (573, 45, 72)),
    ("reduction_last_warp", ("last warp", "마지막 워프"), (325, 39, 24)),
    ("reduction_shuffle", ("shuffles", "셔플"), (310, 9, 8)),
    ("reduction_grid", ("grid", "그리드"), (4588 / 128, 27 / 128, 40 / 128)),
)


def reductions(lang: str) -> Iterator[str]:
    """Module 15: the ladder of reductions, what each step costs and how fast it is."""
    if lang == "en":
        yield "| step | instructions | wavefronts | arrivals | ms | GB/s | of the copy |"
    else:
        yield "| 단계 | 명령어 | 웨이브프런트 | 도착 | ms | GB/s | 복사 대비 |"
    yield "|---|---|---|---|---|---|---|"
    named = [(kernel, f"{step} {names[lang == 'ko']}", costs) for step, (kernel, names, costs) in enumerate(REDUCTIONS)]
    for kernel, name, costs in (*named, ("cub", "CUB", ())):
        counts = [f"{cost:,}" if isinstance(cost, int) else f"{cost:.1f}" for cost in costs] or 3 * ["–"]
        speed = f"{measured.reduction_ms(kernel):.4f} | {measured.reduction_gb(kernel):,.0f}"
        yield f"| {name} | {' | '.join(counts)} | {speed} | {measured.reduction_share(kernel):.1f} % |"


# Ways to scan a segment of 1,024 integers: warp instructions, shared wavefronts, arrivals of warps at barriers; counted
# again by tests/modules/test_numbers_16.py.
SEGMENT_SCANS = (
    ("scan_one_array", ("Hillis and Steele, one array", "Hillis-Steele, 배열 하나"), (3296, 993, 672)),
    ("scan_two_arrays", ("Hillis and Steele, two arrays", "Hillis-Steele, 배열 둘"), (2976, 993, 352)),
    ("scan_sweeps", ("two sweeps", "두 번 훑기"), (3968, 1306, 336)),
    ("scan_sweeps_padded", ("two sweeps, padded", "두 번 훑기, 패딩"), (4924, 353, 336)),
    ("scan_shuffles", ("by levels, with shuffles", "층별로, 셔플"), (565, 18, 16)),
)
WHOLE_SCANS = (
    ("three launches", ("three launches", "실행 세 번"), "4 n"),
    ("a chain", ("a chain", "사슬"), "2 n"),
    ("look-back, one tile for each block", ("look-back, simple", "룩백, 단순하게"), "2 n"),
    ("look-back", ("look-back, told first", "룩백, 먼저 알리기"), "2 n"),
    ("CUB", ("CUB", "CUB"), "–"),
    ("copy", ("the device's own copy", "디바이스 자체 복사"), "2 n"),
)


def segment_scans(lang: str) -> Iterator[str]:
    """Module 16: ways to scan segments of 1,024, what one segment costs and how fast all are."""
    if lang == "en":
        yield "| segments of 1,024 | instructions | wavefronts | arrivals | ms | GB/s |"
    else:
        yield "| 1,024개짜리 세그먼트 | 명령어 | 웨이브프런트 | 도착 | ms | GB/s |"
    yield "|---|---|---|---|---|---|"
    for kernel, names, costs in SEGMENT_SCANS:
        counts = " | ".join(f"{cost:,}" for cost in costs)
        speed = f"{measured.segments_ms(kernel):.4f} | {measured.segments_gb(kernel):,.0f}"
        yield f"| {names[lang == 'ko']} | {counts} | {speed} |"


def whole_scans(lang: str) -> Iterator[str]:
    """Module 16: ways to scan a whole vector, next to CUB and a copy."""
    if lang == "en":
        yield "| the whole vector | words moved | ms | GB/s | of the copy |"
    else:
        yield "| 벡터 전체 | 옮기는 워드 | ms | GB/s | 복사 대비 |"
    yield "|---|---|---|---|---|"
    for name, names, moved in WHOLE_SCANS:
        speed = f"{measured.scan_ms(name):.4f} | {measured.scan_gb(name):,.0f} | {measured.scan_share(name):.1f} %"
        yield f"| {names[lang == 'ko']} | {moved} | {speed} |"


# Compactions of 8,192 floats, every second one kept: warp instructions, and passes of the atomics that give
# places or draw tiles; counted again by tests/modules/test_numbers_17.py.
COMPACTIONS = (
    ("compact_plain", ("an atomic for each element", "원소마다 원자 연산"), (6144, 4096)),
    ("compact_gathered", ("gathered by the compiler", "컴파일러가 모음"), (7680, 256)),
    ("compact_one_each", ("for each warp, by hand", "워프마다, 직접"), (12800, 256)),
    ("compact_by_warp", ("for each warp, 8 rounds", "워프마다, 8라운드"), (5056, 32)),
    ("compact_by_block", ("for each block", "블록마다"), (6216, 4)),
    ("compact_in_order", ("look-back, stable", "룩백, 안정적"), (6315, 1)),
)


def compactions(lang: str) -> Iterator[str]:
    """Module 17: ways to compact, what they cost and how fast they are, next to CUB."""
    if lang == "en":
        yield "| way | instructions | passes | ms | GB/s | of the copy |"
    else:
        yield "| 방법 | 명령어 | 패스 | ms | GB/s | 복사 대비 |"
    yield "|---|---|---|---|---|---|"
    for kernel, names, (instructions, passes) in COMPACTIONS:
        speed = f"{measured.compaction_ms(kernel):.4f} | {measured.compaction_gb(kernel):,.0f}"
        share = f"{measured.compaction_share(kernel):.1f} %"
        yield f"| {names[lang == 'ko']} | {instructions:,} | {passes:,} | {speed} | {share} |"
    for algorithm, names in (("If", ("CUB, stable", "CUB, 안정적")),
                             ("Flagged", ("CUB, stable, flags given", "CUB, 안정적, 플래그는 주어짐"))):  # fmt: skip
        cub = measured.cub_compaction_ms(algorithm)
        speed = f"{cub:.4f} | {6 * 2**26 / cub / 1e6:,.0f} | {measured.cub_compaction_share(algorithm):.1f} %"
        yield f"| {names[lang == 'ko']} | – | – | {speed} |"


# Filters of kernels.yaml, as docs/measured.py calls them, and the sides at which each is timed.
FILTERS = (
    ("global", ("weights from global memory", "가중치는 전역 메모리에서"), (3, 9)),
    ("constant", ("weights from constant memory", "가중치는 상수 메모리에서"), (3, 9)),
    ("constant_unrolled", ("+ loops unrolled", "+ 루프 펼침"), (3, 9)),
    ("by_value", ("the same, weights by value", "그와 같되 가중치를 값으로"), (3,)),
    ("halo", ("+ a tile with its halo", "+ 헤일로가 있는 타일"), (9,)),
    ("rows", ("+ 8 results a thread, one below the other", "+ 스레드마다 위아래로 이어진 결과 8개"), (9,)),
    ("separable", ("separable: two passes in one kernel", "분리 가능: 한 커널에서 두 패스"), (9,)),
)


def filters(lang: str) -> Iterator[str]:
    """Module 18: filters of an image, in milliseconds."""
    yield f"| {'filter' if lang == 'en' else '필터'} | 3 × 3, ms | 9 × 9, ms |"
    yield "|---|---|---|"
    for way, names, sides in FILTERS:
        times = [f"{measured.convolution_ms(way, side):.3f}" if side in sides else "–" for side in (3, 9)]
        yield f"| {names[lang == 'ko']} | {' | '.join(times)} |"


def tensor_cores(lang: str) -> Iterator[str]:
    """Module 10: products of halves by wgmma and by cuBLAS, one launch at a time and many in a row."""
    loads = {"alone": ("one launch", "한 번 실행"), "in_a_row": ("20 in a row", "20번 연속")}
    yield ("| N | load | cuBLAS, TFLOP/s | `wgmma` and TMA | of cuBLAS |" if lang == "en"
           else "| N | 부하 | cuBLAS, TFLOP/s | `wgmma`와 TMA | cuBLAS 대비 |")  # fmt: skip
    yield "|---|---|---|---|---|"
    for n in (4096, 8192):
        for load, names in loads.items():
            library, own = (measured_matrices.wgmma_tflops(n, who, load) for who in ("cublas", "wgmma"))
            share = measured_matrices.wgmma_share(n, load)
            yield f"| {n:,} | {names[lang == 'ko']} | {library:.0f} | {own:.0f} | {share:.1f} % |"


# Lanes at a word, and passes of a request in global and in shared memory, where they meet at neighbouring words.
CONTENTION = ((1, 4, 1), (2, 4, 2), (4, 4, 4), (8, 8, 8), (16, 16, 16), (32, 32, 32))
HISTOGRAMS = (
    ("histograms", "global", ("plus 1, global", "1을 더함, 전역")),
    ("histograms", "shared", ("plus 1, a copy a block", "1을 더함, 블록마다 사본")),
    ("weighted", "one copy", ("alpha, a copy a block", "알파, 블록마다 사본")),
    ("weighted", "eight copies in one bank", ("alpha, eight copies, one bank", "알파, 사본 여덟, 한 뱅크")),
    ("weighted", "eight copies in eight banks", ("alpha, eight copies, eight banks", "알파, 사본 여덟, 여덟 뱅크")),
    ("histograms", "CUB", ("plus 1, CUB", "1을 더함, CUB")),
)  # fmt: skip


def contention(lang: str) -> Iterator[str]:
    """Module 12: passes of atomics and how many are done, by how many lanes meet."""
    if lang == "en":
        yield "| lanes at a word | passes, global | a ns | passes, shared | a ns |"
    else:
        yield "| 한 워드의 레인 | 패스, 전역 | ns당 | 패스, 공유 | ns당 |"
    yield "|---|---|---|---|---|"
    for lanes, far, near in CONTENTION:
        rates = [f"{measured.adds_per_ns(space, lanes):,.0f}" for space in ("global", "shared")]
        yield f"| {lanes} | {far} | {rates[0]} | {near} | {rates[1]} |"


def histograms(lang: str) -> Iterator[str]:
    """Module 12: histograms of three pictures."""
    yield "| ms | one colour | four reds | random |" if lang == "en" else "| ms | 한 색 | 빨강 넷 | 무작위 |"
    yield "|---|---|---|---|"
    for group, kernel, names in HISTOGRAMS:
        times = [f"{measured.contention_ms(f'{group}, {picture}', kernel):.3f}" for picture in ("one", "few", "any")]
        yield f"| {names[lang == 'ko']} | {' | '.join(times)} |"


def copies_in_flight(lang: str) -> Iterator[str]:
    """Module 14: copies in pieces of 16 bytes, by loads a thread and warps on an SM."""
    warps = (8, 16, 24, 32, 48, 64)
    first = "loads a thread, by warps an SM" if lang == "en" else "스레드당 로드, SM당 워프 수별"
    yield f"| {first} | {' | '.join(map(str, warps))} |"
    yield "|---" * (len(warps) + 1) + "|"
    for loads in (1, 2, 4):
        rates = (f"{measured.copied_gb('copy_pieces', loads, each):,.0f}" for each in warps)
        yield f"| {loads} | {' | '.join(rates)} |"


def copies_by_block(lang: str) -> Iterator[str]:
    """Module 14: copies of floats by the size of the block, with one load a thread and with four."""
    heads = ("threads a block", "warps an SM", "one load", "four loads") if lang == "en" else (
        "블록의 스레드", "SM당 워프", "로드 하나", "로드 넷")  # fmt: skip
    yield f"| {heads[0]} | {heads[1]} | {heads[2]}, GB/s | {heads[3]}, GB/s |"
    yield "|---|---|---|---|"
    for threads in (32, 64, 96, 128, 256, 512, 1024):
        one, four = (f"{measured.copied_by_block_gb(loads, threads):,.0f}" for loads in (1, 4))
        yield f"| {threads} | {measured.warps_of_block(threads)} | {one} | {four} |"


def fma_chains(lang: str) -> Iterator[str]:
    """Module 14: multiply-adds by independent chains a thread and warps on an SM."""
    warps = (4, 8, 16, 32, 64)
    first = "chains a thread, by warps an SM" if lang == "en" else "스레드당 사슬, SM당 워프 수별"
    yield f"| {first} | {' | '.join(map(str, warps))} |"
    yield "|---" * (len(warps) + 1) + "|"
    for chains in (1, 2, 4, 8):
        rates = (f"{measured.chains_tflops(chains, each):.1f}" for each in warps)
        yield f"| {chains} | {' | '.join(rates)} |"


def register_caps(lang: str) -> Iterator[str]:
    """Module 14: a kernel that keeps 64 values, under ever tighter bounds."""
    heads = ("bound", "registers", "spill bytes", "blocks", "ms") if lang == "en" else (
        "약속", "레지스터", "스필 바이트", "블록", "ms")  # fmt: skip
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---|---|---|"
    for blocks in (0, 2, 3, 4, 5, 6, 8):
        bound = f"__launch_bounds__(256, {blocks})" if blocks else ""
        numbers = " | ".join(f"{measured.capped(bound, what):.0f}" for what in ("registers", "spill_bytes", "blocks"))
        yield f"| {f'`{bound}`' if bound else '–'} | {numbers} | {measured.capped(bound, 'ms'):.2f} |"


TABLES: dict[str, Callable[[str], Iterator[str]]] = {
    "tensor_cores": tensor_cores,
    "level_1": level_1,
    "sgemm_sizes": sgemm_sizes,
    "ladder": ladder,
    "tensor_ladder": tensor_ladder,
    "tuned": tuned,
    "modules": modules,
    "roofline_kernels": roofline_kernels,
    "naive_sizes": naive_sizes,
    "agreeing_groups": agreeing_groups,
    "branch_ways": branch_ways,
    "slow_lanes": slow_lanes,
    "short_ifs": short_ifs,
    "reductions": reductions,
    "segment_scans": segment_scans,
    "whole_scans": whole_scans,


    "compactions": compactions,


    "filters": filters,
    "contention": contention,
    "histograms": histograms,
    "copies_in_flight": copies_in_flight,
    "copies_by_block": copies_by_block,
    "fma_chains": fma_chains,
    "register_caps": register_caps,
}


def filled(text: str, lang: str) -> str:
    """A text with every marked place renewed."""

    def number(match: re.Match[str]) -> str:
        names = {name: thing for module in (measured, measured_matrices) for name, thing in vars(module).items()
                 if not name.startswith("_")}  # fmt: skip
        value = eval(match["expression"], {"__builtins__": {"round": round}}, names)  # our own documents
        shown = format(value, match["format"]) if match["format"] else digits(value)
        return f"{match[1]}{shown}{match[4]}"

    def table(match: re.Match[str]) -> str:
        rows = "\n".join(TABLES[match["name"]](lang))
        return f"{match[1]}{rows}\n{match[3]}"

    text = _TABLE.sub(table, text)
    return _NUMBER.sub(number, text)


def documents() -> Iterator[tuple[Path, str]]:
    """Every document that may have marked places, and its language."""
    patterns = ("README*.md", "modules/*/lesson.*.md", "modules/*/deeper/*.md")
    for path in (path for pattern in patterns for path in sorted(measured.ROOT.glob(pattern))):
        yield path, "ko" if ".ko." in path.name else "en"


def main() -> int:
    """Rewrite or check."""
    check, stale = "--check" in sys.argv, []
    for path, lang in documents():
        old = path.read_text(encoding="utf-8")
        new = filled(old, lang)
        if new != old:
            stale.append(path.relative_to(measured.ROOT).as_posix())
            if not check:
                path.write_text(new, encoding="utf-8")
    if stale:
        print("out of date:" if check else "rewritten:", ", ".join(stale))
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
