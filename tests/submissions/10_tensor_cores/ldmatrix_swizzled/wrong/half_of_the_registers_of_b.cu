// expect: correctness
// The second fragment of each pair like the first.

// INSTEAD OF
                    mma(c[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
// WRITE
                    mma(c[i][j], a[i], b[j / 2][0], b[j / 2][1]);
