// expect: shared_excess, shared_wavefronts
// One spare word after every 64: strides 4 to 32 still meet in pairs.

// TODO(1)
constexpr int WORDS = SEGMENT + SEGMENT / 64;
__device__ int place(int i) { return i + i / 64; }
