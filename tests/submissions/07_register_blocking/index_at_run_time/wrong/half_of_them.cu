// expect: correctness
// Half of the rows are taken twice, the others never.

// TODO(1)
            int m = i / 2;
            sum[m] += A[(row + m) * K + k] * b;
