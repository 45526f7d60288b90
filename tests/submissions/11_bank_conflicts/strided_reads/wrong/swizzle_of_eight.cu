// expect: shared_excess, shared_wavefronts
// Only the three lowest bits of the row are mixed in: four rows share each order.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i ^ (i / 32 % 8); }
