// expect: correctness
// Half of the shared accesses saved by not computing the product.

// INSTEAD OF
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k)
        sum += operand[ty][k] * operand[k][tx];
    w_times_w[thread] = sum;
// WRITE
    w_times_w[thread] = 0.0f;
