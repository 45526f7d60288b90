// One shared atomic a line: every lane's element and whether the lane takes part come from buffers of 16 x 32
// entries. `used`: the old value is needed. One warp.

extern "C" __global__ void probe_atomic_add_one(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicAdd(&tile[index[lane]], 1);
    if (active[32 + lane]) atomicAdd(&tile[index[32 + lane]], 1);
    if (active[64 + lane]) atomicAdd(&tile[index[64 + lane]], 1);
    if (active[96 + lane]) atomicAdd(&tile[index[96 + lane]], 1);
    if (active[128 + lane]) atomicAdd(&tile[index[128 + lane]], 1);
    if (active[160 + lane]) atomicAdd(&tile[index[160 + lane]], 1);
    if (active[192 + lane]) atomicAdd(&tile[index[192 + lane]], 1);
    if (active[224 + lane]) atomicAdd(&tile[index[224 + lane]], 1);
    if (active[256 + lane]) atomicAdd(&tile[index[256 + lane]], 1);
    if (active[288 + lane]) atomicAdd(&tile[index[288 + lane]], 1);
    if (active[320 + lane]) atomicAdd(&tile[index[320 + lane]], 1);
    if (active[352 + lane]) atomicAdd(&tile[index[352 + lane]], 1);
    if (active[384 + lane]) atomicAdd(&tile[index[384 + lane]], 1);
    if (active[416 + lane]) atomicAdd(&tile[index[416 + lane]], 1);
    if (active[448 + lane]) atomicAdd(&tile[index[448 + lane]], 1);
    if (active[480 + lane]) atomicAdd(&tile[index[480 + lane]], 1);
    __syncthreads();
    int sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add_one_used(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicAdd(&tile[index[lane]], 1);
    if (active[32 + lane]) sum += atomicAdd(&tile[index[32 + lane]], 1);
    if (active[64 + lane]) sum += atomicAdd(&tile[index[64 + lane]], 1);
    if (active[96 + lane]) sum += atomicAdd(&tile[index[96 + lane]], 1);
    if (active[128 + lane]) sum += atomicAdd(&tile[index[128 + lane]], 1);
    if (active[160 + lane]) sum += atomicAdd(&tile[index[160 + lane]], 1);
    if (active[192 + lane]) sum += atomicAdd(&tile[index[192 + lane]], 1);
    if (active[224 + lane]) sum += atomicAdd(&tile[index[224 + lane]], 1);
    if (active[256 + lane]) sum += atomicAdd(&tile[index[256 + lane]], 1);
    if (active[288 + lane]) sum += atomicAdd(&tile[index[288 + lane]], 1);
    if (active[320 + lane]) sum += atomicAdd(&tile[index[320 + lane]], 1);
    if (active[352 + lane]) sum += atomicAdd(&tile[index[352 + lane]], 1);
    if (active[384 + lane]) sum += atomicAdd(&tile[index[384 + lane]], 1);
    if (active[416 + lane]) sum += atomicAdd(&tile[index[416 + lane]], 1);
    if (active[448 + lane]) sum += atomicAdd(&tile[index[448 + lane]], 1);
    if (active[480 + lane]) sum += atomicAdd(&tile[index[480 + lane]], 1);
    __syncthreads();
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicAdd(&tile[index[lane]], lane);
    if (active[32 + lane]) atomicAdd(&tile[index[32 + lane]], lane);
    if (active[64 + lane]) atomicAdd(&tile[index[64 + lane]], lane);
    if (active[96 + lane]) atomicAdd(&tile[index[96 + lane]], lane);
    if (active[128 + lane]) atomicAdd(&tile[index[128 + lane]], lane);
    if (active[160 + lane]) atomicAdd(&tile[index[160 + lane]], lane);
    if (active[192 + lane]) atomicAdd(&tile[index[192 + lane]], lane);
    if (active[224 + lane]) atomicAdd(&tile[index[224 + lane]], lane);
    if (active[256 + lane]) atomicAdd(&tile[index[256 + lane]], lane);
    if (active[288 + lane]) atomicAdd(&tile[index[288 + lane]], lane);
    if (active[320 + lane]) atomicAdd(&tile[index[320 + lane]], lane);
    if (active[352 + lane]) atomicAdd(&tile[index[352 + lane]], lane);
    if (active[384 + lane]) atomicAdd(&tile[index[384 + lane]], lane);
    if (active[416 + lane]) atomicAdd(&tile[index[416 + lane]], lane);
    if (active[448 + lane]) atomicAdd(&tile[index[448 + lane]], lane);
    if (active[480 + lane]) atomicAdd(&tile[index[480 + lane]], lane);
    __syncthreads();
    int sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add_used(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicAdd(&tile[index[lane]], lane);
    if (active[32 + lane]) sum += atomicAdd(&tile[index[32 + lane]], lane);
    if (active[64 + lane]) sum += atomicAdd(&tile[index[64 + lane]], lane);
    if (active[96 + lane]) sum += atomicAdd(&tile[index[96 + lane]], lane);
    if (active[128 + lane]) sum += atomicAdd(&tile[index[128 + lane]], lane);
    if (active[160 + lane]) sum += atomicAdd(&tile[index[160 + lane]], lane);
    if (active[192 + lane]) sum += atomicAdd(&tile[index[192 + lane]], lane);
    if (active[224 + lane]) sum += atomicAdd(&tile[index[224 + lane]], lane);
    if (active[256 + lane]) sum += atomicAdd(&tile[index[256 + lane]], lane);
    if (active[288 + lane]) sum += atomicAdd(&tile[index[288 + lane]], lane);
    if (active[320 + lane]) sum += atomicAdd(&tile[index[320 + lane]], lane);
    if (active[352 + lane]) sum += atomicAdd(&tile[index[352 + lane]], lane);
    if (active[384 + lane]) sum += atomicAdd(&tile[index[384 + lane]], lane);
    if (active[416 + lane]) sum += atomicAdd(&tile[index[416 + lane]], lane);
    if (active[448 + lane]) sum += atomicAdd(&tile[index[448 + lane]], lane);
    if (active[480 + lane]) sum += atomicAdd(&tile[index[480 + lane]], lane);
    __syncthreads();
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_max(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicMax(&tile[index[lane]], lane);
    if (active[32 + lane]) atomicMax(&tile[index[32 + lane]], lane);
    if (active[64 + lane]) atomicMax(&tile[index[64 + lane]], lane);
    if (active[96 + lane]) atomicMax(&tile[index[96 + lane]], lane);
    if (active[128 + lane]) atomicMax(&tile[index[128 + lane]], lane);
    if (active[160 + lane]) atomicMax(&tile[index[160 + lane]], lane);
    if (active[192 + lane]) atomicMax(&tile[index[192 + lane]], lane);
    if (active[224 + lane]) atomicMax(&tile[index[224 + lane]], lane);
    if (active[256 + lane]) atomicMax(&tile[index[256 + lane]], lane);
    if (active[288 + lane]) atomicMax(&tile[index[288 + lane]], lane);
    if (active[320 + lane]) atomicMax(&tile[index[320 + lane]], lane);
    if (active[352 + lane]) atomicMax(&tile[index[352 + lane]], lane);
    if (active[384 + lane]) atomicMax(&tile[index[384 + lane]], lane);
    if (active[416 + lane]) atomicMax(&tile[index[416 + lane]], lane);
    if (active[448 + lane]) atomicMax(&tile[index[448 + lane]], lane);
    if (active[480 + lane]) atomicMax(&tile[index[480 + lane]], lane);
    __syncthreads();
    int sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_max_used(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicMax(&tile[index[lane]], lane);
    if (active[32 + lane]) sum += atomicMax(&tile[index[32 + lane]], lane);
    if (active[64 + lane]) sum += atomicMax(&tile[index[64 + lane]], lane);
    if (active[96 + lane]) sum += atomicMax(&tile[index[96 + lane]], lane);
    if (active[128 + lane]) sum += atomicMax(&tile[index[128 + lane]], lane);
    if (active[160 + lane]) sum += atomicMax(&tile[index[160 + lane]], lane);
    if (active[192 + lane]) sum += atomicMax(&tile[index[192 + lane]], lane);
    if (active[224 + lane]) sum += atomicMax(&tile[index[224 + lane]], lane);
    if (active[256 + lane]) sum += atomicMax(&tile[index[256 + lane]], lane);
    if (active[288 + lane]) sum += atomicMax(&tile[index[288 + lane]], lane);
    if (active[320 + lane]) sum += atomicMax(&tile[index[320 + lane]], lane);
    if (active[352 + lane]) sum += atomicMax(&tile[index[352 + lane]], lane);
    if (active[384 + lane]) sum += atomicMax(&tile[index[384 + lane]], lane);
    if (active[416 + lane]) sum += atomicMax(&tile[index[416 + lane]], lane);
    if (active[448 + lane]) sum += atomicMax(&tile[index[448 + lane]], lane);
    if (active[480 + lane]) sum += atomicMax(&tile[index[480 + lane]], lane);
    __syncthreads();
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_or(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicOr(&tile[index[lane]], lane);
    if (active[32 + lane]) atomicOr(&tile[index[32 + lane]], lane);
    if (active[64 + lane]) atomicOr(&tile[index[64 + lane]], lane);
    if (active[96 + lane]) atomicOr(&tile[index[96 + lane]], lane);
    if (active[128 + lane]) atomicOr(&tile[index[128 + lane]], lane);
    if (active[160 + lane]) atomicOr(&tile[index[160 + lane]], lane);
    if (active[192 + lane]) atomicOr(&tile[index[192 + lane]], lane);
    if (active[224 + lane]) atomicOr(&tile[index[224 + lane]], lane);
    if (active[256 + lane]) atomicOr(&tile[index[256 + lane]], lane);
    if (active[288 + lane]) atomicOr(&tile[index[288 + lane]], lane);
    if (active[320 + lane]) atomicOr(&tile[index[320 + lane]], lane);
    if (active[352 + lane]) atomicOr(&tile[index[352 + lane]], lane);
    if (active[384 + lane]) atomicOr(&tile[index[384 + lane]], lane);
    if (active[416 + lane]) atomicOr(&tile[index[416 + lane]], lane);
    if (active[448 + lane]) atomicOr(&tile[index[448 + lane]], lane);
    if (active[480 + lane]) atomicOr(&tile[index[480 + lane]], lane);
    __syncthreads();
    int sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_exch(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicExch(&tile[index[lane]], lane);
    if (active[32 + lane]) sum += atomicExch(&tile[index[32 + lane]], lane);
    if (active[64 + lane]) sum += atomicExch(&tile[index[64 + lane]], lane);
    if (active[96 + lane]) sum += atomicExch(&tile[index[96 + lane]], lane);
    if (active[128 + lane]) sum += atomicExch(&tile[index[128 + lane]], lane);
    if (active[160 + lane]) sum += atomicExch(&tile[index[160 + lane]], lane);
    if (active[192 + lane]) sum += atomicExch(&tile[index[192 + lane]], lane);
    if (active[224 + lane]) sum += atomicExch(&tile[index[224 + lane]], lane);
    if (active[256 + lane]) sum += atomicExch(&tile[index[256 + lane]], lane);
    if (active[288 + lane]) sum += atomicExch(&tile[index[288 + lane]], lane);
    if (active[320 + lane]) sum += atomicExch(&tile[index[320 + lane]], lane);
    if (active[352 + lane]) sum += atomicExch(&tile[index[352 + lane]], lane);
    if (active[384 + lane]) sum += atomicExch(&tile[index[384 + lane]], lane);
    if (active[416 + lane]) sum += atomicExch(&tile[index[416 + lane]], lane);
    if (active[448 + lane]) sum += atomicExch(&tile[index[448 + lane]], lane);
    if (active[480 + lane]) sum += atomicExch(&tile[index[480 + lane]], lane);
    __syncthreads();
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_cas(const int* index, const int* active, int* out) {
    __shared__ int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    int sum = 0;
    if (active[lane]) sum += atomicCAS(&tile[index[lane]], lane, 0);
    if (active[32 + lane]) sum += atomicCAS(&tile[index[32 + lane]], lane, 1);
    if (active[64 + lane]) sum += atomicCAS(&tile[index[64 + lane]], lane, 2);
    if (active[96 + lane]) sum += atomicCAS(&tile[index[96 + lane]], lane, 3);
    if (active[128 + lane]) sum += atomicCAS(&tile[index[128 + lane]], lane, 4);
    if (active[160 + lane]) sum += atomicCAS(&tile[index[160 + lane]], lane, 5);
    if (active[192 + lane]) sum += atomicCAS(&tile[index[192 + lane]], lane, 6);
    if (active[224 + lane]) sum += atomicCAS(&tile[index[224 + lane]], lane, 7);
    if (active[256 + lane]) sum += atomicCAS(&tile[index[256 + lane]], lane, 8);
    if (active[288 + lane]) sum += atomicCAS(&tile[index[288 + lane]], lane, 9);
    if (active[320 + lane]) sum += atomicCAS(&tile[index[320 + lane]], lane, 10);
    if (active[352 + lane]) sum += atomicCAS(&tile[index[352 + lane]], lane, 11);
    if (active[384 + lane]) sum += atomicCAS(&tile[index[384 + lane]], lane, 12);
    if (active[416 + lane]) sum += atomicCAS(&tile[index[416 + lane]], lane, 13);
    if (active[448 + lane]) sum += atomicCAS(&tile[index[448 + lane]], lane, 14);
    if (active[480 + lane]) sum += atomicCAS(&tile[index[480 + lane]], lane, 15);
    __syncthreads();
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add_64(const int* index, const int* active, unsigned long long* out) {
    __shared__ unsigned long long tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicAdd(&tile[index[lane]], (unsigned long long)lane);
    if (active[32 + lane]) atomicAdd(&tile[index[32 + lane]], (unsigned long long)lane);
    if (active[64 + lane]) atomicAdd(&tile[index[64 + lane]], (unsigned long long)lane);
    if (active[96 + lane]) atomicAdd(&tile[index[96 + lane]], (unsigned long long)lane);
    if (active[128 + lane]) atomicAdd(&tile[index[128 + lane]], (unsigned long long)lane);
    if (active[160 + lane]) atomicAdd(&tile[index[160 + lane]], (unsigned long long)lane);
    if (active[192 + lane]) atomicAdd(&tile[index[192 + lane]], (unsigned long long)lane);
    if (active[224 + lane]) atomicAdd(&tile[index[224 + lane]], (unsigned long long)lane);
    if (active[256 + lane]) atomicAdd(&tile[index[256 + lane]], (unsigned long long)lane);
    if (active[288 + lane]) atomicAdd(&tile[index[288 + lane]], (unsigned long long)lane);
    if (active[320 + lane]) atomicAdd(&tile[index[320 + lane]], (unsigned long long)lane);
    if (active[352 + lane]) atomicAdd(&tile[index[352 + lane]], (unsigned long long)lane);
    if (active[384 + lane]) atomicAdd(&tile[index[384 + lane]], (unsigned long long)lane);
    if (active[416 + lane]) atomicAdd(&tile[index[416 + lane]], (unsigned long long)lane);
    if (active[448 + lane]) atomicAdd(&tile[index[448 + lane]], (unsigned long long)lane);
    if (active[480 + lane]) atomicAdd(&tile[index[480 + lane]], (unsigned long long)lane);
    __syncthreads();
    unsigned long long sum = 0;
    for (int i = lane; i < 2048; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_cas_64(const int* index, const int* active, unsigned long long* out) {
    __shared__ unsigned long long tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    unsigned long long sum = 0;
    if (active[lane]) sum += atomicCAS(&tile[index[lane]], (unsigned long long)lane, (unsigned long long)0);
    if (active[32 + lane]) sum += atomicCAS(&tile[index[32 + lane]], (unsigned long long)lane, (unsigned long long)1);
    if (active[64 + lane]) sum += atomicCAS(&tile[index[64 + lane]], (unsigned long long)lane, (unsigned long long)2);
    if (active[96 + lane]) sum += atomicCAS(&tile[index[96 + lane]], (unsigned long long)lane, (unsigned long long)3);
    if (active[128 + lane]) sum += atomicCAS(&tile[index[128 + lane]], (unsigned long long)lane, (unsigned long long)4);
    if (active[160 + lane]) sum += atomicCAS(&tile[index[160 + lane]], (unsigned long long)lane, (unsigned long long)5);
    if (active[192 + lane]) sum += atomicCAS(&tile[index[192 + lane]], (unsigned long long)lane, (unsigned long long)6);
    if (active[224 + lane]) sum += atomicCAS(&tile[index[224 + lane]], (unsigned long long)lane, (unsigned long long)7);
    if (active[256 + lane]) sum += atomicCAS(&tile[index[256 + lane]], (unsigned long long)lane, (unsigned long long)8);
    if (active[288 + lane]) sum += atomicCAS(&tile[index[288 + lane]], (unsigned long long)lane, (unsigned long long)9);
    if (active[320 + lane]) sum += atomicCAS(&tile[index[320 + lane]], (unsigned long long)lane, (unsigned long long)10);
    if (active[352 + lane]) sum += atomicCAS(&tile[index[352 + lane]], (unsigned long long)lane, (unsigned long long)11);
    if (active[384 + lane]) sum += atomicCAS(&tile[index[384 + lane]], (unsigned long long)lane, (unsigned long long)12);
    if (active[416 + lane]) sum += atomicCAS(&tile[index[416 + lane]], (unsigned long long)lane, (unsigned long long)13);
    if (active[448 + lane]) sum += atomicCAS(&tile[index[448 + lane]], (unsigned long long)lane, (unsigned long long)14);
    if (active[480 + lane]) sum += atomicCAS(&tile[index[480 + lane]], (unsigned long long)lane, (unsigned long long)15);
    __syncthreads();
    for (int i = lane; i < 2048; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add_float(const int* index, const int* active, float* out) {
    __shared__ float tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicAdd(&tile[index[lane]], 1.0f);
    if (active[32 + lane]) atomicAdd(&tile[index[32 + lane]], 1.0f);
    if (active[64 + lane]) atomicAdd(&tile[index[64 + lane]], 1.0f);
    if (active[96 + lane]) atomicAdd(&tile[index[96 + lane]], 1.0f);
    if (active[128 + lane]) atomicAdd(&tile[index[128 + lane]], 1.0f);
    if (active[160 + lane]) atomicAdd(&tile[index[160 + lane]], 1.0f);
    if (active[192 + lane]) atomicAdd(&tile[index[192 + lane]], 1.0f);
    if (active[224 + lane]) atomicAdd(&tile[index[224 + lane]], 1.0f);
    if (active[256 + lane]) atomicAdd(&tile[index[256 + lane]], 1.0f);
    if (active[288 + lane]) atomicAdd(&tile[index[288 + lane]], 1.0f);
    if (active[320 + lane]) atomicAdd(&tile[index[320 + lane]], 1.0f);
    if (active[352 + lane]) atomicAdd(&tile[index[352 + lane]], 1.0f);
    if (active[384 + lane]) atomicAdd(&tile[index[384 + lane]], 1.0f);
    if (active[416 + lane]) atomicAdd(&tile[index[416 + lane]], 1.0f);
    if (active[448 + lane]) atomicAdd(&tile[index[448 + lane]], 1.0f);
    if (active[480 + lane]) atomicAdd(&tile[index[480 + lane]], 1.0f);
    __syncthreads();
    float sum = 0;
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add_float_used(const int* index, const int* active, float* out) {
    __shared__ float tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    float sum = 0;
    if (active[lane]) sum += atomicAdd(&tile[index[lane]], 1.0f);
    if (active[32 + lane]) sum += atomicAdd(&tile[index[32 + lane]], 1.0f);
    if (active[64 + lane]) sum += atomicAdd(&tile[index[64 + lane]], 1.0f);
    if (active[96 + lane]) sum += atomicAdd(&tile[index[96 + lane]], 1.0f);
    if (active[128 + lane]) sum += atomicAdd(&tile[index[128 + lane]], 1.0f);
    if (active[160 + lane]) sum += atomicAdd(&tile[index[160 + lane]], 1.0f);
    if (active[192 + lane]) sum += atomicAdd(&tile[index[192 + lane]], 1.0f);
    if (active[224 + lane]) sum += atomicAdd(&tile[index[224 + lane]], 1.0f);
    if (active[256 + lane]) sum += atomicAdd(&tile[index[256 + lane]], 1.0f);
    if (active[288 + lane]) sum += atomicAdd(&tile[index[288 + lane]], 1.0f);
    if (active[320 + lane]) sum += atomicAdd(&tile[index[320 + lane]], 1.0f);
    if (active[352 + lane]) sum += atomicAdd(&tile[index[352 + lane]], 1.0f);
    if (active[384 + lane]) sum += atomicAdd(&tile[index[384 + lane]], 1.0f);
    if (active[416 + lane]) sum += atomicAdd(&tile[index[416 + lane]], 1.0f);
    if (active[448 + lane]) sum += atomicAdd(&tile[index[448 + lane]], 1.0f);
    if (active[480 + lane]) sum += atomicAdd(&tile[index[480 + lane]], 1.0f);
    __syncthreads();
    for (int i = lane; i < 4096; i += 32) sum += tile[i];
    out[lane] = sum;
}

extern "C" __global__ void probe_atomic_add_double(const int* index, const int* active, double* out) {
    __shared__ double tile[2048];
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = 0;
    __syncthreads();
    int lane = threadIdx.x;
    if (active[lane]) atomicAdd(&tile[index[lane]], 1.0);
    if (active[32 + lane]) atomicAdd(&tile[index[32 + lane]], 1.0);
    if (active[64 + lane]) atomicAdd(&tile[index[64 + lane]], 1.0);
    if (active[96 + lane]) atomicAdd(&tile[index[96 + lane]], 1.0);
    if (active[128 + lane]) atomicAdd(&tile[index[128 + lane]], 1.0);
    if (active[160 + lane]) atomicAdd(&tile[index[160 + lane]], 1.0);
    if (active[192 + lane]) atomicAdd(&tile[index[192 + lane]], 1.0);
    if (active[224 + lane]) atomicAdd(&tile[index[224 + lane]], 1.0);
    if (active[256 + lane]) atomicAdd(&tile[index[256 + lane]], 1.0);
    if (active[288 + lane]) atomicAdd(&tile[index[288 + lane]], 1.0);
    if (active[320 + lane]) atomicAdd(&tile[index[320 + lane]], 1.0);
    if (active[352 + lane]) atomicAdd(&tile[index[352 + lane]], 1.0);
    if (active[384 + lane]) atomicAdd(&tile[index[384 + lane]], 1.0);
    if (active[416 + lane]) atomicAdd(&tile[index[416 + lane]], 1.0);
    if (active[448 + lane]) atomicAdd(&tile[index[448 + lane]], 1.0);
    if (active[480 + lane]) atomicAdd(&tile[index[480 + lane]], 1.0);
    __syncthreads();
    double sum = 0;
    for (int i = lane; i < 2048; i += 32) sum += tile[i];
    out[lane] = sum;
}
