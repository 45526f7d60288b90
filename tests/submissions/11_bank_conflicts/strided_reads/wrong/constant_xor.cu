// expect: shared_excess, shared_wavefronts
// XOR with a constant moves all elements alike.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i ^ 21; }
