// expect: correctness
// The fragment has the new columns, but the sums are still written to the old ones.

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + n;
