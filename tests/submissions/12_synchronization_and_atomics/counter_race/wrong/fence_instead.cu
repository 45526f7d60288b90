// expect: correctness, hazards
// A fence orders the accesses of one thread; it keeps nobody from coming in between.

// TODO(1)
        int seen = count[0];
        __threadfence();
        count[0] = seen + 1;
        __threadfence();
