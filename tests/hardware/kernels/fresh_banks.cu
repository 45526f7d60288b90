// Bank-conflict experiments: strides, widths, broadcasts, swizzles and masks over shared memory, a pattern a kernel.
#ifndef STRIDE
#define STRIDE 2
#endif

extern "C" __global__ void stride_int(const int* in, int* out) {
    __shared__ int s[32 * STRIDE + 64];
    for (int i = threadIdx.x; i < 32 * STRIDE + 64; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    int sum = 0;
    for (int shift = 0; shift < 32; ++shift) sum += s[threadIdx.x % 32 * STRIDE + shift + (threadIdx.x >> 5)];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void stride_double(const double* in, double* out) {
    __shared__ double s[64 * STRIDE];
    for (int i = threadIdx.x; i < 64 * STRIDE; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    double v = s[threadIdx.x * STRIDE];
    __syncthreads();
    s[(63 - threadIdx.x) * STRIDE] = v * 2;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * STRIDE];
}

extern "C" __global__ void stride_float2(const float2* in, float2* out, int stride) {
    __shared__ float2 s[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    float2 a = s[threadIdx.x * stride % 512], b = s[(threadIdx.x * stride + 1) % 512];
    out[threadIdx.x] = make_float2(a.x + b.y, a.y - b.x);
}

extern "C" __global__ void stride_float4(const float4* in, float4* out, int stride) {
    __shared__ float4 s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    float4 v = s[threadIdx.x * stride & 255];
    __syncthreads();
    s[threadIdx.x * stride & 255] = make_float4(v.w, v.z, v.y, v.x);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void stride_chars(const signed char* in, int* out, int stride) {
    __shared__ signed char s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    int sum = 0;
#pragma unroll 4
    for (int k = 0; k < 8; ++k) sum += s[(threadIdx.x * stride + k * 17) & 1023];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void stride_shorts(const short* in, short* out, int stride) {
    __shared__ short s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[(i * stride) & 1023] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 64] + s[threadIdx.x * 3];
}

// A broadcast, two broadcasts, one a quarter, one a pair.
extern "C" __global__ void broadcasts(const float* in, float* out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t], s[t + 32] = in[t + 32];
    __syncthreads();
    float one = s[7];
    float two = s[t / 16 * 32];
    float quarter = s[t / 8 * 9];
    float pair = s[t / 2 * 2];
    float far = s[t & 1 ? 5 : 37];
    out[t] = one + two * 2 + quarter * 4 + pair * 8 + far * 16;
}

// Rows exclusive-ored with a row number, quads of floats.
extern "C" __global__ void xor_swizzle_quads(const float4* in, float* out) {
    __shared__ float4 s[32][8];
    int row = threadIdx.x / 8, quad = threadIdx.x % 8;
    s[row][quad ^ (row & 7)] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        float sum = 0;
        for (int q = 0; q < 8; ++q) {
            float4 v = s[threadIdx.x][q ^ (threadIdx.x & 7)];
            sum += v.x + v.y + v.z + v.w;
        }
        out[threadIdx.x] = sum;
    }
}

// Columns of a matrix with a pitch that the launch chooses.
extern "C" __global__ void column_walk(const float* in, float* out, int pitch) {
    extern __shared__ float m[];
    for (int r = 0; r < 32; ++r) m[r * pitch + threadIdx.x] = in[r * 32 + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int c = 0; c < 32; ++c) sum += m[threadIdx.x * pitch + c] * c;
    out[threadIdx.x] = sum;
}

// Only some lanes: every second, the upper half, one in five, and a lane that does something else.
extern "C" __global__ void masked_lanes(const int* in, int* out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32) s[i] = in[i];
    __syncthreads();
    int v = 0;
    if (t % 2 == 0) v += s[t * 4];
    if (t >= 16) v += s[t * 8];
    if (t % 5 == 1) v += s[t * 2 + 1];
    if (t == 13) v += s[200];
    else v += s[255 - t];
    out[t] = v;
}

// Permuted and random-looking places, then the reverse.
extern "C" __global__ void scatter_gather(const unsigned* places, const int* in, int* out) {
    __shared__ int s[128];
    unsigned p = places[threadIdx.x] % 4 * 32 + threadIdx.x % 32;
    s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[p], in[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = s[(p * 37) % 128] + s[places[threadIdx.x] % 128];
}

// Every other word of a pair of arrays, interleaved by hand.
extern "C" __global__ void interleaved_pairs(const float* re, const float* im, float2* out, int n) {
    __shared__ float s[2 * 96];
    int i = blockIdx.x * 96 + threadIdx.x;
    s[2 * threadIdx.x] = i < n ? re[i] : 0.f;
    s[2 * threadIdx.x + 1] = i < n ? im[i] : 0.f;
    __syncthreads();
    float2 v = *reinterpret_cast<float2*>(&s[2 * (95 - threadIdx.x)]);
    if (i < n) out[i] = v;
}

// A column of 64-bit words in a padded and an unpadded tile.
extern "C" __global__ void long_columns(const long long* in, long long* out) {
    __shared__ long long bare[16][16], padded[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    bare[y][x] = padded[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = bare[x][y];
    out[256 + y * 16 + x] = padded[x][y];
}

// Three ints a thread, three floats a store: a stride of three is free, of twelve bytes in a struct too.
struct Triple {
    int a, b, c;
};

extern "C" __global__ void triples(const int* in, int* out) {
    __shared__ Triple s[64];
    int t = threadIdx.x;
    s[t].a = in[t], s[t].b = in[t + 64], s[t].c = in[t + 128];
    __syncthreads();
    Triple other = s[(t + 9) % 64];
    out[t] = other.a + 2 * other.b + 3 * other.c;
}

// Sixteen bytes in, single bytes and words out of the same memory.
extern "C" __global__ void mixed_widths(const uint4* in, unsigned* out) {
    __shared__ uint4 s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(s);
    const unsigned short* shorts = reinterpret_cast<const unsigned short*>(s);
    const unsigned* words = reinterpret_cast<const unsigned*>(s);
    const uint2* pairs = reinterpret_cast<const uint2*>(s);
    unsigned sum = bytes[t * 16 + 3] + bytes[511 - t];
    sum += shorts[t * 2] + shorts[t * 8 + 1];
    sum += words[t * 4 + 2] + words[t * 3];
    sum += pairs[t].x + pairs[t * 2 + 1].y;
    out[t] = sum;
}

// The place is known only at run time: a chain through shared memory.
extern "C" __global__ void pointer_chase(const unsigned char* next, int* out, int steps) {
    __shared__ unsigned char link[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) link[i] = next[i];
    __syncthreads();
    int at = threadIdx.x, sum = 0;
    for (int k = 0; k < steps; ++k) {
        at = link[at];
        sum += at;
    }
    out[threadIdx.x] = sum;
}
