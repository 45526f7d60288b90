// expect: divergence, work
// Lanes fetch, but each start runs to its end in a loop of its own: the warp waits there for its longest lane.

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
        for (int k = 0; k < AT_ONCE; ++k) {
// WRITE
        while (v != 1) {
