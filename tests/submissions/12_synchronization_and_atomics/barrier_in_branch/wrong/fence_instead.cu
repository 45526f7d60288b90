// expect: hazards
// A fence orders what this thread does; it waits for nobody.

// TODO(1)
    __threadfence_block();
    float before = 0.0f;
    if (t > 0)
        before = segment[t - 1];
