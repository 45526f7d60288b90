// expect: machine_code
// Consumers read global memory, and the tile is for show.

extern "C" __global__ void producer_consumer(const float* in, float* out, int n)
{
    int i = int(threadIdx.x) - 32;
    if (i < 0)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += in[k * 64 + 63 - i];
    out[i] = sum;
}
