// expect: correctness
// The count of the next start begins with the last one's.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
        }
        next += __popc(done);
