// expect: resources
// The index depends on k: all lanes agree now, but the loop over k stays a loop.

// TODO(1)
            int m = (i + k) % ROWS;
            sum[m] += A[(row + m) * K + k] * b;
