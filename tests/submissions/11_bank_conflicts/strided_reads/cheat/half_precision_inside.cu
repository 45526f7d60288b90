// expect: correctness
// FP16 in shared memory halves the bytes; whole numbers up to 2,048 do not show the loss, larger ones and fractions do.

// INSTEAD OF
constexpr int SEGMENT = 1024;
// WRITE
#include <cuda_fp16.h>

constexpr int SEGMENT = 1024;

// INSTEAD OF
    __shared__ float data[WORDS];
// WRITE
    __shared__ __half data[WORDS];

// INSTEAD OF
        data[place(i)] = in[i];
// WRITE
        data[place(i)] = __float2half(in[i]);

// INSTEAD OF
            out[k * SEGMENT + j] = data[place(row * stride + column)];
// WRITE
            out[k * SEGMENT + j] = __half2float(data[place(row * stride + column)]);
