// expect: shared_excess, shared_wavefronts
// Times 33 shuffles the elements and leaves each in its bank: 33 i mod 32 is i mod 32.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i * 33 % SEGMENT; }
