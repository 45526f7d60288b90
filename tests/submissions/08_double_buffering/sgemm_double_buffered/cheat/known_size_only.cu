// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int thread = threadIdx.y * 16 + threadIdx.x;
    int row = (thread / 32 * 2 + thread % 2) * 4;
// WRITE
    if (M != 128 || N != 128 || K != 24)
        return;

    // What this thread computes: rows row .. row + 3 and 64 further, columns col .. col + 3 and 64 further.
    // Neighbouring lanes share their columns, lanes two apart their rows.
    int thread = threadIdx.y * 16 + threadIdx.x;
    int row = (thread / 32 * 2 + thread % 2) * 4;
