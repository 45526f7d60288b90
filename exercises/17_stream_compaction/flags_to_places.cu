// The last step of a compaction. flags[i] is 1 where in[i] is kept, else 0; places[i] is the exclusive scan of the
// flags: how many elements are kept before element i. out: the kept elements, without gaps and in their order.

extern "C" __global__ void flags_to_places(const float* in, const int* flags, const int* places, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO(1): write this thread's element to its place, if there is such an element and it is kept. (2 lines)
}
