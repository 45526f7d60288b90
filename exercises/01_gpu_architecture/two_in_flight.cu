// out[i] = in[i] for every i from 0 to n - 1: each thread copies at most two elements, and both are loaded before one is
// stored. The grid has at least n / 2 threads.

extern "C" __global__ void two_in_flight(const float* in, float* out, int n)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int threads = gridDim.x * blockDim.x;              // how many threads the grid has

    // TODO(1): mend this. A thread has two neighbouring elements, so the lanes of a warp stand 8 bytes apart. Both
    // loads should stand on neighbours. (change 2 lines)
    int first = 2 * me;
    int second = 2 * me + 1;

    float a = first < n ? in[first] : 0.0f;
    float b = second < n ? in[second] : 0.0f;
    if (first < n)
        out[first] = a;
    if (second < n)
        out[second] = b;
}
