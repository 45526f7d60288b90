// expect: correctness
// Recognises the counted case and does nothing for any other.

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
    int lane = threadIdx.x % 32;
// WRITE
    if (n != 1024)
        return;
    int lane = threadIdx.x % 32;
