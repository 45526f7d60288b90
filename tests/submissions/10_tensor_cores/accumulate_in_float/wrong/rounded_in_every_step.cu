// expect: correctness
// Float accumulators whose values are rounded to half precision after every step.

// INSTEAD OF
        wmma::mma_sync(sum, a, b, sum);
// WRITE
        wmma::mma_sync(sum, a, b, sum);
        for (int i = 0; i < sum.num_elements; ++i)
            sum.x[i] = float(__half(sum.x[i]));
