// expect: atomics
// Copies 264 words apart, 8 banks on: copies 0 and 4 share a bank, and so do 1 and 5, 2 and 6, 3 and 7.

// TODO(1)
constexpr int WORDS = COPIES * BINS;
__device__ int place(int copy, int bin) { return copy % 4 * 8 * BINS / 8 + copy / 4 * 4 * BINS + (bin + copy % 4 * 8) % BINS; }
