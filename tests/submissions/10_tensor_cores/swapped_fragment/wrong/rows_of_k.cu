// expect: correctness
// Rows taken to be K elements long.

// TODO(1)
            b[r] = pair(B[(k * K + col) % (K * N)], B[((k + 1) * K + col) % (K * N)]);
