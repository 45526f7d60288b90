// expect: correctness
// The columns of the first block in every block.

// TODO(1)
            b[r] = pair(B[k * N + group], B[(k + 1) * N + group]);
