// One shared load a line: every lane's element and whether the lane takes part come from buffers of 16 x 32 entries.
// One warp.

__device__ float total(float2 v) {
    return v.x + v.y;
}

__device__ float total(float4 v) {
    return v.x + v.y + v.z + v.w;
}

extern "C" __global__ void probe_load_1(const int* index, const int* active, int* out) {
    __shared__ unsigned char tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = i;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += tile[index[lane]];
    if (active[32 + lane]) sum += tile[index[32 + lane]];
    if (active[64 + lane]) sum += tile[index[64 + lane]];
    if (active[96 + lane]) sum += tile[index[96 + lane]];
    if (active[128 + lane]) sum += tile[index[128 + lane]];
    if (active[160 + lane]) sum += tile[index[160 + lane]];
    if (active[192 + lane]) sum += tile[index[192 + lane]];
    if (active[224 + lane]) sum += tile[index[224 + lane]];
    if (active[256 + lane]) sum += tile[index[256 + lane]];
    if (active[288 + lane]) sum += tile[index[288 + lane]];
    if (active[320 + lane]) sum += tile[index[320 + lane]];
    if (active[352 + lane]) sum += tile[index[352 + lane]];
    if (active[384 + lane]) sum += tile[index[384 + lane]];
    if (active[416 + lane]) sum += tile[index[416 + lane]];
    if (active[448 + lane]) sum += tile[index[448 + lane]];
    if (active[480 + lane]) sum += tile[index[480 + lane]];
    out[lane] = sum;
}

extern "C" __global__ void probe_load_2(const int* index, const int* active, int* out) {
    __shared__ unsigned short tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = i;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += tile[index[lane]];
    if (active[32 + lane]) sum += tile[index[32 + lane]];
    if (active[64 + lane]) sum += tile[index[64 + lane]];
    if (active[96 + lane]) sum += tile[index[96 + lane]];
    if (active[128 + lane]) sum += tile[index[128 + lane]];
    if (active[160 + lane]) sum += tile[index[160 + lane]];
    if (active[192 + lane]) sum += tile[index[192 + lane]];
    if (active[224 + lane]) sum += tile[index[224 + lane]];
    if (active[256 + lane]) sum += tile[index[256 + lane]];
    if (active[288 + lane]) sum += tile[index[288 + lane]];
    if (active[320 + lane]) sum += tile[index[320 + lane]];
    if (active[352 + lane]) sum += tile[index[352 + lane]];
    if (active[384 + lane]) sum += tile[index[384 + lane]];
    if (active[416 + lane]) sum += tile[index[416 + lane]];
    if (active[448 + lane]) sum += tile[index[448 + lane]];
    if (active[480 + lane]) sum += tile[index[480 + lane]];
    out[lane] = sum;
}

extern "C" __global__ void probe_load_4(const int* index, const int* active, float* out) {
    __shared__ float tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = i;
    __syncthreads();
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) sum += tile[index[lane]];
    if (active[32 + lane]) sum += tile[index[32 + lane]];
    if (active[64 + lane]) sum += tile[index[64 + lane]];
    if (active[96 + lane]) sum += tile[index[96 + lane]];
    if (active[128 + lane]) sum += tile[index[128 + lane]];
    if (active[160 + lane]) sum += tile[index[160 + lane]];
    if (active[192 + lane]) sum += tile[index[192 + lane]];
    if (active[224 + lane]) sum += tile[index[224 + lane]];
    if (active[256 + lane]) sum += tile[index[256 + lane]];
    if (active[288 + lane]) sum += tile[index[288 + lane]];
    if (active[320 + lane]) sum += tile[index[320 + lane]];
    if (active[352 + lane]) sum += tile[index[352 + lane]];
    if (active[384 + lane]) sum += tile[index[384 + lane]];
    if (active[416 + lane]) sum += tile[index[416 + lane]];
    if (active[448 + lane]) sum += tile[index[448 + lane]];
    if (active[480 + lane]) sum += tile[index[480 + lane]];
    out[lane] = sum;
}

extern "C" __global__ void probe_load_8(const int* index, const int* active, float* out) {
    __shared__ float2 tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = make_float2(i, -2 * i);
    __syncthreads();
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) sum += total(tile[index[lane]]);
    if (active[32 + lane]) sum += total(tile[index[32 + lane]]);
    if (active[64 + lane]) sum += total(tile[index[64 + lane]]);
    if (active[96 + lane]) sum += total(tile[index[96 + lane]]);
    if (active[128 + lane]) sum += total(tile[index[128 + lane]]);
    if (active[160 + lane]) sum += total(tile[index[160 + lane]]);
    if (active[192 + lane]) sum += total(tile[index[192 + lane]]);
    if (active[224 + lane]) sum += total(tile[index[224 + lane]]);
    if (active[256 + lane]) sum += total(tile[index[256 + lane]]);
    if (active[288 + lane]) sum += total(tile[index[288 + lane]]);
    if (active[320 + lane]) sum += total(tile[index[320 + lane]]);
    if (active[352 + lane]) sum += total(tile[index[352 + lane]]);
    if (active[384 + lane]) sum += total(tile[index[384 + lane]]);
    if (active[416 + lane]) sum += total(tile[index[416 + lane]]);
    if (active[448 + lane]) sum += total(tile[index[448 + lane]]);
    if (active[480 + lane]) sum += total(tile[index[480 + lane]]);
    out[lane] = sum;
}

extern "C" __global__ void probe_load_16(const int* index, const int* active, float* out) {
    __shared__ float4 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = make_float4(i, -2 * i, 3 * i, i / 2);
    __syncthreads();
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) sum += total(tile[index[lane]]);
    if (active[32 + lane]) sum += total(tile[index[32 + lane]]);
    if (active[64 + lane]) sum += total(tile[index[64 + lane]]);
    if (active[96 + lane]) sum += total(tile[index[96 + lane]]);
    if (active[128 + lane]) sum += total(tile[index[128 + lane]]);
    if (active[160 + lane]) sum += total(tile[index[160 + lane]]);
    if (active[192 + lane]) sum += total(tile[index[192 + lane]]);
    if (active[224 + lane]) sum += total(tile[index[224 + lane]]);
    if (active[256 + lane]) sum += total(tile[index[256 + lane]]);
    if (active[288 + lane]) sum += total(tile[index[288 + lane]]);
    if (active[320 + lane]) sum += total(tile[index[320 + lane]]);
    if (active[352 + lane]) sum += total(tile[index[352 + lane]]);
    if (active[384 + lane]) sum += total(tile[index[384 + lane]]);
    if (active[416 + lane]) sum += total(tile[index[416 + lane]]);
    if (active[448 + lane]) sum += total(tile[index[448 + lane]]);
    if (active[480 + lane]) sum += total(tile[index[480 + lane]]);
    out[lane] = sum;
}
