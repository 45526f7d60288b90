// out[i] = 2 * in[i] for every i from 0 to n - 1, in one block with exactly n threads: one thread, one element.

extern "C" __global__ void first_index(const float* in, float* out, int n)
{
    // TODO(1): which element is this thread's? A block numbers its threads from 0. (1 line)
    // BEGIN SOLUTION
    int i = threadIdx.x;
    // END SOLUTION
    // BEGIN STARTER
    //| int i = 0;
    // END STARTER

    out[i] = 2.0f * in[i];
}
