// expect: correctness
// The sums begin anew in every step.

// INSTEAD OF
        wmma::mma_sync(sum, a, b, sum);
// WRITE
        wmma::fill_fragment(sum, Sum(0.0f));
        wmma::mma_sync(sum, a, b, sum);
