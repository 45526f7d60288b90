// expect: global_sectors, resources
// The fragment of B comes straight from global memory: no bank can conflict, but sectors and spills pay for it.

// TODO(1)
                int b_k = k0 + k, b_n = blockIdx.x * BN + n / 4 * 64 + tx * 4 + n % 4;
                b[n] = INSIDE || (b_k < K && b_n < N) ? B[b_k * ldb + b_n] : 0.0f;
