// expect: barriers, machine_code
// Pairs of all threads in shared memory, Hillis-Steele: right, with 16 barriers a tile.

constexpr int BLOCK = 256;

struct Part {
    int begun;
    int sum;
};

extern "C" __global__ void segmented_scan(const int* in, const int* heads, int* out, int n)
{
    __shared__ Part parts[BLOCK];
    int tid = threadIdx.x;
    Part carry = {0, 0};
    for (int first = 0; first < n; first += BLOCK) {
        int i = first + tid;
        Part part = {i < n && heads[i] != 0, i < n ? in[i] : 0};
        if (tid == 0 && !part.begun)
            part = {carry.begun, carry.sum + part.sum};
        for (int step = 1; step < BLOCK; step *= 2) {
            parts[tid] = part;
            __syncthreads();
            if (tid >= step) {
                Part left = parts[tid - step];
                part = {left.begun | part.begun, part.begun ? part.sum : left.sum + part.sum};
            }
            __syncthreads();
        }
        if (i < n)
            out[i] = part.sum;
        parts[tid] = part;
        __syncthreads();
        carry = parts[BLOCK - 1];
        __syncthreads();
    }
}
