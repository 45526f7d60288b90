// expect: atomics
// Copies 256 words apart, a multiple of 32: all eight copies of a bin lie in the same bank.

// TODO(1)
constexpr int WORDS = COPIES * BINS;
__device__ int place(int copy, int bin) { return copy * BINS + bin; }
