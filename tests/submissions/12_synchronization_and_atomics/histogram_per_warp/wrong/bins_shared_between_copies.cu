// expect: correctness
// Copies one word apart: bin 1 of a copy is bin 0 of the next.

// TODO(1)
constexpr int WORDS = COPIES + BINS;
__device__ int place(int copy, int bin) { return copy + bin; }
