// expect: correctness, hazards
// Beyond the matrix nothing is copied, and what was in shared memory before is multiplied.

// INSTEAD OF
    __pipeline_memcpy_async(to, from, sizeof(float), inside ? 0 : sizeof(float));
// WRITE
    if (inside)
        __pipeline_memcpy_async(to, from, sizeof(float));
