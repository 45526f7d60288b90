// One pass of a radix sort: all keys in the order of one digit of four bits, those with equal digits in their old
// order. A key's place is the number of keys with smaller digits, plus those with its own digit before it: in earlier
// blocks, in earlier warps of its block, in lower lanes of its warp. What smaller digits and earlier blocks make of it
// is known from a pass that counted: offsets[digit * gridDim.x + block] is where the block's first key of that digit
// goes. A block has 256 keys, the last one the rest.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int DIGITS = 16;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_digit(const unsigned* in, unsigned* out, const int* offsets, int shift, int n)
{
    __shared__ int counts[WARPS][DIGITS];  // of each warp, by digit; then where its first key of each digit goes
    int tid = threadIdx.x;
    int warp = tid / 32, lane = tid % 32;
    int i = blockIdx.x * BLOCK + tid;
    bool exists = i < n;
    unsigned key = exists ? in[i] : 0;
    int digit = exists ? key >> shift & (DIGITS - 1) : DIGITS;    // a key that does not exist has a digit of its own

    if (lane < DIGITS)
        counts[warp][lane] = 0;
    __syncwarp();

    // TODO(1): find the lanes of the warp that have this lane's digit, and how many of them are below this one. Let one
    // lane of each group leave the size of the group in the warp's counts. (about 4 lines)
    int rank = 0;
    __syncthreads();

    // TODO(2): one thread for each digit: turn the counts of the warps into the places at which they begin. The first
    // warp begins at the block's offset, each further one behind the one before. (about 6 lines)
    if (tid < DIGITS) {
    }
    __syncthreads();

    // TODO(3): store the key at its place. (2 lines)
}
