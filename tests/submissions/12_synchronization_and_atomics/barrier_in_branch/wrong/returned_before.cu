// expect: hazards
// Thread 0 writes its element and returns: it never comes to the barrier.

extern "C" __global__ void barrier_in_branch(const float* in, float* out)
{
    __shared__ float segment[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;

    segment[t] = in[i];
    if (t == 0) {
        out[i] = segment[t];
        return;
    }
    __syncthreads();
    out[i] = segment[t] - segment[t - 1];
}
