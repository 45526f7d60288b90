// expect: correctness, hazards
// Times three and round the end: the array is too short for it, and elements fall on each other.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i * 3 % 1020; }
