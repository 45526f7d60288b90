// Global memory access patterns: strides, offsets, gathers, layouts of records, divergent code.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void saxpy_grid_stride(float a, const float* x, float* y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void copy_float2(const float2* in, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void copy_float4(const float4* in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void copy_bytes(const unsigned char* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void copy_doubles(const double* in, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void read_strided(const float* in, float* out, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

extern "C" __global__ void write_strided(const float* in, float* out, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * stride] = in[i];
}

extern "C" __global__ void read_offset(const float* in, float* out, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + offset];
}

extern "C" __global__ void read_reversed(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}

extern "C" __global__ void gather(const float* in, const int* index, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[index[i]];
}

extern "C" __global__ void gather_float2(const float2* in, const int* index, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[index[i]];
}

extern "C" __global__ void gather_float4(const float4* in, const int* index, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[index[i]];
}

extern "C" __global__ void scatter(const float* in, const int* index, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[index[i]] = in[i];
}

extern "C" __global__ void divergent_odd_lanes(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 2 == 0) {
        out[i] = in[i] * 2.0f;
    } else {
        out[i] = in[n - 1 - i] + 1.0f;
    }
}

extern "C" __global__ void divergent_switch(const float* in, const int* kind, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float value = in[i];
    switch (kind[i]) {
        case 0: value = sqrtf(fabsf(value)); break;
        case 1: value = value * value + in[(i + 1) % n]; break;
        case 2: value = in[i / 2] - value; break;
        default: value = -value;
    }
    out[i] = value;
}

extern "C" __global__ void divergent_loop(const int* steps, const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < steps[i]; ++k) sum += in[(i + 32 * k) % n];
    out[i] = sum;
}

extern "C" __global__ void guard_by_warp(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / 32 % 2 == 0 && i < n) out[i] = in[i] + 1.0f;
}

struct Particle {
    float x, y, z, mass;
};

extern "C" __global__ void records_as_structs(const Particle* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i].x * in[i].mass;
}

struct Point {
    float x, y, z;
};

extern "C" __global__ void points_as_structs(const Point* in, Point* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Point p = in[i];
    p.x += 1.0f;
    p.z -= 1.0f;
    out[i] = p;
}

extern "C" __global__ void records_as_arrays(const float* x, const float* mass, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] * mass[i];
}

// Each thread owns a run of four elements: unit stride in time, stride 4 across lanes.
extern "C" __global__ void runs_of_4(const float* in, float* out, int n) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int i = first; i < first + 4 && i < n; ++i) out[i] = in[i] * 2.0f;
}

extern "C" __global__ void runs_of_4_unguarded(const float* in, float* out) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int i = 0; i < 4; ++i) out[first + i] = in[first + i] * 2.0f;
}

// Restricted pointers to constant data go through the read-only path.
extern "C" __global__ void read_only(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + in[(i + 1) % n];
}

// A thread's own array is indexed at run time and lives in local memory.
extern "C" __global__ void local_array(const float* in, const int* index, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float own[16];
    for (int k = 0; k < 16; ++k) own[k] = in[(i + k) % n];
    own[index[i] % 16] = 0.0f;
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k) sum += own[(k + index[i]) % 16];
    out[i] = sum;
}
