// expect: correctness
// Cuts off sixteen at a time: half-warps were a unit of memory access on the first CUDA GPUs only.

// TODO(2)
        warp[i] = thread / 16;
        lane[i] = thread % 16;

// INSTEAD OF
constexpr int WARP_SIZE = 32;
// WRITE
