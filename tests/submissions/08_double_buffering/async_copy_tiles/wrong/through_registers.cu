// expect: async_copies, machine_code
// Ordinary loads and stores: right, but every value passes through a register, and the thread waits for it.

// INSTEAD OF
    __pipeline_memcpy_async(to, from, sizeof(float), inside ? 0 : sizeof(float));
// WRITE
    *to = inside ? *from : 0.0f;
