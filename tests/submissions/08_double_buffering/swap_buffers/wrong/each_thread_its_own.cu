// expect: correctness, hazards
// Threads of one block disagree: the mirrored place was filled in the other buffer.

// TODO(1)
        int free_buffer = (k + t) % 2;
