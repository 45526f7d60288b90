// out[i] = 2 * in[i] for every i from 0 to n - 1. Each thread does EACH elements, one after the other, and the grid has
// as many threads as that takes.

constexpr int EACH = 8;

extern "C" __global__ void first_walk(const float* in, float* out, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    for (int j = 0; j < EACH; ++j) {
        // TODO(1): mend this. Thread t walks a run of EACH neighbours of its own. Let the threads that are neighbours
        // take neighbours in every round j. (change 1 line)
        // BEGIN SOLUTION
        const int i = t + j * gridDim.x * blockDim.x;
        // END SOLUTION
        // BEGIN STARTER
        //| const int i = j + t * EACH;
        // END STARTER
        if (i < n)
            out[i] = 2.0f * in[i];
    }
}
