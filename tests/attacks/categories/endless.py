"""Kernels that never come to an end, or so late that it is the same."""

from __future__ import annotations

from tests.attacks.categories.sources import adding, first_thread, instead
from tests.attacks.model import Attack, Expected, Kind, failing, text

_LATE = "does not come to an end"


def _endless(name: str, source: str, *checks: str, says: str = "", slow: bool = True, walls: bool = False,
             on_gpu: Expected | None = None) -> Attack:  # fmt: skip
    return Attack(name, "endless kernels", Kind.KERNEL, text(source), failing(*checks or ("correctness",), says=says),
                  slow, walls, on_gpu)  # fmt: skip


ATTACKS = [
    _endless("recursion_through_pointers_to_functions", adding(
        "F f = i < n ? ping : pong; if (i == 0) c[0] = f(n);",
        "typedef int (*F)(int);\n__device__ __noinline__ int pong(int n);\n"
        "__device__ __noinline__ int ping(int n) { volatile F f = pong; return f(n + 1) + 1; }\n"
        "__device__ __noinline__ int pong(int n) { volatile F f = ping; return f(n + 1) + 1; }"), says="the stack is full",
        on_gpu=failing("correctness")),
    _endless("recursion_through_virtual_functions", adding(
        "B object; A* volatile p = &object; if (i == 0) c[0] = p->f(p);",
        "struct A { __device__ virtual int f(A* p) = 0; };\n"
        "struct B : A { __device__ __noinline__ int f(A* p) override { return p->f(this) + 1; } };"), says="the stack is full",
        on_gpu=failing("correctness")),
    _endless("recursion_that_branches", instead(
        "c[i] = f(60);", "__device__ __noinline__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"), says=_LATE,
        on_gpu=failing("correctness", says="outside of every buffer")),  # the stack is used up first
    _endless("spin_lock_that_nobody_opens", adding(
        "while (atomicCAS(&lock, 0, 1) != 0) {}", "__device__ int lock = 1;"), says=_LATE, walls=True),
    _endless("spin_lock_with_sleep", adding("for (;;) __nanosleep(4000000000u);"), says=_LATE),
    Attack("barrier_of_the_whole_grid_by_hand", "endless kernels", Kind.KERNEL, text(adding(
        "atomicAdd(&arrived, 1); while (atomicAdd(&arrived, 0) < gridDim.x * blockDim.x) {}",
        "__device__ unsigned arrived;")), Expected(0), slow=True,  # the blocks of these grids are all there at once
        on_gpu=failing("global_sectors")),  # and wait as often as they like
    _endless("barrier_for_half_a_block", adding("if (threadIdx.x < blockDim.x / 2) for (;;) __syncthreads();"),
             says=_LATE),
    _endless("barrier_of_a_warp_that_is_never_full", adding("for (;;) if (i % 2) __syncwarp(); else __syncwarp(1);"),
             "correctness", on_gpu=failing("correctness", "hazards")),
    _endless("barrier_in_memory_that_nobody_reaches", adding(
        'asm volatile("{ .reg .pred p; mbarrier.init.shared.b64 [%0], 9; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; '
        '@!p bra W; }" :: "r"((unsigned)__cvta_generic_to_shared(&bar)));', "__shared__ long long bar;"), says=_LATE),
    _endless("vote_until_all_agree", adding("while (!__all_sync(~0u, i < 0)) {}"), says=_LATE),
    _endless("loop_over_2_to_the_64", adding("for (unsigned long long k = 0; k < ~0ull; k += n ? 1 : 2) c[0] = k;"),
             "correctness", says=_LATE),
    _endless("loop_that_each_lane_leaves_later", adding("for (long k = 0; k < i * 100000000l; ++k) c[i % n] += k;")),
    _endless("printf_without_end", adding('for (;;) printf("{\\"score\\": 100}\\n");'), says=_LATE, walls=True),
    _endless("memory_without_end", adding(first_thread("for (;;) if (malloc(1 << 20) == (void*)1) c[0] = 1;")), says=_LATE),
    _endless("jump_to_itself", adding('asm volatile("L: bra L;");')),
    _endless("random_walk", adding("unsigned x = i; while (x != 0xdeadbeef) x = x * 1664525 + 1013904222; c[0] = x;"),
             "correctness", "hazards"),  # a loop without an effect is no loop for the compiler
]
