// expect: correctness
// The next start is i, not first + i.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = i;
            count = 0;
        }
        next += __popc(done);
