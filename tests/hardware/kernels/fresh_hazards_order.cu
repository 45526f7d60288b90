// Faulty kernels next to their sound twins: partial barriers, flags, small types, shared storage, asynchronous copies.
#include <cuda_pipeline.h>

// ---- barriers that not all threads meet

__device__ void wait_for_all() { __syncthreads(); }

extern "C" __global__ void barrier_in_a_function(const int* in, int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (in[threadIdx.x] >= 50) wait_for_all();
    else s[threadIdx.x] += 1, wait_for_all();
    out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void barrier_by_data_of_warp(const int* in, int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (in[threadIdx.x / 32] == 0) __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + 1;
}

extern "C" __global__ void barrier_by_common_data(const int* in, int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (in[1] == 1) __syncthreads();
    out[threadIdx.x] = in[1] == 1 ? s[63 - threadIdx.x] : s[threadIdx.x];
}

extern "C" __global__ void skipped_by_continue(const int* in, int* out, int rounds) {
    __shared__ int s[64];
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        s[threadIdx.x] = in[threadIdx.x] + r;
        if ((threadIdx.x / 32 + r) % 2 == 0) continue;
        __syncthreads();
        sum += s[threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void search_left_early(const int* in, int* out, int wanted) {
    __shared__ int s[64];
    for (int r = 0; r < 4; ++r) {
        s[threadIdx.x] = in[r * 64 + threadIdx.x];
        __syncthreads();
        if (s[threadIdx.x / 32 * 32] < wanted) break;
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void search_left_together(const int* in, int* out, int wanted) {
    __shared__ int s[64];
    for (int r = 0; r < 4; ++r) {
        s[threadIdx.x] = in[r * 64 + threadIdx.x];
        __syncthreads();
        if (__syncthreads_or(s[threadIdx.x / 32 * 32] < wanted)) break;
    }
    out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void rounded_up_loop(const int* in, int* out, int n) {
    __shared__ int s[64];
    int sum = 0;
    for (int base = 0; base < (n + 63) / 64 * 64; base += 64) {
        if (base + threadIdx.x < n) s[threadIdx.x] = in[base + threadIdx.x];
        __syncthreads();
        if (base + (threadIdx.x ^ 33) < n) sum += s[threadIdx.x ^ 33];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void own_end_loop(const int* in, int* out, int n) {
    __shared__ int s[64];
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        s[threadIdx.x] = in[i];
        __syncthreads();
        sum += s[threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// ---- atomics, flags and small types

extern "C" __global__ void counter_reset_late(const int* in, int* out) {
    __shared__ int count;
    if (threadIdx.x == 63) count = 0;
    if (in[threadIdx.x] > 40) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}

extern "C" __global__ void counter_reset_first(const int* in, int* out) {
    __shared__ int count;
    if (threadIdx.x == 63) count = 0;
    __syncthreads();
    if (in[threadIdx.x] > 40) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}

extern "C" __global__ void found_flag(const int* in, int* out, int wanted) {
    __shared__ bool found;
    if (threadIdx.x == 0) found = false;
    __syncthreads();
    if (in[threadIdx.x] > wanted) found = true;
    __syncthreads();
    out[threadIdx.x] = found;
}

extern "C" __global__ void found_flag_at_once(const int* in, int* out, int wanted) {
    __shared__ bool found;
    if (threadIdx.x == 0) found = false;
    if (in[threadIdx.x] > wanted) found = true;
    __syncthreads();
    out[threadIdx.x] = found;
}

extern "C" __global__ void last_place_found(const int* in, int* out, int wanted) {
    __shared__ int place;
    if (threadIdx.x == 0) place = -1;
    __syncthreads();
    if (in[threadIdx.x] > wanted) place = threadIdx.x;
    __syncthreads();
    *out = place;
}

extern "C" __global__ void bytes_side_by_side(const int* in, unsigned char* out) {
    __shared__ unsigned char s[128];
    int t = threadIdx.x, at = t % 2 * 64 + t / 2;  // the two warps' bytes lie in the same words
    s[(at * 5) % 128] = in[t];
    __syncthreads();
    out[t] = s[127 - t];
}

extern "C" __global__ void shorts_side_by_side(const int* in, unsigned short* out) {
    __shared__ unsigned short s[64];
    int t = threadIdx.x;
    s[t % 32 * 2 + t / 32] = in[t];
    __syncthreads();
    out[t] = s[63 - t];
}

extern "C" __global__ void bytes_by_words(const int* in, unsigned* out) {
    __shared__ unsigned s[16];
    int t = threadIdx.x;
    if (t < 16) s[t] = 0;
    __syncthreads();
    s[t % 16] |= (unsigned)(in[t] & 255) << t / 16 * 8;
    __syncthreads();
    if (t < 16) out[t] = s[t];
}

extern "C" __global__ void bytes_by_atomics(const int* in, unsigned* out) {
    __shared__ unsigned s[16];
    int t = threadIdx.x;
    if (t < 16) s[t] = 0;
    __syncthreads();
    atomicOr(&s[t % 16], (unsigned)(in[t] & 255) << t / 16 * 8);
    __syncthreads();
    if (t < 16) out[t] = s[t];
}

// ---- storage that overlaps

extern "C" __global__ void quads_over_words(const int4* in, int* out) {
    __shared__ int4 s[32];
    int t = threadIdx.x;
    if (t < 32) s[t] = in[t];
    else reinterpret_cast<int*>(s)[(t - 32) * 4 + 3] = t;
    __syncthreads();
    out[t] = reinterpret_cast<int*>(s)[t * 2 + 1];
}

extern "C" __global__ void quads_beside_words(const int4* in, int* out) {
    __shared__ int4 s[40];
    int t = threadIdx.x;
    if (t < 32) s[t] = in[t];
    else reinterpret_cast<int*>(s)[128 + t - 32] = t;
    __syncthreads();
    out[t] = reinterpret_cast<int*>(s)[t * 2 + 1];
}

template <int first>
__device__ void two_arrays(const float* in, float* out) {
    extern __shared__ float memory[];
    float* a = memory;
    float* b = memory + first;
    int t = threadIdx.x;
    if (t < 64) a[t] = in[t];
    else b[t - 64] = -in[t - 64];
    __syncthreads();
    if (t < 64) out[t] = a[t] + b[63 - t];
}

extern "C" __global__ void carved_too_tight(const float* in, float* out) { two_arrays<48>(in, out); }
extern "C" __global__ void carved_apart(const float* in, float* out) { two_arrays<64>(in, out); }

template <bool barrier>
__device__ void members_in_turn(const float* in, float* out) {
    __shared__ union {
        float f[64];
        double d[32];
    } u;
    int t = threadIdx.x;
    u.f[t] = in[t];
    __syncthreads();
    float v = u.f[t] + u.f[(t + 1) % 64];
    if (barrier) __syncthreads();
    if (t < 32) u.d[t] = v;
    __syncthreads();
    out[t] = u.d[t % 32] + v;
}

extern "C" __global__ void union_unordered(const float* in, float* out) { members_in_turn<false>(in, out); }
extern "C" __global__ void union_ordered(const float* in, float* out) { members_in_turn<true>(in, out); }

// ---- asynchronous copies

template <int allowed, bool barrier>
__device__ void two_copies(const float* in, float* out, int distance) {
    __shared__ float s[2][64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[1][t], &in[64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(allowed);
    if (barrier) __syncthreads();
    out[t] = s[1][(t + distance) % 64];
    __pipeline_wait_prior(0);
}

extern "C" __global__ void async_one_pending(const float* in, float* out) { two_copies<1, true>(in, out, 0); }
extern "C" __global__ void async_other_lane(const float* in, float* out) { two_copies<0, false>(in, out, 1); }
extern "C" __global__ void async_own_word(const float* in, float* out) { two_copies<0, false>(in, out, 0); }
extern "C" __global__ void async_awaited(const float* in, float* out) { two_copies<0, true>(in, out, 9); }

// The next copy goes where slower threads still read.
template <bool barrier>
__device__ void copy_rounds(const float* in, float* out) {
    __shared__ float s[64];
    float sum = 0;
    for (int r = 0; r < 3; ++r) {
        __pipeline_memcpy_async(&s[threadIdx.x], &in[r * 64 + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += s[63 - threadIdx.x];
        if (barrier) __syncthreads();
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void async_overtakes(const float* in, float* out) { copy_rounds<false>(in, out); }
extern "C" __global__ void async_in_step(const float* in, float* out) { copy_rounds<true>(in, out); }

// ---- dynamic memory in a file whose other kernels have memory of their own

extern "C" __global__ void dynamic_below_zero(const int* in, int* out) {
    extern __shared__ int alone[];
    alone[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = alone[threadIdx.x] - alone[(int)threadIdx.x - 1];
}

extern "C" __global__ void dynamic_from_zero(const int* in, int* out) {
    extern __shared__ int alone[];
    alone[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = alone[threadIdx.x] - (threadIdx.x ? alone[(int)threadIdx.x - 1] : 0);
}
