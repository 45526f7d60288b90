// expect: correctness
// The rank counts the lane itself: a start is left out each time.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & (below << 1 | 1));
            v = first + i;
            count = 0;
        }
        next += __popc(done);
