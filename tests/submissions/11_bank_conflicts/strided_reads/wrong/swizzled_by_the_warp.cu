// expect: correctness
// XOR with the number of the warp that asks: the warp that reads is not the one that stored, and looks elsewhere.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i ^ threadIdx.x / 32; }
