"""Kernels of the corpus that the emulator refuses: the words of its message, and a mark on the line it must name."""

from __future__ import annotations

EXPECTED_UNSUPPORTED: dict[str, tuple[str, str]] = {
    "calls:big_structs_down_a_recursion": ("the address of a parameter", "weighted_all_the_way_down(Big b, int i)"),
    "calls:objects_in_place": ("a call through a function pointer", "shape->area()"),
    "calls:parameters_of_the_grid": ("the address of a parameter", "const __grid_constant__"),
    "classes:virtual_functions": ("a call through a function pointer", "a->legs()"),
    "control:function_pointers_in_a_table": ("a call through a function pointer", "= f(threadIdx.x);"),
    "control:function_pointers_as_arguments": ("a call through a function pointer", "f(f(x))"),
    "control:function_pointers_known_to_the_compiler": ("a call through a function pointer", "= f(threadIdx.x);"),
    "core_library:split_arrival": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "core_library:awaited_copy": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "devices:texture_fetches": ("`tex.2d.v4.f32.f32`", "tex2D<float>"),
    "devices:texture_of_a_line": ("`tex.1d.v4.f32.s32`", "tex1Dfetch<float>"),
    "devices:surface_writes": ("`sust.b.2d.b32.trap`", "surf2Dwrite"),
    "devices:cluster_ranks": ("%cluster_ctarank", "%%cluster_ctarank"),
    "devices:cluster_barrier": ("`barrier.cluster.arrive.aligned`", "barrier.cluster.arrive"),
    "groups:tiles_of_two_warps": ("%reserved_smem_offset_1", "cg::this_thread_block(room)"),
    "groups:cluster_groups": ("%cluster_ctarank", "cluster.block_rank()"),
    "library_headers:tiles_wider_than_a_warp": ("`%reserved_smem_offset_1`", "this_thread_block(memory)"),
    "memory:heap_allocation": ("`malloc` on the device heap", "malloc("),
    "memory:new_and_delete": ("`malloc` on the device heap", "new int[3]"),
    "modern:grid_constants_by_index": ("the address of a parameter", "void grid_constants_by_index("),
    "standard_library:block_barrier_object": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "tensor:wmma_tile": ("`wmma.load.a.sync", "load_matrix_sync(a_frag"),
    "tensor:mma_in_assembly": ("`mma.sync.aligned.m16n8k8", '"f"(0.0f));'),
    "tensor:matrices_loaded_by_ldmatrix": ("`ldmatrix.sync.aligned.m8n8.x1", "ldmatrix"),
}
