// Loops whose number of rounds differs from lane to lane, in every way people write them: ptxas unrolls most of them.

extern "C" __global__ void sum_int(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = ends[t]; i < ends[t + 1]; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void sum_known_end(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, begin = ends[t], end = ends[t + 1];
    float sum = 0;
    for (int i = begin; i < end; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void sum_unsigned(const unsigned* ends, const float* v, float* out) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    for (unsigned i = ends[t]; i < end; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void sum_size_t(const unsigned* ends, const float* v, float* out) {
    size_t t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    for (size_t i = ends[t]; i < end; i++) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void sum_pointers(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (const float *p = v + ends[t], *end = v + ends[t + 1]; p != end; ++p) sum += *p;
    out[t] = sum;
}

extern "C" __global__ void sum_countdown(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, at = ends[t], n = ends[t + 1] - at;
    float sum = 0;
    while (n-- > 0) sum += v[at++];
    out[t] = sum;
}

extern "C" __global__ void sum_backwards(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, begin = ends[t];
    float sum = 0;
    for (int i = ends[t + 1] - 1; i >= begin; --i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void sum_do_while(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = ends[t], end = ends[t + 1];
    float sum = 0;
    do sum += v[i]; while (++i < end);
    out[t] = sum;
}

extern "C" __global__ void sum_restrict(const int* __restrict__ ends, const double* __restrict__ v,
                                        double* __restrict__ out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int i = ends[t]; i < ends[t + 1]; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void sum_bytes(const int* ends, const unsigned char* v, int* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = ends[t], end = ends[t + 1]; i < end; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void largest(const int* ends, const int* v, int* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, best = -1;
    for (int i = ends[t], end = ends[t + 1]; i < end; ++i)
        if (v[i] > best) best = v[i];
    out[t] = best;
}

extern "C" __global__ void dot_of_rows(const int* ends, const float* a, const float* b, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    for (int i = ends[t]; i < end; ++i) sum += a[i] * b[i];
    out[t] = sum;
}

extern "C" __global__ void gathered(const int* ends, const int* columns, const float* v, const float* x, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = ends[t]; i < ends[t + 1]; i++) sum += v[i] * x[columns[i]];
    out[t] = sum;
}

extern "C" __global__ void gathered_unsigned(const unsigned* ends, const unsigned* columns, const float* v,
                                             const float* x, float* out) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned i = ends[t]; i < ends[t + 1]; ++i) sum += v[i] * x[columns[i]];
    out[t] = sum;
}

extern "C" __global__ void by_columns(const int* lengths, const float* v, float* out, int rows) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, n = lengths[t];
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += v[i * rows + t];
    out[t] = sum;
}

extern "C" __global__ void triangle(const float* l, const float* x, float* out, int n) {
    int row = threadIdx.x;
    float sum = 0;
    for (int j = 0; j < row; ++j) sum += l[row * n + j] * x[j];
    out[row] = sum;
}

extern "C" __global__ void triangle_to_the_end(const float* u, const float* x, float* out, int n) {
    int row = threadIdx.x;
    float sum = 0;
    for (int j = row; j < n; ++j) sum += u[row * n + j] * x[j];
    out[row] = sum;
}

extern "C" __global__ void block_stride(const float* v, float* out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += v[i];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void grid_stride(const float* v, float* out, int n) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += v[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void saxpy_grid_stride(int n, float a, const float* x, float* y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void warp_stride(const float* v, float* out, int n) {
    float sum = 0;
    for (int i = threadIdx.x % 32; i < n; i += 32) sum += v[threadIdx.x / 32 * n + i];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void copy_rows(const int* ends, const int* in, int* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    for (int i = ends[t]; i < end; ++i) out[i] = in[i];
}

extern "C" __global__ void fill_rows(const int* ends, int* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    for (int i = ends[t]; i < end; ++i) out[i] = t;
}

extern "C" __global__ void reverse_rows(const int* ends, const int* in, int* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = ends[t], j = ends[t + 1] - 1; i < ends[t + 1]; ++i, --j) out[j] = in[i];
}

extern "C" __global__ void tile_sums(const int* lengths, const float* v, float* out) {
    __shared__ float tile[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) tile[i] = v[i];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < lengths[threadIdx.x]; ++i) sum += tile[threadIdx.x * 2 + i];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void tile_rows(const int* lengths, const float* v, float* out, int n) {
    extern __shared__ float rows[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) rows[i] = v[i];
    __syncthreads();
    int end = lengths[threadIdx.x];
    float sum = 0;
    for (int i = 0; i < end; ++i) sum += rows[i] * rows[(threadIdx.x + i) & 63];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void unrolled_twice(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    #pragma unroll 2
    for (int i = ends[t]; i < end; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void unrolled_eight_times(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    #pragma unroll 8
    for (int i = ends[t]; i < end; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void not_unrolled(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    #pragma unroll 1
    for (int i = ends[t]; i < end; ++i) sum += v[i];
    out[t] = sum;
}

extern "C" __global__ void rows_in_turn(const int* ends, const float* v, float* out, int rows) {
    for (int row = threadIdx.x; row < rows; row += blockDim.x) {
        float sum = 0;
        for (int i = ends[row]; i < ends[row + 1]; ++i) sum += v[i];
        out[row] = sum;
    }
}

extern "C" __global__ void warp_a_row(const int* ends, const float* v, float* out) {
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int i = ends[row * 4] + lane; i < ends[row * 4 + 4]; i += 32) sum += v[i];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) out[row] = sum;
}

extern "C" __global__ void long_body(const int* ends, const float* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    for (int i = ends[t]; i < end; ++i) {
        float x = v[i];
        sum += ((((x * 0.5f + 1.f) * x + 2.f) * x + 3.f) * x + 4.f) * x + sqrtf(fabsf(x)) + sinf(x) * expf(x);
    }
    out[t] = sum;
}

extern "C" __global__ void first_match(const int* ends, const int* v, int* out, int wanted) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1], at = -1;
    for (int i = ends[t]; i < end; ++i)
        if (v[i] == wanted) {
            at = i;
            break;
        }
    out[t] = at;
}

extern "C" __global__ void chase(const int* lengths, const int* next, int* out) {
    int t = threadIdx.x, at = t;
    for (int i = 0; i < lengths[t]; ++i) at = next[at];
    out[t] = at;
}

extern "C" __global__ void power_sums(const int* lengths, const float* x, float* out) {
    int t = threadIdx.x, n = lengths[t];
    float sum = 0, power = 1;
    for (int i = 0; i < n; ++i) sum += x[i] * power, power *= 0.5f;
    out[t] = sum;
}

extern "C" __global__ void vectors(const int* ends, const float4* v, float* out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    float sum = 0;
    for (int i = ends[t]; i < end; ++i) {
        float4 q = v[i];
        sum += q.x + q.y + q.z + q.w;
    }
    out[t] = sum;
}

extern "C" __global__ void pairs_of_structs(const int* ends, const int2* edges, int* degree) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1], sum = 0;
    for (int i = ends[t]; i < end; ++i) sum += edges[i].x - edges[i].y;
    degree[t] = sum;
}

extern "C" __global__ void counted(const int* ends, const int* v, int* bins) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = ends[t + 1];
    for (int i = ends[t]; i < end; ++i) atomicAdd(&bins[v[i]], 1);
}

extern "C" __global__ void bits_of_words(const unsigned* v, int* out) {
    unsigned word = v[threadIdx.x];
    int sum = 0;
    for (int i = 0; word != 0; word >>= 1, ++i) sum += (word & 1) * (int)v[i];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void convolved_edges(const float* v, float* out, int n, int radius) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = max(0, t - radius); i <= min(n - 1, t + radius); ++i) sum += v[i];
    out[t] = sum;
}
