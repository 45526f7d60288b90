// One global access a line: every lane's element and whether the lane takes part come from buffers of 16 x 32 entries.
// One warp.

__device__ float total(float2 v) {
    return v.x + v.y;
}

__device__ float total(float4 v) {
    return v.x + v.y + v.z + v.w;
}

extern "C" __global__ void probe_global_load_1(const unsigned char* data, const int* index, const int* active, float* out) {
    int lane = threadIdx.x;
    float sum = 0.0f;
    if (active[lane]) sum += data[index[lane]];
    if (active[32 + lane]) sum += data[index[32 + lane]];
    if (active[64 + lane]) sum += data[index[64 + lane]];
    if (active[96 + lane]) sum += data[index[96 + lane]];
    if (active[128 + lane]) sum += data[index[128 + lane]];
    if (active[160 + lane]) sum += data[index[160 + lane]];
    if (active[192 + lane]) sum += data[index[192 + lane]];
    if (active[224 + lane]) sum += data[index[224 + lane]];
    if (active[256 + lane]) sum += data[index[256 + lane]];
    if (active[288 + lane]) sum += data[index[288 + lane]];
    if (active[320 + lane]) sum += data[index[320 + lane]];
    if (active[352 + lane]) sum += data[index[352 + lane]];
    if (active[384 + lane]) sum += data[index[384 + lane]];
    if (active[416 + lane]) sum += data[index[416 + lane]];
    if (active[448 + lane]) sum += data[index[448 + lane]];
    if (active[480 + lane]) sum += data[index[480 + lane]];
    out[lane] = sum;
}

extern "C" __global__ void probe_global_store_1(unsigned char* data, const int* index, const int* active) {
    int lane = threadIdx.x;
    if (active[lane]) data[index[lane]] = lane + 0;
    if (active[32 + lane]) data[index[32 + lane]] = lane + 1;
    if (active[64 + lane]) data[index[64 + lane]] = lane + 2;
    if (active[96 + lane]) data[index[96 + lane]] = lane + 3;
    if (active[128 + lane]) data[index[128 + lane]] = lane + 4;
    if (active[160 + lane]) data[index[160 + lane]] = lane + 5;
    if (active[192 + lane]) data[index[192 + lane]] = lane + 6;
    if (active[224 + lane]) data[index[224 + lane]] = lane + 7;
    if (active[256 + lane]) data[index[256 + lane]] = lane + 8;
    if (active[288 + lane]) data[index[288 + lane]] = lane + 9;
    if (active[320 + lane]) data[index[320 + lane]] = lane + 10;
    if (active[352 + lane]) data[index[352 + lane]] = lane + 11;
    if (active[384 + lane]) data[index[384 + lane]] = lane + 12;
    if (active[416 + lane]) data[index[416 + lane]] = lane + 13;
    if (active[448 + lane]) data[index[448 + lane]] = lane + 14;
    if (active[480 + lane]) data[index[480 + lane]] = lane + 15;
}

extern "C" __global__ void probe_global_load_4(const float* data, const int* index, const int* active, float* out) {
    int lane = threadIdx.x;
    float sum = 0.0f;
    if (active[lane]) sum += data[index[lane]];
    if (active[32 + lane]) sum += data[index[32 + lane]];
    if (active[64 + lane]) sum += data[index[64 + lane]];
    if (active[96 + lane]) sum += data[index[96 + lane]];
    if (active[128 + lane]) sum += data[index[128 + lane]];
    if (active[160 + lane]) sum += data[index[160 + lane]];
    if (active[192 + lane]) sum += data[index[192 + lane]];
    if (active[224 + lane]) sum += data[index[224 + lane]];
    if (active[256 + lane]) sum += data[index[256 + lane]];
    if (active[288 + lane]) sum += data[index[288 + lane]];
    if (active[320 + lane]) sum += data[index[320 + lane]];
    if (active[352 + lane]) sum += data[index[352 + lane]];
    if (active[384 + lane]) sum += data[index[384 + lane]];
    if (active[416 + lane]) sum += data[index[416 + lane]];
    if (active[448 + lane]) sum += data[index[448 + lane]];
    if (active[480 + lane]) sum += data[index[480 + lane]];
    out[lane] = sum;
}

extern "C" __global__ void probe_global_store_4(float* data, const int* index, const int* active) {
    int lane = threadIdx.x;
    if (active[lane]) data[index[lane]] = lane + 0;
    if (active[32 + lane]) data[index[32 + lane]] = lane + 1;
    if (active[64 + lane]) data[index[64 + lane]] = lane + 2;
    if (active[96 + lane]) data[index[96 + lane]] = lane + 3;
    if (active[128 + lane]) data[index[128 + lane]] = lane + 4;
    if (active[160 + lane]) data[index[160 + lane]] = lane + 5;
    if (active[192 + lane]) data[index[192 + lane]] = lane + 6;
    if (active[224 + lane]) data[index[224 + lane]] = lane + 7;
    if (active[256 + lane]) data[index[256 + lane]] = lane + 8;
    if (active[288 + lane]) data[index[288 + lane]] = lane + 9;
    if (active[320 + lane]) data[index[320 + lane]] = lane + 10;
    if (active[352 + lane]) data[index[352 + lane]] = lane + 11;
    if (active[384 + lane]) data[index[384 + lane]] = lane + 12;
    if (active[416 + lane]) data[index[416 + lane]] = lane + 13;
    if (active[448 + lane]) data[index[448 + lane]] = lane + 14;
    if (active[480 + lane]) data[index[480 + lane]] = lane + 15;
}

extern "C" __global__ void probe_global_load_8(const float2* data, const int* index, const int* active, float* out) {
    int lane = threadIdx.x;
    float sum = 0.0f;
    if (active[lane]) sum += total(data[index[lane]]);
    if (active[32 + lane]) sum += total(data[index[32 + lane]]);
    if (active[64 + lane]) sum += total(data[index[64 + lane]]);
    if (active[96 + lane]) sum += total(data[index[96 + lane]]);
    if (active[128 + lane]) sum += total(data[index[128 + lane]]);
    if (active[160 + lane]) sum += total(data[index[160 + lane]]);
    if (active[192 + lane]) sum += total(data[index[192 + lane]]);
    if (active[224 + lane]) sum += total(data[index[224 + lane]]);
    if (active[256 + lane]) sum += total(data[index[256 + lane]]);
    if (active[288 + lane]) sum += total(data[index[288 + lane]]);
    if (active[320 + lane]) sum += total(data[index[320 + lane]]);
    if (active[352 + lane]) sum += total(data[index[352 + lane]]);
    if (active[384 + lane]) sum += total(data[index[384 + lane]]);
    if (active[416 + lane]) sum += total(data[index[416 + lane]]);
    if (active[448 + lane]) sum += total(data[index[448 + lane]]);
    if (active[480 + lane]) sum += total(data[index[480 + lane]]);
    out[lane] = sum;
}

extern "C" __global__ void probe_global_store_8(float2* data, const int* index, const int* active) {
    int lane = threadIdx.x;
    if (active[lane]) data[index[lane]] = make_float2(lane, 0);
    if (active[32 + lane]) data[index[32 + lane]] = make_float2(lane, 1);
    if (active[64 + lane]) data[index[64 + lane]] = make_float2(lane, 2);
    if (active[96 + lane]) data[index[96 + lane]] = make_float2(lane, 3);
    if (active[128 + lane]) data[index[128 + lane]] = make_float2(lane, 4);
    if (active[160 + lane]) data[index[160 + lane]] = make_float2(lane, 5);
    if (active[192 + lane]) data[index[192 + lane]] = make_float2(lane, 6);
    if (active[224 + lane]) data[index[224 + lane]] = make_float2(lane, 7);
    if (active[256 + lane]) data[index[256 + lane]] = make_float2(lane, 8);
    if (active[288 + lane]) data[index[288 + lane]] = make_float2(lane, 9);
    if (active[320 + lane]) data[index[320 + lane]] = make_float2(lane, 10);
    if (active[352 + lane]) data[index[352 + lane]] = make_float2(lane, 11);
    if (active[384 + lane]) data[index[384 + lane]] = make_float2(lane, 12);
    if (active[416 + lane]) data[index[416 + lane]] = make_float2(lane, 13);
    if (active[448 + lane]) data[index[448 + lane]] = make_float2(lane, 14);
    if (active[480 + lane]) data[index[480 + lane]] = make_float2(lane, 15);
}

extern "C" __global__ void probe_global_load_16(const float4* data, const int* index, const int* active, float* out) {
    int lane = threadIdx.x;
    float sum = 0.0f;
    if (active[lane]) sum += total(data[index[lane]]);
    if (active[32 + lane]) sum += total(data[index[32 + lane]]);
    if (active[64 + lane]) sum += total(data[index[64 + lane]]);
    if (active[96 + lane]) sum += total(data[index[96 + lane]]);
    if (active[128 + lane]) sum += total(data[index[128 + lane]]);
    if (active[160 + lane]) sum += total(data[index[160 + lane]]);
    if (active[192 + lane]) sum += total(data[index[192 + lane]]);
    if (active[224 + lane]) sum += total(data[index[224 + lane]]);
    if (active[256 + lane]) sum += total(data[index[256 + lane]]);
    if (active[288 + lane]) sum += total(data[index[288 + lane]]);
    if (active[320 + lane]) sum += total(data[index[320 + lane]]);
    if (active[352 + lane]) sum += total(data[index[352 + lane]]);
    if (active[384 + lane]) sum += total(data[index[384 + lane]]);
    if (active[416 + lane]) sum += total(data[index[416 + lane]]);
    if (active[448 + lane]) sum += total(data[index[448 + lane]]);
    if (active[480 + lane]) sum += total(data[index[480 + lane]]);
    out[lane] = sum;
}

extern "C" __global__ void probe_global_store_16(float4* data, const int* index, const int* active) {
    int lane = threadIdx.x;
    if (active[lane]) data[index[lane]] = make_float4(lane, 0, -lane, 0);
    if (active[32 + lane]) data[index[32 + lane]] = make_float4(lane, 1, -lane, 1);
    if (active[64 + lane]) data[index[64 + lane]] = make_float4(lane, 2, -lane, 2);
    if (active[96 + lane]) data[index[96 + lane]] = make_float4(lane, 3, -lane, 3);
    if (active[128 + lane]) data[index[128 + lane]] = make_float4(lane, 4, -lane, 4);
    if (active[160 + lane]) data[index[160 + lane]] = make_float4(lane, 5, -lane, 5);
    if (active[192 + lane]) data[index[192 + lane]] = make_float4(lane, 6, -lane, 6);
    if (active[224 + lane]) data[index[224 + lane]] = make_float4(lane, 7, -lane, 7);
    if (active[256 + lane]) data[index[256 + lane]] = make_float4(lane, 8, -lane, 8);
    if (active[288 + lane]) data[index[288 + lane]] = make_float4(lane, 9, -lane, 9);
    if (active[320 + lane]) data[index[320 + lane]] = make_float4(lane, 10, -lane, 10);
    if (active[352 + lane]) data[index[352 + lane]] = make_float4(lane, 11, -lane, 11);
    if (active[384 + lane]) data[index[384 + lane]] = make_float4(lane, 12, -lane, 12);
    if (active[416 + lane]) data[index[416 + lane]] = make_float4(lane, 13, -lane, 13);
    if (active[448 + lane]) data[index[448 + lane]] = make_float4(lane, 14, -lane, 14);
    if (active[480 + lane]) data[index[480 + lane]] = make_float4(lane, 15, -lane, 15);
}

extern "C" __global__ void probe_global_atomic_add(int* data, const int* index, const int* active, int* out) {
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) atomicAdd(&data[index[lane]], lane);
    if (active[32 + lane]) atomicAdd(&data[index[32 + lane]], lane);
    if (active[64 + lane]) atomicAdd(&data[index[64 + lane]], lane);
    if (active[96 + lane]) atomicAdd(&data[index[96 + lane]], lane);
    if (active[128 + lane]) atomicAdd(&data[index[128 + lane]], lane);
    if (active[160 + lane]) atomicAdd(&data[index[160 + lane]], lane);
    if (active[192 + lane]) atomicAdd(&data[index[192 + lane]], lane);
    if (active[224 + lane]) atomicAdd(&data[index[224 + lane]], lane);
    if (active[256 + lane]) atomicAdd(&data[index[256 + lane]], lane);
    if (active[288 + lane]) atomicAdd(&data[index[288 + lane]], lane);
    if (active[320 + lane]) atomicAdd(&data[index[320 + lane]], lane);
    if (active[352 + lane]) atomicAdd(&data[index[352 + lane]], lane);
    if (active[384 + lane]) atomicAdd(&data[index[384 + lane]], lane);
    if (active[416 + lane]) atomicAdd(&data[index[416 + lane]], lane);
    if (active[448 + lane]) atomicAdd(&data[index[448 + lane]], lane);
    if (active[480 + lane]) atomicAdd(&data[index[480 + lane]], lane);
    out[lane] = sum;
}

extern "C" __global__ void probe_global_atomic_add_used(int* data, const int* index, const int* active, int* out) {
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicAdd(&data[index[lane]], lane);
    if (active[32 + lane]) sum += atomicAdd(&data[index[32 + lane]], lane);
    if (active[64 + lane]) sum += atomicAdd(&data[index[64 + lane]], lane);
    if (active[96 + lane]) sum += atomicAdd(&data[index[96 + lane]], lane);
    if (active[128 + lane]) sum += atomicAdd(&data[index[128 + lane]], lane);
    if (active[160 + lane]) sum += atomicAdd(&data[index[160 + lane]], lane);
    if (active[192 + lane]) sum += atomicAdd(&data[index[192 + lane]], lane);
    if (active[224 + lane]) sum += atomicAdd(&data[index[224 + lane]], lane);
    if (active[256 + lane]) sum += atomicAdd(&data[index[256 + lane]], lane);
    if (active[288 + lane]) sum += atomicAdd(&data[index[288 + lane]], lane);
    if (active[320 + lane]) sum += atomicAdd(&data[index[320 + lane]], lane);
    if (active[352 + lane]) sum += atomicAdd(&data[index[352 + lane]], lane);
    if (active[384 + lane]) sum += atomicAdd(&data[index[384 + lane]], lane);
    if (active[416 + lane]) sum += atomicAdd(&data[index[416 + lane]], lane);
    if (active[448 + lane]) sum += atomicAdd(&data[index[448 + lane]], lane);
    if (active[480 + lane]) sum += atomicAdd(&data[index[480 + lane]], lane);
    out[lane] = sum;
}

extern "C" __global__ void probe_global_atomic_add_one(int* data, const int* index, const int* active, int* out) {
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) atomicAdd(&data[index[lane]], 1);
    if (active[32 + lane]) atomicAdd(&data[index[32 + lane]], 1);
    if (active[64 + lane]) atomicAdd(&data[index[64 + lane]], 1);
    if (active[96 + lane]) atomicAdd(&data[index[96 + lane]], 1);
    if (active[128 + lane]) atomicAdd(&data[index[128 + lane]], 1);
    if (active[160 + lane]) atomicAdd(&data[index[160 + lane]], 1);
    if (active[192 + lane]) atomicAdd(&data[index[192 + lane]], 1);
    if (active[224 + lane]) atomicAdd(&data[index[224 + lane]], 1);
    if (active[256 + lane]) atomicAdd(&data[index[256 + lane]], 1);
    if (active[288 + lane]) atomicAdd(&data[index[288 + lane]], 1);
    if (active[320 + lane]) atomicAdd(&data[index[320 + lane]], 1);
    if (active[352 + lane]) atomicAdd(&data[index[352 + lane]], 1);
    if (active[384 + lane]) atomicAdd(&data[index[384 + lane]], 1);
    if (active[416 + lane]) atomicAdd(&data[index[416 + lane]], 1);
    if (active[448 + lane]) atomicAdd(&data[index[448 + lane]], 1);
    if (active[480 + lane]) atomicAdd(&data[index[480 + lane]], 1);
    out[lane] = sum;
}

extern "C" __global__ void probe_global_atomic_add_float(float* data, const int* index, const int* active, float* out) {
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) atomicAdd(&data[index[lane]], 1.0f);
    if (active[32 + lane]) atomicAdd(&data[index[32 + lane]], 1.0f);
    if (active[64 + lane]) atomicAdd(&data[index[64 + lane]], 1.0f);
    if (active[96 + lane]) atomicAdd(&data[index[96 + lane]], 1.0f);
    if (active[128 + lane]) atomicAdd(&data[index[128 + lane]], 1.0f);
    if (active[160 + lane]) atomicAdd(&data[index[160 + lane]], 1.0f);
    if (active[192 + lane]) atomicAdd(&data[index[192 + lane]], 1.0f);
    if (active[224 + lane]) atomicAdd(&data[index[224 + lane]], 1.0f);
    if (active[256 + lane]) atomicAdd(&data[index[256 + lane]], 1.0f);
    if (active[288 + lane]) atomicAdd(&data[index[288 + lane]], 1.0f);
    if (active[320 + lane]) atomicAdd(&data[index[320 + lane]], 1.0f);
    if (active[352 + lane]) atomicAdd(&data[index[352 + lane]], 1.0f);
    if (active[384 + lane]) atomicAdd(&data[index[384 + lane]], 1.0f);
    if (active[416 + lane]) atomicAdd(&data[index[416 + lane]], 1.0f);
    if (active[448 + lane]) atomicAdd(&data[index[448 + lane]], 1.0f);
    if (active[480 + lane]) atomicAdd(&data[index[480 + lane]], 1.0f);
    out[lane] = sum;
}

extern "C" __global__ void probe_global_atomic_cas(int* data, const int* index, const int* active, int* out) {
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicCAS(&data[index[lane]], lane, 0);
    if (active[32 + lane]) sum += atomicCAS(&data[index[32 + lane]], lane, 1);
    if (active[64 + lane]) sum += atomicCAS(&data[index[64 + lane]], lane, 2);
    if (active[96 + lane]) sum += atomicCAS(&data[index[96 + lane]], lane, 3);
    if (active[128 + lane]) sum += atomicCAS(&data[index[128 + lane]], lane, 4);
    if (active[160 + lane]) sum += atomicCAS(&data[index[160 + lane]], lane, 5);
    if (active[192 + lane]) sum += atomicCAS(&data[index[192 + lane]], lane, 6);
    if (active[224 + lane]) sum += atomicCAS(&data[index[224 + lane]], lane, 7);
    if (active[256 + lane]) sum += atomicCAS(&data[index[256 + lane]], lane, 8);
    if (active[288 + lane]) sum += atomicCAS(&data[index[288 + lane]], lane, 9);
    if (active[320 + lane]) sum += atomicCAS(&data[index[320 + lane]], lane, 10);
    if (active[352 + lane]) sum += atomicCAS(&data[index[352 + lane]], lane, 11);
    if (active[384 + lane]) sum += atomicCAS(&data[index[384 + lane]], lane, 12);
    if (active[416 + lane]) sum += atomicCAS(&data[index[416 + lane]], lane, 13);
    if (active[448 + lane]) sum += atomicCAS(&data[index[448 + lane]], lane, 14);
    if (active[480 + lane]) sum += atomicCAS(&data[index[480 + lane]], lane, 15);
    out[lane] = sum;
}
