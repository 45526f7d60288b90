// expect: correctness
// Lanes beyond the batch write, too: into the next one, or outside.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
            count = 0;
        }
        next += __popc(done);
