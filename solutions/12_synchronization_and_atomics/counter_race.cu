// Adds to count[0] how many elements of `in` are positive. Every thread looks at one element.

extern "C" __global__ void counter_race(const float* in, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && in[i] > 0.0f) {
        // TODO(1): mend this line. It reads the counter, adds 1 and writes it back, in three steps, and other threads do
        // the same in between. (change it to 1 line)
        // BEGIN SOLUTION
        atomicAdd(count, 1);
        // END SOLUTION
        // BEGIN STARTER
        //| count[0] = count[0] + 1;
        // END STARTER
    }
}
