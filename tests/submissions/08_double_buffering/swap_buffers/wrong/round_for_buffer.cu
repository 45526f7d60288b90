// expect: correctness
// The number of the round itself: there are only two buffers.

// TODO(1)
        int free_buffer = k;
