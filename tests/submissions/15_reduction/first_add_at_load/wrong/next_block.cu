// expect: correctness
// The second element lies two blocks of threads further on: it belongs to the next block.

// TODO(1)
    sum += i < n ? in[i] : 0.0f;
    sum += i + 2 * BLOCK < n ? in[i + 2 * BLOCK] : 0.0f;
