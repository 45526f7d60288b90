// Wide shared loads in which some lanes take no part, by predicate (every lane has an address) or by branch. One warp;
// element and flag of every lane come from buffers of 16 x 32 entries; one load a line.

__device__ float total(float2 v) {
    return v.x + v.y;
}

__device__ float total(float4 v) {
    return v.x + v.y + v.z + v.w;
}

#define LOAD_8(at, taken)                                                                       \
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %3, 0; @p ld.shared.v2.f32 {%0, %1}, [%2]; }" \
                 : "+f"(v.x), "+f"(v.y) : "r"(start + (at) * 8), "r"(taken) : "memory")

extern "C" __global__ void predicated_load_8(const int* index, const int* active, float* out) {
    __shared__ float2 tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = make_float2(i, -2 * i);
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    float2 v = {};
    float sum = 0;
    LOAD_8(index[lane], active[lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[32 + lane], active[32 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[64 + lane], active[64 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[96 + lane], active[96 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[128 + lane], active[128 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[160 + lane], active[160 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[192 + lane], active[192 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[224 + lane], active[224 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[256 + lane], active[256 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[288 + lane], active[288 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[320 + lane], active[320 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[352 + lane], active[352 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[384 + lane], active[384 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[416 + lane], active[416 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[448 + lane], active[448 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_8(index[480 + lane], active[480 + lane]);
    sum = sum * 1.5f + total(v);
    out[lane] = sum;
}

#define LOAD_16(at, taken)                                                                       \
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %5, 0; @p ld.shared.v4.f32 {%0, %1, %2, %3}, [%4]; }" \
                 : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w) : "r"(start + (at) * 16), "r"(taken) : "memory")

extern "C" __global__ void predicated_load_16(const int* index, const int* active, float* out) {
    __shared__ float4 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = make_float4(i, -2 * i, 3 * i, i / 2);
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    float4 v = {};
    float sum = 0;
    LOAD_16(index[lane], active[lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[32 + lane], active[32 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[64 + lane], active[64 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[96 + lane], active[96 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[128 + lane], active[128 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[160 + lane], active[160 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[192 + lane], active[192 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[224 + lane], active[224 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[256 + lane], active[256 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[288 + lane], active[288 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[320 + lane], active[320 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[352 + lane], active[352 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[384 + lane], active[384 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[416 + lane], active[416 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[448 + lane], active[448 + lane]);
    sum = sum * 1.5f + total(v);
    LOAD_16(index[480 + lane], active[480 + lane]);
    sum = sum * 1.5f + total(v);
    out[lane] = sum;
}

extern "C" __global__ void divergent_load_8(const int* index, const int* active, float* out, int times) {
    __shared__ float2 tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = make_float2(i, -2 * i);
    __syncthreads();
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) {
        sum += total(tile[index[lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[32 + lane]) {
        sum += total(tile[index[32 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[64 + lane]) {
        sum += total(tile[index[64 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[96 + lane]) {
        sum += total(tile[index[96 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[128 + lane]) {
        sum += total(tile[index[128 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[160 + lane]) {
        sum += total(tile[index[160 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[192 + lane]) {
        sum += total(tile[index[192 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[224 + lane]) {
        sum += total(tile[index[224 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[256 + lane]) {
        sum += total(tile[index[256 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[288 + lane]) {
        sum += total(tile[index[288 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[320 + lane]) {
        sum += total(tile[index[320 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[352 + lane]) {
        sum += total(tile[index[352 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[384 + lane]) {
        sum += total(tile[index[384 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[416 + lane]) {
        sum += total(tile[index[416 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[448 + lane]) {
        sum += total(tile[index[448 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[480 + lane]) {
        sum += total(tile[index[480 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    out[lane] = sum;
}

extern "C" __global__ void divergent_load_16(const int* index, const int* active, float* out, int times) {
    __shared__ float4 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = make_float4(i, -2 * i, 3 * i, i / 2);
    __syncthreads();
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) {
        sum += total(tile[index[lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[32 + lane]) {
        sum += total(tile[index[32 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[64 + lane]) {
        sum += total(tile[index[64 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[96 + lane]) {
        sum += total(tile[index[96 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[128 + lane]) {
        sum += total(tile[index[128 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[160 + lane]) {
        sum += total(tile[index[160 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[192 + lane]) {
        sum += total(tile[index[192 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[224 + lane]) {
        sum += total(tile[index[224 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[256 + lane]) {
        sum += total(tile[index[256 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[288 + lane]) {
        sum += total(tile[index[288 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[320 + lane]) {
        sum += total(tile[index[320 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[352 + lane]) {
        sum += total(tile[index[352 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[384 + lane]) {
        sum += total(tile[index[384 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[416 + lane]) {
        sum += total(tile[index[416 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[448 + lane]) {
        sum += total(tile[index[448 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    if (active[480 + lane]) {
        sum += total(tile[index[480 + lane]]);
        for (int i = 0; i < times; ++i) sum *= 1.5f;
    }
    out[lane] = sum;
}
