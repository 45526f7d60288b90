// One shared store a line: every lane's element and whether the lane takes part come from buffers of 16 x 32 entries.
// One warp.

__device__ float total(float2 v) {
    return v.x + v.y;
}

__device__ float total(float4 v) {
    return v.x + v.y + v.z + v.w;
}

extern "C" __global__ void probe_store_1(const int* index, const int* active, int* out) {
    __shared__ unsigned char tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = i;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) tile[index[lane]] = lane + 0;
    if (active[32 + lane]) tile[index[32 + lane]] = lane + 1;
    if (active[64 + lane]) tile[index[64 + lane]] = lane + 2;
    if (active[96 + lane]) tile[index[96 + lane]] = lane + 3;
    if (active[128 + lane]) tile[index[128 + lane]] = lane + 4;
    if (active[160 + lane]) tile[index[160 + lane]] = lane + 5;
    if (active[192 + lane]) tile[index[192 + lane]] = lane + 6;
    if (active[224 + lane]) tile[index[224 + lane]] = lane + 7;
    if (active[256 + lane]) tile[index[256 + lane]] = lane + 8;
    if (active[288 + lane]) tile[index[288 + lane]] = lane + 9;
    if (active[320 + lane]) tile[index[320 + lane]] = lane + 10;
    if (active[352 + lane]) tile[index[352 + lane]] = lane + 11;
    if (active[384 + lane]) tile[index[384 + lane]] = lane + 12;
    if (active[416 + lane]) tile[index[416 + lane]] = lane + 13;
    if (active[448 + lane]) tile[index[448 + lane]] = lane + 14;
    if (active[480 + lane]) tile[index[480 + lane]] = lane + 15;
    __syncthreads();
    int sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_store_2(const int* index, const int* active, int* out) {
    __shared__ unsigned short tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = i;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) tile[index[lane]] = lane + 0;
    if (active[32 + lane]) tile[index[32 + lane]] = lane + 1;
    if (active[64 + lane]) tile[index[64 + lane]] = lane + 2;
    if (active[96 + lane]) tile[index[96 + lane]] = lane + 3;
    if (active[128 + lane]) tile[index[128 + lane]] = lane + 4;
    if (active[160 + lane]) tile[index[160 + lane]] = lane + 5;
    if (active[192 + lane]) tile[index[192 + lane]] = lane + 6;
    if (active[224 + lane]) tile[index[224 + lane]] = lane + 7;
    if (active[256 + lane]) tile[index[256 + lane]] = lane + 8;
    if (active[288 + lane]) tile[index[288 + lane]] = lane + 9;
    if (active[320 + lane]) tile[index[320 + lane]] = lane + 10;
    if (active[352 + lane]) tile[index[352 + lane]] = lane + 11;
    if (active[384 + lane]) tile[index[384 + lane]] = lane + 12;
    if (active[416 + lane]) tile[index[416 + lane]] = lane + 13;
    if (active[448 + lane]) tile[index[448 + lane]] = lane + 14;
    if (active[480 + lane]) tile[index[480 + lane]] = lane + 15;
    __syncthreads();
    int sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_store_4(const int* index, const int* active, float* out) {
    __shared__ float tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = i;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) tile[index[lane]] = lane + 0;
    if (active[32 + lane]) tile[index[32 + lane]] = lane + 1;
    if (active[64 + lane]) tile[index[64 + lane]] = lane + 2;
    if (active[96 + lane]) tile[index[96 + lane]] = lane + 3;
    if (active[128 + lane]) tile[index[128 + lane]] = lane + 4;
    if (active[160 + lane]) tile[index[160 + lane]] = lane + 5;
    if (active[192 + lane]) tile[index[192 + lane]] = lane + 6;
    if (active[224 + lane]) tile[index[224 + lane]] = lane + 7;
    if (active[256 + lane]) tile[index[256 + lane]] = lane + 8;
    if (active[288 + lane]) tile[index[288 + lane]] = lane + 9;
    if (active[320 + lane]) tile[index[320 + lane]] = lane + 10;
    if (active[352 + lane]) tile[index[352 + lane]] = lane + 11;
    if (active[384 + lane]) tile[index[384 + lane]] = lane + 12;
    if (active[416 + lane]) tile[index[416 + lane]] = lane + 13;
    if (active[448 + lane]) tile[index[448 + lane]] = lane + 14;
    if (active[480 + lane]) tile[index[480 + lane]] = lane + 15;
    __syncthreads();
    float sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_store_8(const int* index, const int* active, float* out) {
    __shared__ float2 tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = make_float2(i, -2 * i);
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) tile[index[lane]] = make_float2(lane, 0);
    if (active[32 + lane]) tile[index[32 + lane]] = make_float2(lane, 1);
    if (active[64 + lane]) tile[index[64 + lane]] = make_float2(lane, 2);
    if (active[96 + lane]) tile[index[96 + lane]] = make_float2(lane, 3);
    if (active[128 + lane]) tile[index[128 + lane]] = make_float2(lane, 4);
    if (active[160 + lane]) tile[index[160 + lane]] = make_float2(lane, 5);
    if (active[192 + lane]) tile[index[192 + lane]] = make_float2(lane, 6);
    if (active[224 + lane]) tile[index[224 + lane]] = make_float2(lane, 7);
    if (active[256 + lane]) tile[index[256 + lane]] = make_float2(lane, 8);
    if (active[288 + lane]) tile[index[288 + lane]] = make_float2(lane, 9);
    if (active[320 + lane]) tile[index[320 + lane]] = make_float2(lane, 10);
    if (active[352 + lane]) tile[index[352 + lane]] = make_float2(lane, 11);
    if (active[384 + lane]) tile[index[384 + lane]] = make_float2(lane, 12);
    if (active[416 + lane]) tile[index[416 + lane]] = make_float2(lane, 13);
    if (active[448 + lane]) tile[index[448 + lane]] = make_float2(lane, 14);
    if (active[480 + lane]) tile[index[480 + lane]] = make_float2(lane, 15);
    __syncthreads();
    float sum = 0;
    for (int i = lane; i < 2048; i += 32) sum += total(tile[i]);
    out[lane] = sum;
}

extern "C" __global__ void probe_store_16(const int* index, const int* active, float* out) {
    __shared__ float4 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = make_float4(i, -2 * i, 3 * i, i / 2);
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) tile[index[lane]] = make_float4(lane, 0, -lane, 0);
    if (active[32 + lane]) tile[index[32 + lane]] = make_float4(lane, 1, -lane, 1);
    if (active[64 + lane]) tile[index[64 + lane]] = make_float4(lane, 2, -lane, 2);
    if (active[96 + lane]) tile[index[96 + lane]] = make_float4(lane, 3, -lane, 3);
    if (active[128 + lane]) tile[index[128 + lane]] = make_float4(lane, 4, -lane, 4);
    if (active[160 + lane]) tile[index[160 + lane]] = make_float4(lane, 5, -lane, 5);
    if (active[192 + lane]) tile[index[192 + lane]] = make_float4(lane, 6, -lane, 6);
    if (active[224 + lane]) tile[index[224 + lane]] = make_float4(lane, 7, -lane, 7);
    if (active[256 + lane]) tile[index[256 + lane]] = make_float4(lane, 8, -lane, 8);
    if (active[288 + lane]) tile[index[288 + lane]] = make_float4(lane, 9, -lane, 9);
    if (active[320 + lane]) tile[index[320 + lane]] = make_float4(lane, 10, -lane, 10);
    if (active[352 + lane]) tile[index[352 + lane]] = make_float4(lane, 11, -lane, 11);
    if (active[384 + lane]) tile[index[384 + lane]] = make_float4(lane, 12, -lane, 12);
    if (active[416 + lane]) tile[index[416 + lane]] = make_float4(lane, 13, -lane, 13);
    if (active[448 + lane]) tile[index[448 + lane]] = make_float4(lane, 14, -lane, 14);
    if (active[480 + lane]) tile[index[480 + lane]] = make_float4(lane, 15, -lane, 15);
    __syncthreads();
    float sum = 0;
    for (int i = lane; i < 1024; i += 32) sum += total(tile[i]);
    out[lane] = sum;
}
