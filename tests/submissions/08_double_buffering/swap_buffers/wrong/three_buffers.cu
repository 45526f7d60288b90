// expect: correctness
// There is no third buffer: k % 3 leaves the array.

// TODO(1)
        int free_buffer = k % 3;
