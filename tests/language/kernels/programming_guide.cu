// The CUDA C++ Programming Guide's own examples, and the exercises of "Professional CUDA C Programming".

// Thread Hierarchy, Shared Memory: a sub-matrix is a window with a stride.
typedef struct {
    int width;
    int height;
    int stride;
    float* elements;
} Matrix;

#define BLOCK_SIZE 8

__device__ float GetElement(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col];
}
__device__ void SetElement(Matrix A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value;
}
 __device__ Matrix GetSubMatrix(Matrix A, int row, int col)
{
    Matrix Asub;
    Asub.width    = BLOCK_SIZE;
    Asub.height   = BLOCK_SIZE;
    Asub.stride   = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row
                                         + BLOCK_SIZE * col];
    return Asub;
}

extern "C" __global__ void MatMulKernel(float* a, float* b, float* c, int m, int k, int n)
{
    Matrix A = {k, m, k, a}, B = {n, k, n, b}, C = {n, m, n, c};
    int blockRow = blockIdx.y;
    int blockCol = blockIdx.x;
    Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y;
    int col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m);
        Matrix Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}

// __shared__: several arrays in one dynamic allocation.
extern "C" __global__ void func(short* shorts, float* floats, int* ints)
{
    extern __shared__ float array[];
    short* array0 = (short*)array;
    float* array1 = (float*)&array0[128];
    int*   array2 =   (int*)&array1[64];
    int t = threadIdx.x;
    array0[2 * t] = shorts[2 * t]; array0[2 * t + 1] = shorts[2 * t + 1];
    array1[t] = floats[t];
    array2[t] = ints[t];
    __syncthreads();
    shorts[127 - t] = array0[t];
    floats[t] = array1[63 - t] + array0[t];
    ints[t] = array2[t ^ 1];
}

// Memory Fence Functions: the last block adds what the others have left.
__device__ unsigned int count = 0;
__shared__ bool isLastBlockDone;
__device__ float calculatePartialSum(const float* array, int N)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) s += array[i];
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffff, s, d);
    return s;
}
__device__ float calculateTotalSum(volatile float* result)
{
    float s = threadIdx.x < gridDim.x ? result[threadIdx.x] : 0;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffff, s, d);
    return s;
}
extern "C" __global__ void sum(const float* array, unsigned int N, volatile float* result)
{
    float partialSum = calculatePartialSum(array, N);
    if (threadIdx.x == 0) {
        result[blockIdx.x] = partialSum;
        __threadfence();
        unsigned int value = atomicInc(&count, gridDim.x);
        isLastBlockDone = (value == (gridDim.x - 1));
    }
    __syncthreads();
    if (isLastBlockDone) {
        float totalSum = calculateTotalSum(result);
        if (threadIdx.x == 0) {
            result[0] = totalSum;
            count = 0;
        }
    }
}

// Atomic Functions: the double addition by compare-and-swap, on a variable in shared memory.
__device__ double atomicAddByHand(double* address, double val)
{
    unsigned long long int* address_as_ull = (unsigned long long int*)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
        // Note: uses integer comparison to avoid hang in case of NaN (since NaN != NaN)
    } while (assumed != old);
    return __longlong_as_double(old);
}
extern "C" __global__ void addition_in_shared_memory(const double* in, double* out)
{
    __shared__ double total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAddByHand(&total, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}

extern "C" __global__ void vector_atomics(const float* in, float2* out)
{
    atomicAdd(out, make_float2(in[threadIdx.x], 1.0f));
}

// Warp Shuffle Functions: broadcast, inclusive scan across sub-partitions of 8, reduction.
extern "C" __global__ void bcast_scan_and_reduce(int arg, int* out)
{
    int laneId = threadIdx.x & 0x1f;
    int value;
    if (laneId == 0)
        value = arg;
    value = __shfl_sync(0xffffffff, value, 0);
    out[laneId] = value;
    value = 31 - laneId;
    for (int i=1; i<=4; i*=2) {
        int n = __shfl_up_sync(0xffffffff, value, i, 8);
        if ((laneId & 7) >= i)
            value += n;
    }
    out[32 + laneId] = value;
    value = 31 - laneId;
    for (int i=16; i>=1; i/=2)
        value += __shfl_xor_sync(0xffffffff, value, i, 32);
    out[64 + laneId] = value;
}

// Performance Guidelines: pitched rows, and the assertion that does not spring.
extern "C" __global__ void pitched_rows(float* devPtr, size_t pitch, int width, int height)
{
    for (int r = blockIdx.x; r < height; r += gridDim.x) {
        float* row = (float*)((char*)devPtr + r * pitch);
        for (int c = threadIdx.x; c < width; c += blockDim.x) {
            int is_one = 1;
            assert(is_one && "this never prints");
            row[c] = row[c] * r - c;
        }
    }
}

// Professional CUDA C: divergence by thread and by warp, unrolled reductions, padded and diagonal transposes.
extern "C" __global__ void mathKernel2(float *c)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float ia, ib;
    ia = ib = 0.0f;

    if ((tid / warpSize) % 2 == 0)
    {
        ia = 100.0f;
    }
    else
    {
        ib = 200.0f;
    }
    c[tid] = ia + ib;
}

extern "C" __global__ void reduceUnrollWarps8(int *g_idata, int *g_odata, unsigned int n)
{
    // set thread ID
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + threadIdx.x;

    // convert global data pointer to the local pointer of this block
    int *idata = g_idata + blockIdx.x * blockDim.x * 8;

    // unrolling 8
    if (idx + 7 * blockDim.x < n)
    {
        int a1 = g_idata[idx];
        int a2 = g_idata[idx + blockDim.x];
        int a3 = g_idata[idx + 2 * blockDim.x];
        int a4 = g_idata[idx + 3 * blockDim.x];
        int b1 = g_idata[idx + 4 * blockDim.x];
        int b2 = g_idata[idx + 5 * blockDim.x];
        int b3 = g_idata[idx + 6 * blockDim.x];
        int b4 = g_idata[idx + 7 * blockDim.x];
        g_idata[idx] = a1 + a2 + a3 + a4 + b1 + b2 + b3 + b4;
    }

    __syncthreads();

    // in-place reduction in global memory
    for (int stride = blockDim.x / 2; stride > 32; stride >>= 1)
    {
        if (tid < stride)
        {
            idata[tid] += idata[tid + stride];
        }

        // synchronize within threadblock
        __syncthreads();
    }

    // unrolling warp
    if (tid < 32)
    {
        volatile int *vmem = idata;
        vmem[tid] += vmem[tid + 32]; __syncwarp();
        int v = vmem[tid];
        v += __shfl_down_sync(~0u, v, 16); v += __shfl_down_sync(~0u, v, 8); v += __shfl_down_sync(~0u, v, 4);
        v += __shfl_down_sync(~0u, v, 2); v += __shfl_down_sync(~0u, v, 1);
        if (tid == 0) g_odata[blockIdx.x] = v;
    }
}

#define BDIMX 16
#define BDIMY 8
#define IPAD 2
extern "C" __global__ void transposeSmemUnrollPadDyn(float *out, float *in, const int nx, const int ny)
{
    // dynamic shared memory
    extern __shared__ float tile[];

    unsigned int ix = blockDim.x * blockIdx.x * 2 + threadIdx.x;
    unsigned int iy = blockDim.y * blockIdx.y + threadIdx.y;
    unsigned int ti = iy * nx + ix;
    unsigned int bidx = blockDim.x * threadIdx.y + threadIdx.x;
    unsigned int irow = bidx / blockDim.y;
    unsigned int icol = bidx % blockDim.y;

    // coordinate in transposed matrix
    unsigned int ix2 = blockDim.y * blockIdx.y + icol;
    unsigned int iy2 = blockDim.x * 2 * blockIdx.x + irow;
    unsigned int to = iy2 * ny + ix2;

    if (ix + blockDim.x < nx && iy < ny)
    {
        // load two rows from global memory to shared memory
        unsigned int row_idx = threadIdx.y * (blockDim.x * 2 + IPAD) + threadIdx.x;
        tile[row_idx] = in[ti];
        tile[row_idx + BDIMX] = in[ti + BDIMX];
        __syncthreads();

        // store two rows to global memory from two columns of shared memory
        unsigned int col_idx = icol * (blockDim.x * 2 + IPAD) + irow;
        out[to] = tile[col_idx];
        out[to + ny * BDIMX] = tile[col_idx + BDIMX];
    }
}
