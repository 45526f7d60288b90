// out[r][c] = exp(in[r][c]) / (exp(in[r][0]) + exp(in[r][1]) + ...): each row of rows x cols elements becomes shares that sum
// to 1. A block of 128 threads takes one row. Exponentials overflow, so each is taken of an element minus the row's largest,
// which is not known before all have been read. Online softmax reads once: it carries a sum along with the largest element
// that it was made with, and scales the sum when a larger one turns up.

constexpr int BLOCK = 128;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned int ALL_LANES = 0xffffffff;

// Of some elements: the largest, and the sum of exp(element - largest).
struct Online {
    float largest;
    float sum;
};

// The state of no elements. Not -INFINITY: the difference of two of these would be NaN.
__device__ Online nothing()
{
    return {-3.0e38f, 0.0f};
}

// The state of the elements of both.
__device__ Online merged(Online a, Online b)
{
    // TODO(1): take the larger of the two largest, and scale each sum by the exponential of the difference between its own
    // largest and that one. (about 3 lines)
    return a;
}

// The state of the elements of all 32 lanes, in each of the lanes. All 32 lanes call this.
__device__ Online warp_merged(Online state)
{
    // TODO(2): five steps by shuffles, after which every lane has the result. (about 6 lines)
    return state;
}

extern "C" __global__ void row_softmax(const float* in, float* out, int rows, int cols)
{
    __shared__ Online states[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* from = in + row * cols;
        float* to = out + row * cols;

        // TODO(3): the state of this thread's elements: columns threadIdx.x, threadIdx.x + BLOCK ... A single element x has
        // the largest x and the sum exp(0) = 1. (about 2 lines)
        Online state = nothing();

        state = warp_merged(state);
        if (lane == 0)
            states[warp] = state;
        __syncthreads();
        state = warp_merged(lane < WARPS ? states[lane] : nothing());    // in every warp, so that all threads have it
        __syncthreads();    // before the next row's states are stored

        // TODO(4): write this thread's elements of the row, each with the largest and the sum of the whole row. (about 2 lines)
    }
}
