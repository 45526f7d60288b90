// expect: correctness
// Values are kept in 32 bits, which start 159,487 leaves.

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
    unsigned long long v = first + i;
// WRITE
    unsigned v = first + i;
