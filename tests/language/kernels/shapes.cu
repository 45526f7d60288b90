// Grids and blocks of one, two and three dimensions that do not divide the data, and strides over them.

extern "C" __global__ void global_ids_1d(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i * 10 + threadIdx.x % 10;
}

extern "C" __global__ void global_ids_2d(int* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = 1000 * y + x;
}

extern "C" __global__ void global_ids_3d(int* out, int3 size) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= size.x || y >= size.y || z >= size.z) return;
    out[(z * size.y + y) * size.x + x] = 10000 * z + 100 * y + x;
}

extern "C" __global__ void linear_ids(int* thread_ids, int* warp_ids) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int id = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    thread_ids[id] = id;
    warp_ids[id] = thread / warpSize * 100 + thread % warpSize;
}

extern "C" __global__ void grid_stride(const float* in, float* out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i] * in[i];
}

extern "C" __global__ void grid_stride_2d(const int* in, int* out, int width, int height) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x)
            out[y * width + x] = in[y * width + x] + x - y;
}

extern "C" __global__ void one_thread(int* data, int n) {
    for (int i = 1; i < n; ++i) data[i] += data[i - 1];
}

extern "C" __global__ void monolithic_block(float* data, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = data[i] * 0.5f + i;
}

extern "C" __global__ void vector_add(const double* a, const double* b, double* c, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void several_elements_each(const int* in, int* out, int n, int each) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int k = 0; k < each && first + k < n; ++k) out[first + k] = in[first + k] << k;
}

extern "C" __global__ void dimensions_as_seen(unsigned* out) {
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
        dim3 copy(gridDim.x, gridDim.y, gridDim.z);
        uint3 at = blockIdx;
        unsigned* row = out + 7 * b;
        row[0] = copy.x; row[1] = copy.y; row[2] = copy.z;
        row[3] = blockDim.x * 10000 + blockDim.y * 100 + blockDim.z;
        row[4] = at.x; row[5] = at.y; row[6] = at.z;
    }
}

extern "C" __global__ void many_small_blocks(int* out) { out[blockIdx.x * 3 + threadIdx.x] = blockIdx.x ^ threadIdx.x; }

extern "C" __global__ void full_block(int* out) {
    __shared__ int flipped[1024];
    int t = threadIdx.y * 32 + threadIdx.x;
    flipped[1023 - t] = t;
    __syncthreads();
    out[t] = flipped[t];
}
