// What people print from kernels: every conversion, flags that fight each other, tables, matrices, strings.
#include <cstdio>

extern "C" __global__ void integers_in_all_formats(int n, long long big) {
    if (threadIdx.x) return;
    printf("[%d] [%i] [%u] [%x] [%X] [%o] [%c]\n", -n, n, -n, 255 * n, 255 * n, 8 * n, 'a' + n);
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%+5d] [%-+5d]\n", n, n, n, n, n, n, n);
    printf("[%#x] [%#X] [%#o] [%#x] [%#010x] [%#-8o]\n", 10 * n, 10 * n, 8 * n, 0 * n, 255 * n, 9 * n);
    printf("[%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d] [%.d] [%+.2d]\n", n, n, n, n, n - n, n, n);
    printf("[%hd] [%hhd] [%hu] [%hhx] [%hi]\n", 70000 * n, 300 * n, 70000 * n, 0x1ff * n, -n);
    printf("[%ld] [%lu] [%lld] [%llx] [%zu] [%jd] [%td]\n", (long)big, (unsigned long)big, -big, big, sizeof(double), big, big);
    printf("[%+u] [% x] [%5%] [%%]\n", n, n);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%.*d]\n", 6, n, 6, n, -6, n, 4, n, -4, n);
}

extern "C" __global__ void floats_in_all_formats(float f, double zero) {
    double d = f;
    if (threadIdx.x == 31) {
        printf("[%f] [%.0f] [%.2f] [%10.3f] [%-10.3f] [%010.3f] [%+f] [% f]\n", d, d, d, d, d, -d, d, d);
        printf("[%e] [%.3e] [%E] [%12.1e] [%.0e] [%#.0e]\n", 1234.5 * d, d, 1e-7 * d, 1e100 * d, 9.6, 2.0 * d);
        printf("[%g] [%g] [%g] [%G] [%.3g] [%#g] [%g]\n", 100000. * d, 1e6 * d, 1e-5 * d, 1e-10 * d, 1234.5, 1.0 * d, 0.1 * d);
        printf("[%a] [%.3a] [%A] [%.0a] [%a] [%20a] [%020a]\n", d, 3.14159, -0.1, d, zero, 1.0, 1.0);
        printf("[%f] [%F] [%e] [%5g] [%05f] [%-6f] [%+g]\n", 1 / zero, -1 / zero, 1 / zero, 1 / zero, -1 / zero, 1 / zero, 1 / zero);
        printf("[%.2f] [%.1f] [%.0f] [%.0f] [%.3f]\n", 0.125, 0.25, 0.5, 1.5, -0.0005);
        printf("[%*.*f] [%-*.*e] [%.*f]\n", 9, 2, d, 12, 3, d, -1, d);
    }
}

extern "C" __global__ void strings_and_pointers(const char* text, const int* null) {
    __shared__ int owner;
    if (threadIdx.x == 0) {
        owner = printf("[%s] [%10s] [%-10s] [%.3s] [%10.2s] [%c%c%c]\n", text, text, text, text, text, 'x', 'y', 'z');
        printf("%s: %p, %s\n", __func__, (void*)null, null ? "set" : "not set");
        printf("no arguments, 100%% safe\ttab \"quoted\" \\ backslash\n");
        printf("%s%s%s", "one", ",two", ",three\n");
    }
}

// A matrix by one thread, a line from each warp's first lane, and names of enumerators.
enum class Suit { Clubs, Diamonds, Hearts, Spades };
__device__ const char* name(Suit s) {
    switch (s) {
        case Suit::Clubs: return "clubs";
        case Suit::Diamonds: return "diamonds";
        case Suit::Hearts: return "hearts";
        default: return "spades";
    }
}
template <int R, int C> __device__ void print_matrix(const char* title, const float (&m)[R][C]) {
    printf("%s (%dx%d):\n", title, R, C);
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) printf("%7.2f%s", m[r][c], c + 1 < C ? "," : "\n");
}
extern "C" __global__ void tables(const float* in) {
    __shared__ float m[2][3];
    if (threadIdx.x < 6) m[threadIdx.x / 3][threadIdx.x % 3] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) print_matrix("m", m);
    __syncthreads();
    if (threadIdx.x % 32 == 0) printf("warp %u of block (%d,%d): %s\n", threadIdx.x / 32, blockIdx.x, blockIdx.y, name((Suit)(threadIdx.x / 32 % 4)));
}
