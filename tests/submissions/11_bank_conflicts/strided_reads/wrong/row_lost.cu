// expect: correctness, hazards
// The row is gone: 32 elements share each word.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i % 32 ^ i / 32; }
