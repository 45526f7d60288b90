// Warp votes, matches, shuffles and other things between lanes, and small idioms around shared memory.

extern "C" __global__ void compact_ballot(const int* in, int* out, int* count, int n) {
    __shared__ int warp_counts[8];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int before = __popc(votes & ((1u << lane) - 1));
    if (lane == 0) warp_counts[warp] = __popc(votes);
    __syncthreads();
    int start = 0;
    for (int w = 0; w < warp; ++w) start += warp_counts[w];
    if (keep) out[blockIdx.x * blockDim.x + start + before] = in[i];
    if (threadIdx.x == blockDim.x - 1) count[blockIdx.x] = start + __popc(votes);
}

extern "C" __global__ void count_if(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int hits = __syncthreads_count(i < n && in[i] > 100);
    if (threadIdx.x == 0) out[blockIdx.x] = hits;
}

extern "C" __global__ void bitonic_sort(int* data) {
    __shared__ int values[256];
    int tid = threadIdx.x;
    values[tid] = data[blockIdx.x * 256 + tid];
    __syncthreads();
    for (int size = 2; size <= 256; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = tid ^ stride;
            if (other > tid) {
                bool ascending = (tid & size) == 0;
                int mine = values[tid];
                int theirs = values[other];
                if ((mine > theirs) == ascending) {
                    values[tid] = theirs;
                    values[other] = mine;
                }
            }
            __syncthreads();
        }
    }
    data[blockIdx.x * 256 + tid] = values[tid];
}

extern "C" __global__ void broadcast_table(const int* index, float* out, const float* table) {
    __shared__ float local[64];
    if (threadIdx.x < 64) local[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = local[index[i] % 64] + local[threadIdx.x / 32] + local[7];
}

extern "C" __global__ void bytes_in_shared(const unsigned char* in, unsigned char* out) {
    __shared__ unsigned char tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void shorts_in_shared(const short* in, short* out) {
    __shared__ short tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void doubles_in_shared(const double* in, double* out) {
    __shared__ double tile[16][17];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// A pointer that may be shared or global: generic loads.
extern "C" __global__ void generic_pointer(const float* in, float* out, int from_shared) {
    __shared__ float tile[64];
    tile[threadIdx.x] = in[threadIdx.x] * 2.0f;
    __syncthreads();
    const float* from = from_shared ? tile : in;
    out[threadIdx.x] = from[63 - threadIdx.x];
}
