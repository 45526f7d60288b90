/* Code as it was written for the first CUDA devices: macros, volatile shared memory, 24-bit multiplications, casts. */

#define IMUL(a, b) __mul24((a), (b))
#define UMUL(a, b) __umul24((a), (b))
#define FLOAT_2_INT(x) (*((int *)&(x)))
#define SDATA(index) sdata[index]
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(index) ((index) >> LOG_NUM_BANKS)

typedef unsigned int uint;
typedef struct __align__(8) { unsigned short a; unsigned char b, c; float d; } Record8;
typedef struct { float x; float y; float z; } Triple;
typedef union { uint word; uchar4 bytes; } Pixel;

/* GPU Gems 3, chapter 39: work-efficient scan without bank conflicts, block sums aside. */
extern "C" __global__ void prescan(float *g_odata, float *g_idata, float *g_sums, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;
    int ai = thid;
    int bi = thid + (n / 2);
    int base = IMUL(blockIdx.x, n);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
    int bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = g_idata[base + ai];
    temp[bi + bankOffsetB] = g_idata[base + bi];

    for (int d = n >> 1; d > 0; d >>= 1)
    {
        __syncthreads();
        if (thid < d)
        {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0)
    {
        int last = n - 1 + CONFLICT_FREE_OFFSET(n - 1);
        g_sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }
    for (int d = 1; d < n; d *= 2)
    {
        offset >>= 1;
        __syncthreads();
        if (thid < d)
        {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_odata[base + ai] = temp[ai + bankOffsetA];
    g_odata[base + bi] = temp[bi + bankOffsetB];
}

/* The reduction with a template parameter and a volatile last warp, as it was before warps could diverge. */
template <unsigned int blockSize>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = UMUL(blockIdx.x, blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    SDATA(tid) = 0;
    while (i < n) { SDATA(tid) += g_idata[i] + (i + blockSize < n ? g_idata[i + blockSize] : 0); i += gridSize; }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { SDATA(tid) += SDATA(tid + 256); } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { SDATA(tid) += SDATA(tid + 128); } __syncthreads(); }
    if (blockSize >= 128) { if (tid <  64) { SDATA(tid) += SDATA(tid +  64); } __syncthreads(); }
    if (tid < 32)
    {
        volatile int *smem = sdata;
        if (blockSize >= 64) smem[tid] += smem[tid + 32];
        if (blockSize >= 32) smem[tid] += smem[tid + 16];
        if (blockSize >= 16) smem[tid] += smem[tid +  8];
        if (blockSize >=  8) smem[tid] += smem[tid +  4];
        if (blockSize >=  4) smem[tid] += smem[tid +  2];
        if (blockSize >=  2) smem[tid] += smem[tid +  1];
    }
    if (tid == 0) g_odata[blockIdx.x] = SDATA(0);
}

/* One piece of dynamic shared memory carved up by hand, pointers passed through void. */
extern "C" __global__ void carved_by_hand(const void *in, void *out, size_t pitch, int rows)
{
    extern __shared__ char smem[];
    double *d = (double *)smem;
    Triple *t = (Triple *)(d + blockDim.x);
    short *s = (short *)&t[blockDim.x];
    unsigned char *c = (unsigned char *)(s + blockDim.x);
    int tx = threadIdx.x, r;
    const char *row = (const char *)in;
    d[tx] = 0.0; s[tx] = 0; c[tx] = 0;
    t[tx].x = t[tx].y = t[tx].z = 0;
    for (r = 0; r < rows; r++, row += pitch) {
        Record8 q = ((const Record8 *)row)[tx];
        d[tx] += (double)q.d * q.a;
        s[tx] = (short)(s[tx] + q.a);
        c[tx] ^= q.b;
        if (q.c & 1) t[tx].x += q.d; else if (q.c & 2) t[tx].y += q.d; else t[tx].z = q.d;
    }
    __syncthreads();
    int o = (int)blockDim.x - 1 - tx;
    ((double *)out)[tx] = d[o] + t[o].x * 2 + t[o].y * 3 + t[o].z * 4 + s[o] + c[o];
}

/* Bits of floats through pointers, a radix-friendly order, and back. */
extern "C" __global__ void float_flips(float *data, uint *keys, int n)
{
    const uint tid = UMUL(blockDim.x, blockIdx.x) + threadIdx.x;
    if (tid >= n) return;
    float f = data[tid];
    uint u = FLOAT_2_INT(f);
    uint mask = -(int)(u >> 31) | 0x80000000;
    keys[tid] = u ^ mask;
    uint back = keys[tid];
    mask = ((back >> 31) - 1) | 0x80000000;
    back ^= mask;
    data[tid] = *(float *)&back * 2;
}

/* Pixels as words, saturation by hand, a filter along rows in apron tiles. */
#define KERNEL_RADIUS 3
#define ROW_TILE_W 32
#define KERNEL_RADIUS_ALIGNED 8
__device__ __constant__ int d_Kernel[2 * KERNEL_RADIUS + 1] = {1, 2, 4, 6, 4, 2, 1};
__device__ uint rgbaFloatToInt(float r, float g, float b)
{
    r = __saturatef(r); g = __saturatef(g); b = __saturatef(b);
    return (0xffu << 24) | ((uint)(b * 255.0f) << 16) | ((uint)(g * 255.0f) << 8) | (uint)(r * 255.0f);
}
extern "C" __global__ void convolutionRowGPU(uint *d_Result, const uint *d_Data, int dataW, int dataH)
{
    __shared__ uint data[KERNEL_RADIUS + ROW_TILE_W + KERNEL_RADIUS];
    const int tileStart = IMUL(blockIdx.x, ROW_TILE_W);
    const int tileEnd = tileStart + ROW_TILE_W - 1;
    const int apronStart = tileStart - KERNEL_RADIUS;
    const int apronEnd = tileEnd + KERNEL_RADIUS;
    const int tileEndClamped = min(tileEnd, dataW - 1);
    const int apronStartClamped = max(apronStart, 0);
    const int apronEndClamped = min(apronEnd, dataW - 1);
    const int rowStart = IMUL(blockIdx.y, dataW);
    const int apronStartAligned = tileStart - KERNEL_RADIUS_ALIGNED;
    const int loadPos = apronStartAligned + threadIdx.x;
    if (loadPos >= apronStart && loadPos <= apronEnd) {
        const int smemPos = loadPos - apronStart;
        data[smemPos] = ((loadPos >= apronStartClamped) && (loadPos <= apronEndClamped)) ? d_Data[rowStart + loadPos] : 0;
    }
    __syncthreads();
    const int writePos = tileStart + threadIdx.x;
    if (writePos <= tileEndClamped && threadIdx.x < ROW_TILE_W) {
        const int smemPos = writePos - apronStart;
        float r = 0, g = 0, b = 0;
#pragma unroll
        for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++) {
            Pixel p;
            p.word = data[smemPos + k];
            r += p.bytes.x * d_Kernel[KERNEL_RADIUS - k];
            g += p.bytes.y * d_Kernel[KERNEL_RADIUS - k];
            b += p.bytes.z * d_Kernel[KERNEL_RADIUS - k];
        }
        d_Result[rowStart + writePos] = rgbaFloatToInt(r / 2560.0f, g / 5120.0f, b / 1280.0f);
    }
}

/* GPU Gems 3, chapter 31: gravity in tiles, positions and masses in float4. */
#define EPS2 0.01f
__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float distSixth = distSqr * distSqr * distSqr;
    float invDistCube = 1.0f / sqrtf(distSixth);
    float s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}
__device__ float3 tile_calculation(float4 myPosition, float3 accel)
{
    int i;
    extern __shared__ float4 shPosition[];
    for (i = 0; i < blockDim.x; i++) {
        accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
    }
    return accel;
}
extern "C" __global__ void calculate_forces(void *devX, void *devA, int N)
{
    extern __shared__ float4 shPosition[];
    float4 *globalX = (float4 *)devX;
    float4 *globalA = (float4 *)devA;
    float4 myPosition;
    int i, tile;
    float3 acc = {0.0f, 0.0f, 0.0f};
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    myPosition = globalX[gtid];
    for (i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = globalX[idx];
        __syncthreads();
        acc = tile_calculation(myPosition, acc);
        __syncthreads();
    }
    float4 acc4 = {acc.x, acc.y, acc.z, 0.0f};
    globalA[gtid] = acc4;
}
