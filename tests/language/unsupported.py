"""Kernels of the corpus that the emulator refuses: the words of its message, and a mark on the line it must name."""

from __future__ import annotations

EXPECTED_UNSUPPORTED: dict[str, tuple[str, str]] = {
    "core_library:split_arrival": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "core_library:awaited_copy": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "devices:texture_fetches": ("TEX.LL", "tex2D<float>"),
    "devices:texture_of_a_line": ("TLD.LZ", "tex1Dfetch<float>"),
    "devices:surface_writes": ("SUST.D.BA.2D", "surf2Dwrite"),
    "devices:cluster_ranks": ("clusters of blocks", "%%cluster_"),
    "groups:cluster_groups": ("clusters of blocks", "cluster."),
    "devices:cluster_barrier": ("clusters of blocks", "barrier.cluster.arrive"),
    "standard_library:block_barrier_object": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "groups:tiles_of_two_warps": ("%reserved_smem_offset", "cg::this_thread_block(room)"),
    "library_headers:tiles_wider_than_a_warp": ("%reserved_smem_offset", "this_thread_block(memory)"),
}
