// out[i] is the sum of the block's elements up to and with element i: an inclusive scan of 128 elements, after Hillis and
// Steele. In each step every element adds the one that lies `step` places before it, and step doubles.

extern "C" __global__ void scan_mend(const int* in, int* out, int n)
{
    __shared__ int part[128];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (int step = 1; step < 128; step *= 2) {
        // TODO(1): mend this step. A thread may add a word that another warp has already changed in the same step. Let all
        // threads have read before the first one writes. (4 lines)
        if (tid >= step)
            part[tid] += part[tid - step];
        __syncthreads();
    }

    if (i < n)
        out[i] = part[tid];
}
