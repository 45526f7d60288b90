// Memory spaces: shared (static, dynamic, both), constant, __device__ globals, cache hints, volatile, restrict.

extern "C" __global__ void carved_dynamic_shared(const float* in, int n, float* out, int* order) {
    extern __shared__ __align__(16) unsigned char pool[];
    double* sums = reinterpret_cast<double*>(pool);
    float* values = reinterpret_cast<float*>(sums + blockDim.x / 32);
    int* indices = reinterpret_cast<int*>(values + n);
    unsigned char* flags = reinterpret_cast<unsigned char*>(indices + n);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        values[i] = in[i];
        indices[i] = n - 1 - i;
        flags[i] = in[i] > 0.0f;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        double sum = 0.0;
        for (int i = threadIdx.x / 32; i < n; i += blockDim.x / 32)
            if (flags[i]) sum += values[i];
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) order[i] = indices[indices[i]] + flags[indices[i]];
    if (threadIdx.x == 0) {
        double total = 0.0;
        for (int w = 0; w < blockDim.x / 32; ++w) total += sums[w];
        out[0] = (float)total;
    }
}

extern "C" __global__ void static_and_dynamic_shared(const int* in, int* out) {
    __shared__ int fixed[64];
    extern __shared__ int flexible[];
    __shared__ short more[64];
    int t = threadIdx.x;
    fixed[t] = in[t];
    flexible[t] = in[t] * 2;
    flexible[t + 64] = in[t] * 3;
    more[t] = (short)(in[t] * 4);
    __syncthreads();
    int u = 63 - t;
    out[t] = fixed[u] + flexible[u] + flexible[u + 64] + more[u];
}

__constant__ float filter[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
__constant__ int lookup[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11}};
struct Settings {
    float gain;
    short limits[2];
    const char* name;
    int mode;
};
__constant__ Settings settings = {2.5f, {-4, 40}, "soft", 3};
__constant__ double pi_times_e = 8.5397342226735671;
__constant__ unsigned char small[5] = {250, 251, 252, 253, 254};

extern "C" __global__ void constants(float* out) {
    int t = threadIdx.x;
    float v = filter[t % 9] * settings.gain + settings.limits[t & 1] + settings.mode + settings.name[t % 4];
    out[t] = v + lookup[t % 4][t % 3] + (float)pi_times_e + small[t % 5];
}

__device__ int counters[4] = {100, 200, 300};
__device__ float scale = 0.5f;
__device__ unsigned long long ticket;
__device__ short negative[3] = {-1, -2, -3};
__device__ int* pointer_to_counter = &counters[1];
__device__ const char message[] = "warp";

extern "C" __global__ void device_globals(float* out, int* bytes) {
    int t = threadIdx.x;
    out[t] = counters[t % 4] * scale + negative[t % 3] + *pointer_to_counter;
    bytes[t] = message[t % 5];
    __syncthreads();
    atomicAdd(&counters[t % 4], t);
    atomicAdd(&ticket, 1ull);
    __syncthreads();
    if (t == 0) {
        out[32] = counters[0] + counters[1] + counters[2] + counters[3];
        out[33] = (float)ticket;
    }
}

extern "C" __global__ void cache_hints(const float* __restrict__ a, const int4* __restrict__ b, float* out, int4* vectors) {
    int t = threadIdx.x;
    float x = __ldg(&a[t]) + __ldcs(&a[t + 1]) + __ldca(a + t + 2) + __ldcg(a + t + 3) + __ldlu(a + t + 4) + __ldcv(a + t + 5);
    int4 v = __ldg(b + t);
    v.w += __ldcs(b + t).x;
    __stcs(&out[t], x);
    __stcg(&vectors[2 * t], v);
    __stwt(&vectors[2 * t + 1], b[t]);
}

extern "C" __global__ void volatile_accesses(volatile int* flags, int* out) {
    __shared__ volatile int seen[32];
    int t = threadIdx.x;
    seen[t] = flags[t];
    seen[t] = seen[t] + flags[t];
    flags[t] = 7;
    out[t] = seen[t] + flags[t];
}

extern "C" __global__ void two_dimensional_shared(const float* in, float* out) {
    __shared__ float tile[4][8][3];
    tile[threadIdx.z][threadIdx.y][threadIdx.x] = in[(threadIdx.z * 8 + threadIdx.y) * 3 + threadIdx.x];
    __syncthreads();
    out[(threadIdx.x * 8 + threadIdx.y) * 4 + threadIdx.z] = tile[threadIdx.z][7 - threadIdx.y][threadIdx.x];
}

__device__ __noinline__ void fill(int* where, int n, int value) {
    for (int i = 0; i < n; ++i) where[i] = value + i;
}

extern "C" __global__ void generic_pointers(int* global, int* out) {
    __shared__ int shared[32 * 4];
    int local[4];
    int t = threadIdx.x;
    fill(global + 4 * t, 4, t);
    fill(shared + 4 * t, 4, 10 * t);
    fill(local, 4, 100 * t);
    int* chosen = t % 3 == 0 ? global + 4 * t : (t % 3 == 1 ? shared + 4 * t : local);
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += chosen[i];
    out[t] = sum + 100000 * __isShared(chosen) + 200000 * __isLocal(chosen) + 300000 * __isGlobal(chosen);
}

extern "C" __global__ void shared_pointers_swapped(const int* in, int* out, int rounds) {
    __shared__ int first[64], second[64];
    int *from = first, *to = second, t = threadIdx.x;
    first[t] = in[t];
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        to[t] = from[(t + 1) % 64] + from[t];
        __syncthreads();
        int* swap = from;
        from = to;
        to = swap;
    }
    out[t] = from[t];
}

extern "C" __global__ void large_dynamic_shared(const int* in, int* out, int n) {
    extern __shared__ int big[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) big[(i * 7) % n] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = big[i];
}

extern "C" __global__ void __launch_bounds__(64, 2) bounded_launch(const __grid_constant__ int factor, int* out) {
    const int* p = &factor;
    out[threadIdx.x] = *p * threadIdx.x;
}

extern "C" __global__ void dynamic_shared_size(unsigned* out) {
    unsigned total, dynamic;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
    total = dynamic;
    out[threadIdx.x] = total;
}

extern "C" __global__ void shared_addresses(const int* in, int* out) {
    __shared__ int data[32];
    unsigned at = (unsigned)__cvta_generic_to_shared(&data[threadIdx.x]);
    asm volatile("st.shared.s32 [%0], %1;" : : "r"(at), "r"(in[threadIdx.x]) : "memory");
    __syncthreads();
    out[threadIdx.x] = data[31 - threadIdx.x] + (int)((at / 4) % 32 == threadIdx.x);
}

extern "C" __global__ void heap_allocation(int* out) {
    int* mine = (int*)malloc(4 * sizeof(int));
    if (mine == nullptr) return;
    for (int i = 0; i < 4; ++i) mine[i] = threadIdx.x * i;
    out[threadIdx.x] = mine[3] + mine[1];
    free(mine);
}

extern "C" __global__ void new_and_delete(int* out) {
    int* mine = new int[3];
    mine[0] = threadIdx.x;
    mine[2] = mine[0] * 2;
    out[threadIdx.x] = mine[2];
    delete[] mine;
}

extern "C" __global__ void struct_of_shared_arrays(const float* in, float* out) {
    struct Tiles {
        float a[33];
        int count;
        float b[32];
    };
    __shared__ Tiles tiles;
    int t = threadIdx.x;
    if (t == 0) tiles.count = 0;
    tiles.a[t + 1] = in[t];
    if (t == 0) tiles.a[0] = -1.0f;
    __syncthreads();
    tiles.b[t] = tiles.a[t] + tiles.a[t + 1];
    if (tiles.b[t] > 0) atomicAdd(&tiles.count, 1);
    __syncthreads();
    out[t] = tiles.b[(t + 5) % 32] * tiles.count;
}

extern "C" __global__ void prefetches(const float* in, float* out) {
    asm volatile("prefetch.global.L2 [%0];" : : "l"(in + threadIdx.x + 32));
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    out[threadIdx.x] = in[threadIdx.x];
}
