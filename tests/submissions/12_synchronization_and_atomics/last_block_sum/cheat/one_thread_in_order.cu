// expect: machine_code
// One thread adds up everything: always the same bits, and no parallel sum.

extern "C" __global__ void last_block_sum(const float* in, float* partial, unsigned* ticket, float* out, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        float total = 0.0f;
        for (int i = 0; i < n; ++i)
            total += in[i];
        out[0] = total;
    }
}
