"""English messages about launches that stopped and hazards between threads."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    "faults.timed_out": "the kernel did not come to an end within {detail}: look for a loop whose condition never turns false, or for printf in a loop.",
    "faults.memory": "the kernel needs more memory than the {detail} it may have: look for large arrays, or for a loop that never ends.",
    "faults.crashed": "the kernel brought down the process that ran it ({detail}): undo your last change and try again.",
    "faults.skipped": "not run, because an earlier case did not come to its end.",
    "faults.located": "{where}: {what}",
    "faults.where_line_block_thread": "line {line}, block {block}, thread {thread}",
    "faults.where_line_block": "line {line}, block {block}",
    "faults.where_block_thread": "block {block}, thread {thread}",
    "faults.where_block": "block {block}",
    "faults.where_line": "line {line}",
    "faults.where_unknown": "the launch",
    "faults.operation_load": "load",
    "faults.operation_store": "store",
    "faults.operation_atomic": "atomic operation",
    "faults.operation_async_copy": "asynchronous copy",
    "faults.memory_shared": "shared memory",
    "faults.memory_local": "the thread's local memory",
    "faults.memory_const": "constant memory",
    "faults.memory_global": "global memory",
    "faults.out_of_bounds_element": "{operation} of {width} bytes outside {buffer}: index {element:,}, but the indices of {buffer} go from 0 to {last:,}. Guard the access, or look at the index.",
    "faults.out_of_bounds": "{operation} of {width} bytes outside {buffer}: byte {offset:,}, but it has {size:,} bytes, counted from 0. Guard the access, or look at the index.",
    "faults.out_of_bounds_beyond": "{operation} of {width} bytes outside {buffer}: {beyond:,} bytes past the end of "
    "{neighbour}, the last array in it. Guard the access, or look at the index.",
    "faults.out_of_bounds_far": "{operation} of {width} bytes at an address that lies in no buffer, far from all of them: was the pointer or the index ever set, and does its arithmetic fit in its type?",
    "faults.not_constant": "{operation} of {width} bytes from constant memory, but the address is in no __constant__ variable: constant memory holds nothing else. Read a buffer through its own pointer.",
    "faults.constant_written": "{operation} of {width} bytes to {buffer}, a __constant__ variable: a kernel may only read it.",
    "faults.misaligned": "{operation} of {width} bytes at an address that is no multiple of {width}: a wide access, "
    "such as one of a float4, needs an aligned address.",
    "faults.null_pointer": "{operation} of {width} bytes through a null pointer.",
    "faults.trap": "the kernel stopped itself here: it came to a __trap(), in your code or in a header, or the compiler put one in because this line can only go wrong (a pointer that is always null, for example).",
    "faults.assert": "assert({expression}) does not hold.",
    "faults.no_forward_progress_step": "the loop goes round about {rounds:,} times in all, for work of size {elements:,}: its variable `{variable}` steps by 1, so every thread walks over all that lies behind its start. Let it step by the number of threads that share the work.",
    "faults.no_forward_progress_loop": "the kernel does not come to an end: this loop had gone round about {rounds:,} times in all, for work of size {elements:,}. Can its condition become false, and does its variable step as far as it should? (A thread that waits for others of its own warp, a spin lock, never ends either.)",
    "faults.no_forward_progress": "the kernel does not come to an end: a loop whose condition never turns false, a loop with far too many rounds, or threads that wait for others of their own warp (a spin lock).",
    "faults.no_forward_progress_waiting": "the kernel does not come to an end: every thread that still runs waits, and none is left to let it go on. {waiting}",
    "faults.waits_memory": "{threads:,} wait in line {line} for memory that nobody will write any more.",
    "faults.waits_barrier": "{threads:,} wait at the barrier in line {line}.",
    "faults.waits_warp": "{threads:,} wait in line {line} for other threads of their warp.",
    "faults.stack_overflow": "the stack is full: a recursion without an end?",
    "faults.launch_configuration": "it cannot be launched: {message}",
    "faults.launch_configuration_at_most": "it cannot be launched: __launch_bounds__ allows blocks of at most {most:,} threads, and this launch has blocks of {threads:,}. Raise the bound to the block that the exercise launches, or leave it out.",
    "faults.launch_configuration_exactly": "it cannot be launched: __block_size__ asks for blocks of {wanted}, and this launch has blocks of {block}.",
    "faults.launch_configuration_clusters": "it cannot be launched: __cluster_dims__ asks for clusters of {cluster} blocks. A cluster has at most {most} blocks, and clusters must divide the grid, which is {grid}.",
    "faults.launch_configuration_registers": "it cannot be launched: {registers} registers a thread times {threads:,} threads a block are more than the {most:,} registers of an SM (too many resources requested for launch). __launch_bounds__({threads}) makes the compiler use fewer.",
    "faults.unsupported": "the emulator does not know {construct}, so it cannot judge this kernel.",
    "faults.other": "{message}",
    "faults.hazard_raw": "line {line_b} reads from {variable} (byte {offset}) what line {line_a} writes, with no barrier "
    "between them: block {block}, thread {thread_a} writes and thread {thread_b} reads ({count:,} times in all). "
    "Put __syncthreads() between the write and the read.",
    "faults.hazard_raw_copy": "line {line_b} reads from {variable} (byte {offset}) what the asynchronous copy of line "
    "{line_a} may still be bringing: block {block}, thread {thread_a} copies and thread {thread_b} reads ({count:,} times "
    "in all). The thread that copies must commit and wait for its copies (__pipeline_wait_prior) before the barrier.",
    "faults.hazard_raw_warning": "line {line_b} reads from {variable} (byte {offset}) what line {line_a} writes in the "
    "same warp: block {block}, threads {thread_a} and {thread_b} ({count:,} times in all). Put __syncwarp() between.",
    "faults.hazard_war": "line {line_b} overwrites {variable} (byte {offset}) while another thread may still read it at "
    "line {line_a}: block {block}, thread {thread_a} reads and thread {thread_b} writes ({count:,} times in all). "
    "Put __syncthreads() after the last read, or write to a buffer that nobody reads now.",
    "faults.hazard_war_warning": "line {line_b} overwrites {variable} (byte {offset}), which line {line_a} reads in the "
    "same warp: block {block}, threads {thread_a} and {thread_b} ({count:,} times in all). Put __syncwarp() between.",
    "faults.hazard_waw": "lines {line_a} and {line_b} write to one word of {variable} (byte {offset}) with no barrier "
    "between them: block {block}, threads {thread_a} and {thread_b} ({count:,} times in all). Which value stays is luck.",
    "faults.hazard_waw_warning": "lines {line_a} and {line_b} write to one word of {variable} (byte {offset}) in the same "
    "warp: block {block}, threads {thread_a} and {thread_b} ({count:,} times in all). Which value stays is luck.",
    "faults.hazard_waw_note": "lines {line_a} and {line_b} write the same value to one word of {variable} (byte {offset}) "
    "with no barrier between them: block {block}, threads {thread_a} and {thread_b} ({count:,} times in all). The result "
    "is the same whoever comes last; one writer is enough.",
    "faults.hazard_barrier_divergence_warning": "the barrier at line {line_a} is reached by {arrived} of {expected} threads "
    "of block {block}; the others had ended before, by an early `return` or a branch around the barrier. The hardware "
    "waits only for threads that are left, so it works here, but CUDA C++ leaves it undefined: let every thread pass the "
    "barrier, and guard the loads and stores instead.",
    "faults.hazard_barrier_divergence": "the barrier at line {line_a} is reached by {arrived} of {expected} threads of "
    "block {block}. All threads of the block must pass it: move it out of the branch.",
    "faults.hazard_barrier_divergence_two": "{arrived} of {expected} threads of block {block} wait at the barrier of "
    "line {line_a}, others at that of line {line_b}. All threads of the block must pass the same one: move it out of "
    "the branch.",
    "faults.hazard_raw_global": "line {line_b} reads {variable} (byte {offset}) where line {line_a} writes, and nothing "
    "orders the two: {where} ({count:,} times in all). {outcome}",
    "faults.hazard_war_global": "line {line_b} overwrites {variable} (byte {offset}) where line {line_a} reads, and nothing "
    "orders the two: {where} ({count:,} times in all). {outcome}",
    "faults.hazard_waw_global": "lines {line_a} and {line_b} write to the same place of {variable} (byte {offset}), and "
    "nothing orders them: {where} ({count:,} times in all). {outcome}",
    "faults.hazard_waw_global_one_line": "several threads write at line {line_a} to the same place of {variable} (byte "
    "{offset}), and nothing orders them: {where} ({count:,} times in all). {outcome}",
    "faults.global_one_block": "block {block}, threads {thread_a} and {thread_b}",
    "faults.global_two_blocks": "block {block}, thread {thread_a} and block {block_b}, thread {thread_b}",
    "faults.global_differs_one_block": "With its warps in another order the kernel leaves other results. Write to memory "
    "that no other thread uses, or put __syncthreads() between the two.",
    "faults.global_differs_two_blocks": "With its blocks in another order the kernel leaves other results. __syncthreads() "
    "does not order blocks: write to memory that no other block uses, or do the second step in another launch.",
    "faults.global_same": "Two other orders left the same results here; make sure that no order can matter.",
    "faults.global_unknown": "Whether the order matters could not be tried here.",
    "faults.hazard_undefined_shuffle": "in the shuffle at line {line_a} lane {lane} reads from lane {source} of its warp, "
    "which does not take part: block {block}, thread {thread_a} ({count:,} times in all). What it gets is undefined. Let "
    "every lane that is read from reach the shuffle, or do not use the value.",
    "faults.hazard_uninitialised_read_note": "line {line_b} may read {variable} (byte {offset}) before anyone has written it: "
    "block {block}, thread {thread_a} ({count:,} times in all). The compiler loads it ahead of a condition and may throw "
    "the value away.",
    "faults.hazard_uninitialised_read": "line {line_b} reads {variable} (byte {offset}) before anyone has written it: "
    "block {block}, thread {thread_a} ({count:,} times in all). Fill every element that is read, also at the edge.",
    "faults.out_of_bounds_written": "something was written outside {buffer}: byte {offset:,}, but it has {size:,} bytes, counted from 0 ({written:,} bytes in all). Guard the access, or look at the index.",
    "faults.out_of_bounds_bare": "an access outside of every buffer ({driver}; the GPU does not say where). Guard the access, or look at the index; `--backend emulated` names line and thread.",
    "faults.misaligned_bare": "an access at an address that is no multiple of its width ({driver}; the GPU does not say where): a wide access, such as one of a float4, needs an aligned address.",
    "faults.assert_bare": "an assert() does not hold ({driver}).",
    "faults.hazard_raw_lines": "line {line_b} reads what line {line_a} writes, with no barrier between them ({count:,} times in all). Put __syncthreads() between the write and the read.",
    "faults.hazard_war_lines": "line {line_b} overwrites what another thread may still read at line {line_a} ({count:,} times in all). Put __syncthreads() after the last read, or write to a buffer that nobody reads now.",
    "faults.hazard_waw_lines": "lines {line_a} and {line_b} write to the same place with no barrier between them ({count:,} times in all). Which value stays is luck.",
    "faults.hazard_barrier_divergence_lines": "not all threads reach the barrier at line {line_a} (reported for {count:,} threads). All threads of the block must pass it: move it out of the branch.",
    "faults.hazard_uninitialised_read_lines": "line {line_b} reads memory that nobody has written ({count:,} times in all).",
}
