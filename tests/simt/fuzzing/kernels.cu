// Kernels for launches of every kind: each uses one thing of which a launch can ask for too much.

struct Triple { int a; float b; char c; };

__device__ int counter;
__constant__ float weights[4] = {1, 2, 3, 4};

extern "C" __global__ void nothing() {}

extern "C" __global__ void copy(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * weights[i % 4];
}

extern "C" __global__ void unguarded(int* out) {
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] += 1;
}

extern "C" __global__ void static_shared(int* out) {
    __shared__ int tile[12 * 1024];
    for (int i = threadIdx.x; i < 12 * 1024; i += blockDim.x) tile[i] = i;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x * 7 % (12 * 1024)];
}

extern "C" __global__ void dynamic_shared(int* out, int n) {
    extern __shared__ char bytes[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) bytes[i] = i;
    __syncthreads();
    if (n > 0) out[threadIdx.x] = bytes[threadIdx.x % n];
}

extern "C" __global__ void large_local(int* out, int n) {
    int own[30000];
    for (int i = 0; i < 30000; i += 10000) own[(i + n) % 30000] = i;
    out[threadIdx.x] = own[(threadIdx.x * 31 + n) % 30000];
}

__device__ __noinline__ int sum_to(int n) { return n <= 0 ? 0 : n + sum_to(n - 1) * 3; }

extern "C" __global__ void recursive(int* out, int n) { out[threadIdx.x] = sum_to(n); }

extern "C" __global__ void every_size(char a, short b, int c, long long d, float e, double f, Triple t, int* out) {
    *out = a + b + c + d + e + f + t.a + t.b + t.c;
}

extern "C" __global__ void printing(const char* text, int width, double value) {
    printf("%s %*d %.*f|%-5c|%#o %p %n%%\n", text, width, threadIdx.x, width, value, width, width, text, text);
}

extern "C" __global__ void atomics(unsigned long long* sums, int* flags) {
    atomicAdd(&sums[threadIdx.x % 3], 1ULL);
    atomicMax(flags, (int)threadIdx.x);
    atomicAdd(&counter, 1);
    while (atomicCAS(&flags[1], 0, 1) != 0) {}
    atomicExch(&flags[1], 0);
}

extern "C" __global__ void barriers(int* out) {
    if (threadIdx.y == 0) __syncthreads();
    out[threadIdx.z] = __syncthreads_count(threadIdx.x & 1) + __ballot_sync(0xffffffffu, threadIdx.x > 3);
}
