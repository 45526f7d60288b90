#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// ---- 64x64x8 register blocked sgemm, A staged transposed ------------------------------------
template <int BM, int BN, int BK, int TM, int TN>
__device__ __forceinline__ void sgemm_core(int M, int N, int K, float alpha, const float* A, const float* B, float* C)
{
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];
    constexpr int THREADS = (BM / TM) * (BN / TN);
    const int tid = threadIdx.x;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    const int tr = tid / (BN / TN), tc = tid % (BN / TN);
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK / 4; i += THREADS) {
            int r = i / (BK / 4), c = i % (BK / 4) * 4;
            float4 v = make_float4(0, 0, 0, 0);
            if (row0 + r < M) v = *reinterpret_cast<const float4*>(A + (row0 + r) * K + k0 + c);
            As[c + 0][r] = v.x; As[c + 1][r] = v.y; As[c + 2][r] = v.z; As[c + 3][r] = v.w;
        }
        for (int i = tid; i < BK * BN / 4; i += THREADS) {
            int r = i / (BN / 4), c = i % (BN / 4) * 4;
            float4 v = make_float4(0, 0, 0, 0);
            if (col0 + c < N) v = *reinterpret_cast<const float4*>(B + (k0 + r) * N + col0 + c);
            *reinterpret_cast<float4*>(&Bs[r][c]) = v;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float ra[TM], rb[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i) ra[i] = As[k][tr * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j) rb[j] = Bs[k][tc * TN + j];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        int r = row0 + tr * TM + i;
        if (r >= M) break;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int c = col0 + tc * TN + j;
            if (c < N) {
                float4 o = make_float4(alpha * acc[i][j], alpha * acc[i][j + 1], alpha * acc[i][j + 2], alpha * acc[i][j + 3]);
                *reinterpret_cast<float4*>(C + r * N + c) = o;
            }
        }
    }
}
extern "C" __global__ void sgemm_64x64x8_8x4(int M, int N, int K, float alpha, const float* A, const float* B, float* C)
{
    sgemm_core<64, 64, 8, 8, 4>(M, N, K, alpha, A, B, C);
}
extern "C" __global__ void sgemm_32x64x16_4x4(int M, int N, int K, float alpha, const float* A, const float* B, float* C)
{
    sgemm_core<32, 64, 16, 4, 4>(M, N, K, alpha, A, B, C);
}

// ---- double, double2 tiles, odd pitch ------------------------------------------------------
extern "C" __global__ void dgemm_nt_d2(const double* __restrict__ A, const double* __restrict__ B, double* C, int m, int n, int k, int ldc)
{
    // C = A * B^T; both row-major with k even
    __shared__ double2 sa[32][5], sb[32][5];
    int tx = threadIdx.x & 7, ty = threadIdx.x >> 3; // 64 threads, 8x8; each 4x4
    int bi = blockIdx.y * 32, bj = blockIdx.x * 32;
    double c[4][4];
    for (auto& row : c) for (auto& v : row) v = 0.0;
    for (int kk = 0; kk < k; kk += 8) {
        for (int q = threadIdx.x; q < 128; q += 64) {
            int r = q >> 2, p = q & 3;
            bool kin = kk + 2 * p < k;
            sa[r][p] = (kin && bi + r < m) ? *(const double2*)&A[(bi + r) * k + kk + 2 * p] : make_double2(0, 0);
            sb[r][p] = (kin && bj + r < n) ? *(const double2*)&B[(bj + r) * k + kk + 2 * p] : make_double2(0, 0);
        }
        __syncthreads();
        for (int p = 0; p < 4; p++) {
            double2 a[4], b[4];
            #pragma unroll
            for (int i = 0; i < 4; i++) { a[i] = sa[ty + 8 * i][p]; b[i] = sb[tx + 8 * i][p]; }
            #pragma unroll
            for (int i = 0; i < 4; i++)
                #pragma unroll
                for (int j = 0; j < 4; j++) c[i][j] += a[i].x * b[j].x + a[i].y * b[j].y;
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int r = bi + ty + 8 * i, s = bj + tx + 8 * j;
            if (r < m && s < n) C[r * ldc + s] = c[i][j];
        }
}

// ---- int8 dp4a gemm: A row-major packed words, B packed n-major -----------------------------
extern "C" __global__ void igemm_dp4a(const int* __restrict__ Ap, const int* __restrict__ Bp, int* __restrict__ C, int M, int N, int Kw, const float* scale, float* Cf)
{
    __shared__ int As[16][33];
    __shared__ int Bs[8][64 + 4];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x; // 16 x 8 = 128
    int acc[4][4] = {0};
    for (int k = 0; k < Kw; k += 8) {
        // A tile: 32 rows x 8 words -> As[k][m] uses half of the rows
        for (int e = tid; e < 32 * 8; e += 128) As[e & 7][e >> 3] = Ap[(blockIdx.y * 32 + (e >> 3)) * Kw + k + (e & 7)];
        // B tile: 64 columns x 8 words via int4
        int col = tid >> 1, half = (tid & 1) * 4;
        int4 b = *reinterpret_cast<const int4*>(Bp + (blockIdx.x * 64 + col) * Kw + k + half);
        Bs[half][col] = b.x; Bs[half + 1][col] = b.y; Bs[half + 2][col] = b.z; Bs[half + 3][col] = b.w;
        __syncthreads();
#pragma unroll
        for (int w = 0; w < 8; w++) {
            int4 bb = *reinterpret_cast<int4*>(&Bs[w][threadIdx.x * 4]);
#pragma unroll
            for (int i = 0; i < 4; i++) {
                int a = As[w][threadIdx.y * 4 + i];
                acc[i][0] = __dp4a(a, bb.x, acc[i][0]);
                acc[i][1] = __dp4a(a, bb.y, acc[i][1]);
                acc[i][2] = __dp4a(a, bb.z, acc[i][2]);
                acc[i][3] = __dp4a(a, bb.w, acc[i][3]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        int r = blockIdx.y * 32 + threadIdx.y * 4 + i;
        int c0 = blockIdx.x * 64 + threadIdx.x * 4;
        *(int4*)(C + r * N + c0) = make_int4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        float s = scale[r];
        for (int j = 0; j < 4; j++) Cf[(c0 + j) * M + r] = acc[i][j] * s;
    }
}

// ---- complex gemm with operator overloading --------------------------------------------------
struct cplx {
    float re, im;
    __device__ cplx(float r = 0.f, float i = 0.f) : re(r), im(i) {}
    __device__ cplx operator*(const cplx& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __device__ cplx& operator+=(const cplx& o) { re += o.re; im += o.im; return *this; }
    __device__ cplx conj() const { return {re, -im}; }
};
template <bool CONJ_B> struct ztile {
    static constexpr int T = 16;
    static __device__ void run(const cplx* A, const cplx* B, cplx* C, int n, cplx* sm)
    {
        cplx* as = sm;
        cplx* bs = sm + T * (T + 1);
        int tx = threadIdx.x, ty = threadIdx.y;
        int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
        cplx sum;
        for (int t = 0; t < (n + T - 1) / T; ++t) {
            as[ty * (T + 1) + tx] = (row < n && t * T + tx < n) ? A[row * n + t * T + tx] : cplx();
            if constexpr (CONJ_B) {
                // use B^H: element (k, col) = conj(B[col][k]); read coalesced, store transposed
                int r = blockIdx.x * T + ty, c = t * T + tx;
                bs[tx * (T + 1) + ty] = (r < n && c < n) ? B[r * n + c].conj() : cplx();
            } else {
                bs[ty * (T + 1) + tx] = (col < n && t * T + ty < n) ? B[(t * T + ty) * n + col] : cplx();
            }
            __syncthreads();
            for (int k = 0; k < T; k++) sum += as[ty * (T + 1) + k] * bs[k * (T + 1) + tx];
            __syncthreads();
        }
        if (row < n && col < n) C[row * n + col] = sum;
    }
};
extern "C" __global__ void cgemm_nc(const float* A, const float* B, float* C, int n)
{
    extern __shared__ double raw[];
    ztile<true>::run((const cplx*)A, (const cplx*)B, (cplx*)C, n, reinterpret_cast<cplx*>(raw));
}
extern "C" __global__ void cgemm_nn(const float* A, const float* B, float* C, int n)
{
    extern __shared__ double raw[];
    ztile<false>::run((const cplx*)A, (const cplx*)B, (cplx*)C, n, reinterpret_cast<cplx*>(raw));
}

// ---- half gemm, xor swizzled 16-byte chunks, fp32 accumulation -------------------------------
extern "C" __global__ void hgemm_swz(const __half* __restrict__ A, const __half* __restrict__ Bt, __half* __restrict__ C, int M, int N, int K)
{
    // tile 32 x 32 x 64 halves: a row is 8 chunks of 16 bytes, chunk index xor (row & 7)
    __shared__ uint4 sA[32 * 8], sB[32 * 8];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5; // 4 warps
    float acc[8];
    for (int i = 0; i < 8; i++) acc[i] = 0.f;
    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int c = threadIdx.x; c < 256; c += blockDim.x) {
            int r = c >> 3, ch = c & 7;
            sA[r * 8 + (ch ^ (r & 7))] = *reinterpret_cast<const uint4*>(A + (blockIdx.y * 32 + r) * K + k0 + ch * 8);
            sB[r * 8 + (ch ^ (r & 7))] = *reinterpret_cast<const uint4*>(Bt + (blockIdx.x * 32 + r) * K + k0 + ch * 8);
        }
        __syncthreads();
        for (int ch = 0; ch < 8; ch++) {
            uint4 bq = sB[lane * 8 + (ch ^ (lane & 7))];
            const __half2* b2 = reinterpret_cast<const __half2*>(&bq);
            #pragma unroll
            for (int i = 0; i < 8; i++) {
                int r = w * 8 + i;
                uint4 aq = sA[r * 8 + (ch ^ (r & 7))];
                const __half2* a2 = reinterpret_cast<const __half2*>(&aq);
                #pragma unroll
                for (int q = 0; q < 4; q++) {
                    float2 x = __half22float2(a2[q]), y = __half22float2(b2[q]);
                    acc[i] = fmaf(x.x, y.x, fmaf(x.y, y.y, acc[i]));
                }
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++) C[(blockIdx.y * 32 + w * 8 + i) * N + blockIdx.x * 32 + lane] = __float2half(acc[i]);
}

// ---- cp.async 3-stage pipeline --------------------------------------------------------------
#define STAGES 3
#define PK 8
extern "C" __global__ void sgemm_pipe3(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K)
{
    __shared__ alignas(16) float As[STAGES][32][PK + 4];
    __shared__ alignas(16) float Bs[STAGES][PK][32];
    int t = threadIdx.x; // 64
    auto issue = [&](int st, int k0) {
        int r = t >> 1, c = (t & 1) * 4;
        __pipeline_memcpy_async(&As[st][r][c], A + (blockIdx.y * 32 + r) * K + k0 + c, 16);
        int br = t >> 3, bc = (t & 7) * 4;
        __pipeline_memcpy_async(&Bs[st][br][bc], B + (k0 + br) * N + blockIdx.x * 32 + bc, 16);
    };
    int nk = K / PK;
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < nk) issue(s, s * PK);
        __pipeline_commit();
    }
    float acc[4][4] = {};
    int ty = t / 8, tx = t % 8;
    for (int it = 0; it < nk; ++it) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        int nxt = it + STAGES - 1;
        if (nxt < nk) issue(nxt % STAGES, nxt * PK);
        __pipeline_commit();
        int st = it % STAGES;
#pragma unroll
        for (int k = 0; k < PK; k++) {
            float4 b = *reinterpret_cast<const float4*>(&Bs[st][k][tx * 4]);
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float a = As[st][ty * 4 + i][k];
                acc[i][0] += a * b.x; acc[i][1] += a * b.y; acc[i][2] += a * b.z; acc[i][3] += a * b.w;
            }
        }
    }
    for (int i = 0; i < 4; i++)
        *(float4*)&C[(blockIdx.y * 32 + ty * 4 + i) * N + blockIdx.x * 32 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---- split-k with atomics -------------------------------------------------------------------
extern "C" __global__ void sgemv_splitk(const float* W, const float* x, float* y, int rows, int cols, int chunk)
{
    __shared__ float xs[128];
    int k0 = blockIdx.y * chunk;
    int kend = min(k0 + chunk, cols);
    for (int i = threadIdx.x; i < kend - k0; i += blockDim.x) xs[i] = x[k0 + i];
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, nw = blockDim.x / 32;
    for (int r = blockIdx.x * nw + warp; r < rows; r += gridDim.x * nw) {
        float s = 0;
        for (int k = k0 + lane; k < kend; k += 32) s += W[(size_t)r * cols + k] * xs[k - k0];
        for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
        if (lane == 0) atomicAdd(y + r, s);
    }
}
