// expect: predictions
// The kernel is changed to stride 1 until it costs what was predicted: what counts is the course's own.

// PREDICT(1): bank that lane 5 of the first warp reads = 5
// PREDICT(2): bank that lane 20 of the first warp reads = 20
// PREDICT(3): requests of the load, one for each warp = 3
// PREDICT(4): wavefronts of the load = 3
// PREDICT(5): excess wavefronts of the load = 0

extern "C" __global__ void strides(const float* in, float* out, int n)
{
    __shared__ float data[96];
    int i = threadIdx.x;

    data[i] = in[i];
    __syncthreads();

    out[i] = data[i];
}
