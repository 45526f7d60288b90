// expect: resources
// A pointer into the array is an address, whatever it looks like.

// TODO(1)
        float* next = sum;
        #pragma unroll 1
        for (int col = me; col < cols; col += threads)
            *next++ += in[row * cols + col];
