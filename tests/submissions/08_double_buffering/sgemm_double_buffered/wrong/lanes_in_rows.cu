// expect: shared_wavefronts
// A thread takes its place from threadIdx: neighbouring lanes share no address of B, and its wide reads do not merge.

// INSTEAD OF
    int thread = threadIdx.y * 16 + threadIdx.x;
    int row = (thread / 32 * 2 + thread % 2) * 4;
    int col = thread / 2 % 16 * 4;
// WRITE
    int row = threadIdx.y * 4;
    int col = threadIdx.x * 4;
