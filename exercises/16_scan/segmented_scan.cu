// An inclusive scan that begins anew at every element with a flag: out[i] is the sum from the last element k <= i with
// heads[k] != 0 (or from element 0) up to and with element i. One block takes tile after tile of 256 elements.
// What is scanned is a pair: a sum, and whether a segment has begun among the elements that it stands for.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned int ALL_LANES = 0xffffffff;

struct Part {
    int begun;    // 0, or 1 if one of the elements begins a segment
    int sum;      // of the elements from the last such one on
};

// The pair of the elements of both: those of `left` come right before those of `right`.
__device__ Part joined(Part left, Part right)
{
    // TODO(1): where a segment begins in `right`, nothing of `left` belongs to its sum. (about 2 lines)
    return right;
}

// What the elements of lanes 0 to this one make, in every lane. All 32 lanes call this.
__device__ Part warp_inclusive(Part part)
{
    int lane = threadIdx.x % 32;
    // TODO(2): five steps, as in scan_warp, in which both members of a pair travel. The lanes below are on the left.
    // (about 6 lines)
    return part;
}

extern "C" __global__ void segmented_scan(const int* in, const int* heads, int* out, int n)
{
    __shared__ Part parts[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    Part carry = {0, 0};    // what all tiles before make

    for (int first = 0; first < n; first += BLOCK) {
        int i = first + threadIdx.x;
        Part part = {i < n && heads[i] != 0, i < n ? in[i] : 0};
        part = warp_inclusive(part);
        if (lane == 31)
            parts[warp] = part;
        __syncthreads();

        // TODO(3): find what comes before this warp: carry, joined with the parts of the warps before it, in order. Write
        // this thread's result, and make carry what the next tile needs. (about 7 lines)
        __syncthreads();    // before the next tile's parts are stored
    }
}
