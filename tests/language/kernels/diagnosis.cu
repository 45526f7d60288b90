// What a kernel says about itself: printf, assert, __trap, clocks, sleeping.
#include <cassert>

extern "C" __global__ void prints(const float* in) {
    int t = threadIdx.x;
    if (t == 0) printf("block %d of %u\n", blockIdx.x, gridDim.x);
    if (t < 2) printf("[%02d] %6.2f|%-5d|%+d|%x|%#o|%c|%s|%%\n", t, in[t], t * 3, t, 255 + t, 8, 'a' + t, t ? "odd" : "even");
}

extern "C" __global__ void prints_wide_values(long long big, double fine) {
    if (threadIdx.x == 3) printf("%lld %llu %e %g %5.1f%% %hd %hhu %zu\n", big, (unsigned long long)-1, fine, fine, 12.34, (short)-7, (unsigned char)300, sizeof(float4));
}

extern "C" __global__ void prints_in_a_loop(int n) {
    for (int i = 0; i < n; ++i)
        if (i % blockDim.x == threadIdx.x) printf("%d:%*d\n", i, 4, i * i);
}

extern "C" __global__ void assertion_that_holds(const int* in, int* out) {
    assert(in[threadIdx.x] >= 0);
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

extern "C" __global__ void assertion_that_fails(const int* in, int* out) {
    assert(in[threadIdx.x] < 20 && "too large");
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

extern "C" __global__ void guarded_trap(const int* in, int* out, int n) {
    if (n > 1000) __trap();
    if (in[threadIdx.x] < 0) asm volatile("trap;");
    out[threadIdx.x] = in[threadIdx.x] * 2;
}

extern "C" __global__ void trap_that_springs(const int* in, int* out) {
    if (in[threadIdx.x] == 7) __trap();
    out[threadIdx.x] = 1;
}

extern "C" __global__ void clocks(const float* in, float* out, int* sane) {
    long long start = clock64();
    int short_start = clock();
    float x = in[threadIdx.x];
    for (int i = 0; i < 20; ++i) x = x * 1.5f - 1.0f;
    out[threadIdx.x] = x;
    long long stop = clock64();
    sane[threadIdx.x] = stop >= start && clock() - short_start >= 0;
}

extern "C" __global__ void sleeps(volatile int* flag, int* out) {
    unsigned wait = 8;
    if (threadIdx.x == 0) *flag = 1;
    __syncwarp();
    while (*flag == 0) {
        __nanosleep(wait);
        if (wait < 256) wait *= 2;
    }
    out[threadIdx.x] = *flag + threadIdx.x;
}

extern "C" __global__ void out_of_bounds(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = in[i];  // should be <
}

extern "C" __global__ void unreachable_and_assumed(const int* in, int* out, int n) {
    __builtin_assume(n > 0);
    int v = in[threadIdx.x] & 3, r;
    if (v == 0) r = 5;
    else if (v == 1) r = 6;
    else if (v < 4) r = __builtin_expect(v == 2, 1) ? 7 : 8;
    else __builtin_unreachable();
    out[threadIdx.x] = r / n;
}

extern "C" __global__ void function_names(int* out) {
    const char* name = __func__;
    int length = 0;
    while (name[length]) ++length;
    out[threadIdx.x] = length + __LINE__ * 0;
}
