// Faulty kernels next to their sound twins: unwritten memory, bounds, alignment, null pointers, races between blocks.
// ---- memory that nobody wrote

extern "C" __global__ void bins_half_cleared(const unsigned char* in, int* out) {
    __shared__ int bins[64];
    if (threadIdx.x < 32) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 64], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void bins_cleared(const unsigned char* in, int* out) {
    __shared__ int bins[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 64], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void ragged_tile_read(const float* in, float* out, int n) {
    __shared__ float s[64];
    if (threadIdx.x < n) s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void ragged_tile_filled(const float* in, float* out, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// ---- bounds, alignment, nothing

extern "C" __global__ void one_too_many(const int* in, int* out, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i <= n; i += 32) sum += in[i];
    atomicAdd(out, sum);
}

extern "C" __global__ void just_enough(const int* in, int* out, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) sum += in[i];
    atomicAdd(out, sum);
}

extern "C" __global__ void unsigned_before_zero(const float* in, float* out) {
    unsigned i = threadIdx.x;
    out[i] = in[i] - in[i - 1];
}

extern "C" __global__ void width_for_height(const float* in, float* out, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h) out[x * w + y] = in[y * w + x];
}

extern "C" __global__ void height_for_height(const float* in, float* out, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h) out[x * h + y] = in[y * w + x];
}

extern "C" __global__ void shared_one_past(const int* in, int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + 1] - s[threadIdx.x];
}

extern "C" __global__ void shared_one_before(const int* in, int* out) {
    extern __shared__ int d[];
    d[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = d[threadIdx.x] - d[(int)threadIdx.x - 1];
}

extern "C" __global__ void dynamic_sized_by_launch(const int* in, int* out) {
    extern __shared__ int d[];
    d[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = d[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void pairs_from(const float* in, float* out, int offset) {
    float2 v = *reinterpret_cast<const float2*>(in + offset + 2 * threadIdx.x);
    out[threadIdx.x] = v.x * v.y;
}

extern "C" __global__ void word_of_bytes(const unsigned char* in, unsigned* out, int offset) {
    out[threadIdx.x] = *reinterpret_cast<const unsigned*>(in + offset + threadIdx.x * 4);
}

extern "C" __global__ void doubles_after_floats(const float* in, double* out, int floats) {
    extern __shared__ float carve[];
    double* d = reinterpret_cast<double*>(carve + floats);
    if (threadIdx.x < floats) carve[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) d[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = d[threadIdx.x % 32] + carve[threadIdx.x % floats];
}

extern "C" __global__ void bias_expected(const float* in, const float* bias, float* out) {
    out[threadIdx.x] = in[threadIdx.x] + bias[threadIdx.x % 8];
}

extern "C" __global__ void bias_optional(const float* in, const float* bias, float* out) {
    out[threadIdx.x] = in[threadIdx.x] + (bias ? bias[threadIdx.x % 8] : 0.0f);
}

__device__ __noinline__ int calls_itself(int n) {
    return n < 2 ? 1 : calls_itself(n - 1) + n % 3 * calls_itself(n - 2);
}

extern "C" __global__ void recursion(const int* in, int* out) {
    out[threadIdx.x] = calls_itself(in[threadIdx.x] % 8);
}

// ---- blocks

extern "C" __global__ void blocks_count_plainly(int* count) {
    if (threadIdx.x == 0) *count = *count + 1;
}

extern "C" __global__ void blocks_count_atomically(int* count) {
    if (threadIdx.x == 0) atomicAdd(count, 1);
}

extern "C" __global__ void tiles_that_overlap(const int* in, int* out) {
    int i = blockIdx.x * 60 + threadIdx.x;
    out[i] = in[i] + blockIdx.x;
}

extern "C" __global__ void tiles_that_meet(const int* in, int* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = in[i] + blockIdx.x;
}

extern "C" __global__ void smooth_in_place(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}

extern "C" __global__ void smooth_elsewhere(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
}

template <bool fence>
__device__ void last_block_sums(const int* in, volatile int* partial, int* out, unsigned* done) {
    __shared__ bool last;
    int sum = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        if (fence) __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        if (fence) __threadfence();
        int total = 0;
        for (int b = 0; b < gridDim.x; ++b) total += partial[b];
        *out = total;
    }
}

extern "C" __global__ void last_block_fenced(const int* in, int* partial, int* out, unsigned* done) {
    last_block_sums<true>(in, partial, out, done);
}
extern "C" __global__ void last_block_unfenced(const int* in, int* partial, int* out, unsigned* done) {
    last_block_sums<false>(in, partial, out, done);
}
