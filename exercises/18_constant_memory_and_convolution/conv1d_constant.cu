// out[i] = filter[0] * in[i - RADIUS] + ... + filter[2 * RADIUS] * in[i + RADIUS], where elements beyond the ends of `in` are
// 0. The filter is used as it stands, not reversed: to be exact, that is a correlation, which deep learning calls convolution.
// The host has put the filter into constant memory: all lanes of a warp want the same weight at the same time. The signal
// goes through shared memory: each element is wanted by 2 * RADIUS + 1 threads, and read once from global memory.

constexpr int RADIUS = 4;
constexpr int BLOCK = 128;

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void conv1d_constant(const float* in, float* out, int n)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int first = blockIdx.x * BLOCK - RADIUS;    // the element that belongs into tile[0]

    // TODO(1): fill the whole tile, with 0 for elements that `in` does not have, and wait for each other. There are more
    // elements than threads, so some threads load a second one. (about 5 lines)

    int i = blockIdx.x * BLOCK + threadIdx.x;

    // TODO(2): the sum of 2 * RADIUS + 1 products, a weight and an element of the tile each, goes to out[i]; beyond the end of
    // `out` nothing does. (about 6 lines)
}
