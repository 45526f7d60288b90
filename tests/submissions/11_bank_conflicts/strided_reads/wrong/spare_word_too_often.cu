// expect: shared_excess, shared_wavefronts, resources
// One spare word after every 16 is right for stride 16 alone; the stores of neighbours collide, too.

// TODO(1)
constexpr int WORDS = SEGMENT + SEGMENT / 16;
__device__ int place(int i) { return i + i / 16; }
