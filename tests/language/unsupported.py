"""Kernels of the corpus that the emulator refuses: the words of its message, and a mark on the line it must name.

And those that it gets wrong, by what it gets wrong: a test demands that they still fail, so that none stays here.
"""

from __future__ import annotations

EXPECTED_UNSUPPORTED: dict[str, tuple[str, str]] = {
    "barriers:named_barriers": ("the barrier `bar.sync`", "bar.sync 1, 64;"),
    "barriers:producer_and_consumer": ("the barrier `bar.sync`", "bar.sync 2, 64;"),
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
    "devices:floats_of_8_bits": ("`cvt.rn.satfinite.e4m3x2.f32`", "__nv_cvt_float_to_fp8"),
    "floats:directed_divisions": ("`div.rm.f32`", "__fdiv_rd"),
    "groups:tiles_of_two_warps": ("%reserved_smem_offset_1", "cg::this_thread_block(room)"),
    "groups:cluster_groups": ("%cluster_ctarank", "cluster.block_rank()"),
    "inline_ptx:named_barriers_of_two_warps": ("the barrier `bar.arrive`", "bar.arrive 1, 64;"),
    "memory:heap_allocation": ("`malloc` on the device heap", "malloc("),
    "memory:new_and_delete": ("`malloc` on the device heap", "new int[3]"),
    "modern:grid_constants_by_index": ("`grid_constants_by_index_param_0`", "void grid_constants_by_index("),
    "numbers:rounding_in_double": ("`mul.rz.f64`", "__dmul_rz"),
    "numbers:wide_integers_rounded": ("`cvt.rm.f32.s64`", "__ll2float_rd"),
    "small_floats:bytes_of_floats": ("`cvt.rn.satfinite.e4m3x2.f32`", "__nv_cvt_float_to_fp8(in[i], __NV_SATFINITE"),
    "small_floats:pairs_of_bytes": ("`cvt.rn.satfinite.e5m2x2.f16x2`", "__nv_cvt_halfraw2_to_fp8x2"),
    "standard_library:block_barrier_object": ("`mbarrier.init.shared.b64`", "init(&barrier"),
    "tensor:wmma_tile": ("`wmma.load.a.sync", "load_matrix_sync(a_frag"),
    "tensor:mma_in_assembly": ("`mma.sync.aligned.m16n8k8", '"f"(0.0f));'),
    "tensor:matrices_loaded_by_ldmatrix": ("`ldmatrix.sync.aligned.m8n8.x1", "ldmatrix"),
}

EXPECTED_WRONG: dict[str, str] = {
    "inline_ptx:minima_with_nan": "`.NaN` of min.f32 and max.f32 is ignored",
    "inline_ptx:flushed": "`.ftz` of float instructions is ignored",
    "inline_ptx:old_forms": "mul24 and mad24 take 32 bits, mad.hi.sat does not saturate, set has no third operand",
    "modern:minima_with_signalling_nan": "np.fmin of a signalling NaN is NaN, in arrays too short for its vector code",
    "inline_ptx:ignored_sources": "the predicate of a cp.async is taken for a number of bytes",
}
