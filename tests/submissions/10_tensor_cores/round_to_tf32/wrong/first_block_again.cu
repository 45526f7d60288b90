// expect: correctness
// Rounds the first block's values in every block.

// TODO(1)
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(in[threadIdx.x]));
