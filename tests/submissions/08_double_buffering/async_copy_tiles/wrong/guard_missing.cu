// expect: correctness
// Copies beyond the matrix read what is not there.

// INSTEAD OF
    __pipeline_memcpy_async(to, from, sizeof(float), inside ? 0 : sizeof(float));
// WRITE
    __pipeline_memcpy_async(to, from, sizeof(float), 0);
