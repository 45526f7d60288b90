// expect: shared_excess, shared_wavefronts, resources
// Two spare words a row: the step from row to row is even, and half of the banks stay empty.

// TODO(1)
constexpr int WORDS = SEGMENT + SEGMENT / 16;
__device__ int place(int i) { return i + i / 32 * 2; }
