// expect: shared_excess, shared_wavefronts
// Element i in word i: stride 32 meets in one bank.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i; }
