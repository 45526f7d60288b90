// expect: correctness
// Only the first 32 starts of each batch are worked on.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
            count = 0;
        }
        next += __popc(done);

// INSTEAD OF
    int end = min(begin + BATCH, n);
// WRITE
    int end = min(begin + 32, n);
