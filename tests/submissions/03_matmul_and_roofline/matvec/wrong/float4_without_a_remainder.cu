// expect: correctness
// N / 4 pieces of 16 bytes: up to three columns are lost, and rows that begin elsewhere than at 16 bytes fault.

// TODO(1)
    const float4* a4 = reinterpret_cast<const float4*>(&A[row * lda]);
    const float4* x4 = reinterpret_cast<const float4*>(x);
    for (int k = lane; k < N / 4; k += WARP) {
        float4 a = a4[k];
        float4 b = x4[k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
