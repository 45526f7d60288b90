#ifndef P_
#define P_ 64
#endif
__device__ float3 bodyBody(float4 bi, float4 bj, float3 ai)
{
    float3 r = {bj.x - bi.x, bj.y - bi.y, bj.z - bi.z};
    float d = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
    float inv = rsqrtf(d * d * d) * bj.w;
    ai.x += r.x * inv; ai.y += r.y * inv; ai.z += r.z * inv;
    return ai;
}
extern "C" __global__ void nbody_tile(const float4 *pos, float4 *acc, int N)
{
    __shared__ float4 sh[P_];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 my = gtid < N ? pos[gtid] : make_float4(0, 0, 0, 0);
    float3 a = {0, 0, 0};
    for (int i = 0, tile = 0; i < N; i += P_, tile++) {
        int idx = tile * P_ + threadIdx.x;
        sh[threadIdx.x] = idx < N ? pos[idx] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < P_; j++) a = bodyBody(my, sh[j], a);
        __syncthreads();
    }
    if (gtid < N) acc[gtid] = make_float4(a.x, a.y, a.z, 0);
}
// naive, separate coordinates, 3 floats AoS, triangular loop
extern "C" __global__ void pairs_triangle(const float *xyz, int *near, int n, float cut)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1) return;
    float x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
    int cnt = 0;
    for (int j = i + 1; j < n; j++) {
        float dx = xyz[3 * j] - x;
        if (fabsf(dx) > cut) continue;
        float dy = xyz[3 * j + 1] - y, dz = xyz[3 * j + 2] - z;
        if (dx * dx + dy * dy + dz * dz < cut * cut) cnt++;
    }
    near[i] = cnt;
}
// k-means assignment, centroids in dynamic shared memory
extern "C" __global__ void kmeans_assign(const float *pts, const float *cent, int *label, int *counts, int n, int k, int dim)
{
    extern __shared__ float c[];
    for (int i = threadIdx.x; i < k * dim; i += blockDim.x) c[i] = cent[i];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < n) {
        int best = 0; float bd = 3.4e38f;
        for (int j = 0; j < k; j++) {
            float d = 0;
            for (int q = 0; q < dim; q++) { float t = pts[p * dim + q] - c[j * dim + q]; d += t * t; }
            if (d < bd) { bd = d; best = j; }
        }
        label[p] = best;
        atomicAdd(&counts[best], 1);
    }
}
// sums in fixed point so that integer atomics do
extern "C" __global__ void kmeans_update(const float *px, const float *py, const int *label, int *sum, int n, int k)
{
    extern __shared__ int acc[];   // sx[k], sy[k], cnt[k]
    int *sx = acc, *sy = acc + k, *cnt = acc + 2 * k;
    if (threadIdx.x < 3 * k) acc[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int l = label[i];
        float x = px[i], y = py[i];
        if (l < k) {
            atomicAdd(sx + l, (int)(x * 1024));
            atomicAdd(sy + l, (int)(y * 1024));
            atomicAdd(cnt + l, 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < 3 * k) atomicAdd(&sum[threadIdx.x], acc[threadIdx.x]);
}
// Monte Carlo pi with an LCG, odd trip counts
extern "C" __global__ void mc_pi(const unsigned *seed, int *hits, int n)
{
    __shared__ int blk;
    if (threadIdx.x == 0) blk = 0;
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x, in = 0;
    if (t < n) {
        unsigned s = seed[t];
        for (int i = 0; i < 4 + t % 6; i++) {
            s = s * 1664525u + 1013904223u; float x = (s >> 8) * (1.f / 16777216.f);
            s = s * 1664525u + 1013904223u; float y = (s >> 8) * (1.f / 16777216.f);
            if (x * x + y * y <= 1.f) in++;
        }
    }
    if (in) atomicAdd(&blk, in);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, blk);
}
