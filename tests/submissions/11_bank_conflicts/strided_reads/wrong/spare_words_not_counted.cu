// expect: correctness
// The spare words are in the map but not in the array: the last rows end outside of it.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i + i / 32; }
