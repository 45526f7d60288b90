// Kernels that touch memory they must not. Block of 64 threads.

extern "C" __global__ void global_read_past_end(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x + 1];
}

extern "C" __global__ void global_write_past_end(const float* in, float* out) {
    out[threadIdx.x + 1] = in[threadIdx.x];
}

extern "C" __global__ void global_read_before_start(const float* in, float* out) {
    out[threadIdx.x] = in[(int)threadIdx.x - 1];
}

extern "C" __global__ void global_no_guard(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 2.0f;
}

extern "C" __global__ void shared_write_past_end(const float* in, float* out) {
    __shared__ float values[64];
    values[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}

extern "C" __global__ void shared_read_past_end(const float* in, float* out, int shift) {
    __shared__ float values[64];
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x + shift];
}

// One array runs into the next: inside shared memory, outside the array.
extern "C" __global__ void shared_into_next_array(const float* in, float* out, int shift) {
    __shared__ float first[64];
    __shared__ float second[64];
    first[threadIdx.x] = in[threadIdx.x];
    second[threadIdx.x] = -in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = first[threadIdx.x + shift] + second[63 - threadIdx.x];
}

extern "C" __global__ void dynamic_too_small(const float* in, float* out) {
    extern __shared__ float values[];
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

extern "C" __global__ void misaligned_float4(const float* in, float* out) {
    float4 v = *reinterpret_cast<const float4*>(in + threadIdx.x);
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void misaligned_shared_float4(const float* in, float* out) {
    __shared__ float values[68];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 4) values[64 + threadIdx.x] = 0.0f;
    __syncthreads();
    float4 v = *reinterpret_cast<float4*>(values + threadIdx.x);
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void null_read(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void null_write(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void shared_never_written(const float* in, float* out) {
    __shared__ float values[64];
    if (threadIdx.x < 32) values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}

extern "C" __global__ void traps(const float* in, float* out) {
    if (in[threadIdx.x] < 2.0f) __trap();
    out[threadIdx.x] = in[threadIdx.x];
}
