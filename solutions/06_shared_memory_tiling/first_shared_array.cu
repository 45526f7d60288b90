// Each segment of 64 floats is turned round: block b has segment b, and what came first comes last.
// The thread that loads a value is not the one that writes it, so the values change hands on a desk for the block.

constexpr int SIZE = 64;    // threads of a block, floats of a segment

extern "C" __global__ void first_shared_array(const float* in, float* out)
{
    __shared__ float desk[SIZE];
    int t = threadIdx.x;
    int i = blockIdx.x * SIZE + t;

    // TODO(1): put element i of `in` at this thread's own place on the desk. (1 line)
    // BEGIN SOLUTION
    desk[t] = in[i];
    // END SOLUTION

    __syncthreads();    // now everything lies there

    // TODO(2): element i of `out` is what lies at the mirrored place, the last for thread 0. (1 line)
    // BEGIN SOLUTION
    out[i] = desk[SIZE - 1 - t];
    // END SOLUTION
}
