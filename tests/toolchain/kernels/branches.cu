// Every way to go somewhere else: a table of jumps, loops left early, calls, and lanes that wait for each other.
__device__ __noinline__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }

extern "C" __global__ void table_of_jumps(const int* in, int* out) {
    int x = in[threadIdx.x];
    switch (in[threadIdx.x + 32]) {
        case 0: x = out[3 * x]; break;
        case 1: x = out[x] * 5 + in[x]; break;
        case 2: x ^= in[x & 7]; break;
        case 3: x = in[x + 1] / 7; break;
        case 4: x = in[x] - out[x]; break;
        case 5: x += in[2 * x]; break;
        case 6: out[x] = 4; break;
        default: x = -1;
    }
    out[threadIdx.x] = x;
}

extern "C" __global__ void search(const int* in, int* out, int n) {
    for (int i = 0; i < n; ++i)
        if (in[i] == (int)threadIdx.x) {
            out[threadIdx.x] = i;
            return;
        }
    __syncwarp(in[0]);
    out[threadIdx.x] = depth(n);
}
