// expect: correctness
// The number of steps is written to the next start.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            i = next + __popc(done & below);
            if (i < end)
                steps[i] = count;
            v = first + i;
            count = 0;
        }
        next += __popc(done);
