// One warp reads and writes shared memory at a run-time stride.

extern "C" __global__ void stride_read(float* out, int stride) {
    __shared__ float tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = i;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x * stride % 2048];
}

extern "C" __global__ void stride_write(float* out, int stride) {
    __shared__ float tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = i;
    __syncthreads();
    tile[threadIdx.x * stride % 2048] = -1.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < 2048; i += 32) sum += tile[i];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void stride_read_float2(float2* out, int stride) {
    __shared__ float2 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = make_float2(i, -i);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x * stride % 1024];
}

extern "C" __global__ void stride_write_float2(float* out, int stride) {
    __shared__ float2 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = make_float2(i, -i);
    __syncthreads();
    tile[threadIdx.x * stride % 1024] = make_float2(1.0f, 2.0f);
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < 1024; i += 32) sum += tile[i].x + tile[i].y;
    out[threadIdx.x] = sum;
}

extern "C" __global__ void stride_read_float4(float4* out, int stride) {
    __shared__ float4 tile[512];
    for (int i = threadIdx.x; i < 512; i += 32) tile[i] = make_float4(i, -i, i + 1, -i - 1);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x * stride % 512];
}

extern "C" __global__ void stride_write_float4(float* out, int stride) {
    __shared__ float4 tile[512];
    for (int i = threadIdx.x; i < 512; i += 32) tile[i] = make_float4(i, -i, i + 1, -i - 1);
    __syncthreads();
    tile[threadIdx.x * stride % 512] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < 512; i += 32) sum += tile[i].x + tile[i].y + tile[i].z + tile[i].w;
    out[threadIdx.x] = sum;
}
