// expect: shared_excess, shared_wavefronts
// One conflict-free load a result for show beside the load that counts.

// TODO(1)
constexpr int WORDS = SEGMENT;
__device__ int place(int i) { return i; }

// INSTEAD OF
            out[k * SEGMENT + j] = data[place(row * stride + column)];
// WRITE
            out[k * SEGMENT + j] = data[row * stride + column] + 0.0f * data[j];
