// expect: correctness
// The second element is the neighbour in the row: that of a fragment of A.

// TODO(1)
            b[r] = pair(B[k * N + col], B[(k * N + col + 1) % (K * N)]);
