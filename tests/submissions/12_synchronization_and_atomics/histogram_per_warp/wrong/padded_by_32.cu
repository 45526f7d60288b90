// expect: atomics, resources
// Copies 288 words apart are in one bank still: 32 spare words move nothing.

// TODO(1)
constexpr int WORDS = COPIES * (BINS + 32);
__device__ int place(int copy, int bin) { return copy * (BINS + 32) + bin; }
