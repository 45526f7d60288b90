// expect: machine_code
// No asynchronous copy at all: the values go through registers.

// INSTEAD OF
    __pipeline_memcpy_async(&desk[t], &in[i], sizeof(float));
// WRITE
    desk[t] = in[i];
