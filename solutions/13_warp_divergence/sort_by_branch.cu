// out[i] = shade(in[i]). Elements are of four kinds, by their value, and each kind has a formula of its own. In a warp of
// mixed kinds the lanes part, and the warp works through all four formulas, one after the other. So the 256 elements of a
// block first change places: all of kind 0 to the front, then those of kinds 1, 2 and 3. Then most warps agree.

constexpr int THREADS = 256;
constexpr int KINDS = 4;

// The kind of a value from -1 to 1.
__device__ int kind_of(float x) { return (x >= -0.5f) + (x >= 0.0f) + (x >= 0.5f); }

// The formulas, each for one kind. They stay as they are.
__device__ float shade(int kind, float x)
{
    float v = x;
    float w = 1.0f;
    if (kind == 0) {
        #pragma unroll 8
        for (int k = 0; k < 48; ++k) { v -= 0.25f * w; w += 0.25f * v; }
    } else if (kind == 1) {
        #pragma unroll 8
        for (int k = 0; k < 64; ++k) v = x + 0.5f * fabsf(v);
    } else if (kind == 2) {
        #pragma unroll 8
        for (int k = 0; k < 96; ++k) v = x - 0.5f * v * v;
    } else {
        #pragma unroll 8
        for (int k = 0; k < 128; ++k) v = fmaxf(x - v, 0.25f * v);
    }
    return v;
}

extern "C" __global__ void sort_by_branch(const float* in, float* out, int n)
{
    __shared__ int count[KINDS];        // of elements of each kind in this block
    __shared__ float value[THREADS];    // the block's elements, sorted by kind,
    __shared__ int home[THREADS];       // and where each came from
    int t = threadIdx.x;
    int i = blockIdx.x * THREADS + t;
    float x = i < n ? in[i] : -1.0f;    // beyond the end: kind 0, as everybody takes part
    int kind = kind_of(x);

    // TODO(1): count: let count[k] become the number of elements of kind k, and find out how many of this thread's kind
    // were counted before it. (4 lines)
    int rank = 0;
    // BEGIN SOLUTION
    if (t < KINDS)
        count[t] = 0;
    __syncthreads();
    rank = atomicAdd(&count[kind], 1);
    // END SOLUTION
    __syncthreads();

    // TODO(2): scan: where does this thread's element go? Behind all elements of smaller kinds, and behind those of its own
    // kind that were counted before it. (3 lines)
    int place = rank;
    // BEGIN SOLUTION
    for (int k = 0; k < KINDS; ++k)
        if (k < kind)
            place += count[k];
    // END SOLUTION

    // TODO(3): scatter: store value and home there; then take the element that came to lie at place t, in place of this
    // thread's own: x becomes its value, i its element number in `in`. (5 lines)
    // BEGIN SOLUTION
    value[place] = x;
    home[place] = i;
    __syncthreads();
    x = value[t];
    i = home[t];
    // END SOLUTION

    float result = shade(kind_of(x), x);
    if (i < n)
        out[i] = result;
}
