// expect: correctness
// The sums begin with whatever was in the registers.

// TODO(1)
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum;
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] = A[i];
