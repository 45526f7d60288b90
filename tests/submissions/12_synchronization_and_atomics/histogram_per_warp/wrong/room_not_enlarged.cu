// expect: correctness
// Copies 257 words apart, and room for 256 each: the last seven bins lie outside.

// TODO(1)
constexpr int WORDS = COPIES * BINS;
__device__ int place(int copy, int bin) { return copy * (BINS + 1) + bin; }
