// expect: correctness
// The rotation runs over the end of the row into the next one, where an element lies already.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i % 32 + i / 32 + i / 32 * 32; }
