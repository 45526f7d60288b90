"""Kernels of the corpus that the emulator refuses: the words of its message, and a mark on the line it must name."""

from __future__ import annotations

EXPECTED_UNSUPPORTED: dict[str, tuple[str, str]] = {
    "devices:texture_fetches": ("texture object", "tex2D<float>"),
    "devices:texture_of_a_line": ("texture object", "tex1Dfetch<float>"),
    "devices:surface_writes": ("SUST.D.BA.2D", "surf2Dwrite"),
    "groups:tiles_of_two_warps": ("%reserved_smem_offset", "cg::this_thread_block(room)"),
    "library_headers:tiles_wider_than_a_warp": ("%reserved_smem_offset", "this_thread_block(memory)"),
}
