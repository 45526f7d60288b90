// expect: global_sectors, machine_code
// Pieces of 8 bytes: right, but A is asked for twice as often.

// TODO(1)
    int pieces = lda % 2 == 0 ? K / 2 : 0;

// TODO(2)
        float2 two = reinterpret_cast<const float2*>(a)[p];
        const float* b = B + 2 * p * ldb + col;
        sum += two.x * b[0];
        sum += two.y * b[ldb];

// TODO(3)
    for (int k = 2 * pieces; k < K; ++k)
        sum += a[k] * B[k * ldb + col];
