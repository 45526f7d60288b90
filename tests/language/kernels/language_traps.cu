// What C and C++ trip people up with: promotions, wrap-around, precedence, odd control flow, declarators, macros.

#define SWAP(T, a, b) do { T swap_tmp = (a); (a) = (b); (b) = swap_tmp; } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define REPEAT3(F) F(0) F(1) F(2)
#define STR_(x) #x
#define STR(x) STR_(x)
#define SUM(...) sum_list({__VA_ARGS__})

extern "C" __global__ void signed_and_unsigned(const int* in, long long* out) {
    int i = threadIdx.x, x = in[i];
    unsigned u = x;
    unsigned char c = (unsigned char)x;
    signed char s = (signed char)x;
    unsigned short h = x;
    long long* o = out + 16 * i;
    o[0] = x < sizeof(int);              // x becomes unsigned long
    o[1] = -1 < (unsigned char)1;        // both become int
    o[2] = x - 4u > 0;                   // never negative
    o[3] = (c << 24) >> 24;              // through the sign of int
    o[4] = (unsigned)s / 3u;
    o[5] = (char)200 + (char)100;        // char is signed here
    o[6] = 1u * h * h / 2;               // without the 1u, int would overflow
    o[7] = (unsigned short)~h;
    o[8] = ~h;                           // negative: h was promoted
    o[9] = x >> 3;                       // rounds down
    o[10] = x / 8;                       // rounds to zero
    o[11] = (x % 7 + 7) % 7;
    o[12] = u % 7;
    o[13] = (long long)x * 100000 - x * 0LL + (x << 1);
    o[14] = 'a' + s - 'A';
    o[15] = (s += 100, s);               // narrows back
}

extern "C" __global__ void order_and_precedence(const int* in, int* out) {
    int i = threadIdx.x, x = in[i], y = in[i + 32], calls = 0;
    int* o = out + 10 * i;
    o[0] = x & 1 == y;                       // x & (1 == y)
    o[1] = x << 2 + 1;                       // x << 3
    o[2] = !x == y > 3;
    o[3] = x > y ? x : y > 5 ? 5 : -5;
    (x > 0 ? x : y) = 77;                    // a conditional lvalue
    o[4] = x; o[5] = y;
    bool b = (++calls, x > 10) && ++calls > 1 || ++calls < 0;
    o[6] = calls * 10 + b;
    int k = 0;
    int a[6] = {};
    a[++k] = k + 10;                         // C++17: the right side is evaluated first
    a[k++ + 2] += 5;
    o[7] = a[1] * 1000 + a[3] * 10 + k;
    o[8] = (k = 3, k *= k -= 1, k);          // well defined since C++17
    o[9] = *&(i ? o : out)[0] + -x - -y;
}

extern "C" __global__ void declarators(const int* in, int* out) {
    __shared__ int grid[3][4][8];
    int (*plane)[4][8] = grid;
    int (*row)[8] = grid[1];
    int (&last)[8] = grid[2][3];
    int *pointers[4] = {&grid[0][0][0], grid[0][1], *grid[1], &last[4]};
    int (*(*table)[2])[8];
    int (*pair[2])[8] = {grid[0], grid[2]};
    table = &pair;
    int i = threadIdx.x;
    for (int k = i; k < 96; k += 32) (&grid[0][0][0])[k] = in[k];
    __syncthreads();
    int* o = out + 8 * i;
    int c = i % 8;
    o[0] = plane[2][1][c];
    o[1] = row[3][c];
    o[2] = c[last];
    o[3] = pointers[2][c] + *(pointers[3] - 1);
    o[4] = (*table)[1][2][c];
    o[5] = (int)(&plane[2] - &plane[0]) * 100 + (int)(&last[7] - grid[2][3]);
    o[6] = sizeof(grid) + 1000 * sizeof(plane) + 10000 * sizeof(*plane) + 10000000 * (sizeof last);
    o[7] = *(*(*(grid + 1) + 2) + c);
}

__device__ int weird_sum(int n, const int (*m)[5], int (&acc)[2]) {
    for (int (*p)[5] = const_cast<int (*)[5]>(m), r = 0; r < n; ++p, ++r)
        for (const int& v : *p) acc[r & 1] += v;
    return acc[0] - acc[1];
}

extern "C" __global__ void loops_that_run_down(const int* in, int n, int* out) {
    int i = threadIdx.x, total = 0, steps = 0;
    for (size_t k = n; k-- > 0;) total = total * 3 + in[k] * (k % 2 ? -1 : 1);
    for (unsigned char b = 250; b >= 250; ++b) ++steps;         // 250..255, then it wraps
    for (int a = 0, z = n - 1; a < z; ++a, z--) steps += in[a] > in[z];
    unsigned short s = 65534;   // a signed one would be undefined to this compiler
    while (s > 0) { s++; steps += 100; }
    int acc[2] = {i, 0};
    int difference = weird_sum(n / 5, reinterpret_cast<const int (*)[5]>(in), acc);
    unsigned long long far = 1ull << 33, count = 0;
    for (unsigned long long at = far + i; at > far - 5; at -= 3) ++count;
    int* o = out + 5 * i;
    o[0] = total; o[1] = steps; o[2] = difference; o[3] = (int)count; o[4] = acc[1];
}

enum Op { PUSH, ADD, MUL, DUP, SWP, JNZ, DEC, ROT, END };
extern "C" __global__ void threaded_interpreter(const signed char* program, const int* in, int* out) {
    int stack[16], *sp = stack, pc = 0, fuel = 400;
    *sp++ = in[threadIdx.x];
next:
    if (!fuel--) { out[threadIdx.x] = -1; return; }
    switch (program[pc++]) {
        case PUSH: *sp++ = program[pc++]; goto next;
        case ADD: sp--; sp[-1] += *sp; goto next;
        case MUL: --sp, *(sp - 1) *= *sp; goto next;
        case DUP: *sp = sp[-1]; ++sp; goto next;
        case SWP: SWAP(int, sp[-1], sp[-2]); goto next;
        case JNZ: if (sp[-1]) pc = program[pc]; else pc++; goto next;
        case ROT: { int a = sp[-3]; sp[-3] = sp[-2], sp[-2] = sp[-1], sp[-1] = a; } goto next;
        case DEC: --sp[-1];
        /* falls */
        default: goto next;
        case END: break;
    }
    out[threadIdx.x] = *--sp;
}

template <size_t N> __device__ int sum_list(const int (&list)[N]) { int s = 0; for (size_t i = N; i--;) s += list[i]; return s; }
#define FIELD(n) int CAT(field_, n);
#define INIT(n) r.CAT(field_, n) = x + n * n;
#define ADD_UP(n) + r.field_##n
struct Record { REPEAT3(FIELD) };
__device__ const char version[] = "v" STR(__CUDACC_VER_MAJOR__) "\0tail";
extern "C" __global__ void preprocessor(const int* in, int* out) {
    int x = in[threadIdx.x];
    Record r;
    REPEAT3(INIT)
    int* o = out + 6 * threadIdx.x;
    o[0] = 0 REPEAT3(ADD_UP);
    o[1] = MAX(x++, -1000);                      // the macro evaluates the larger one twice
    o[2] = x;
    if (x > 0) SWAP(int, o[0], o[1]); else o[2] -= 1;
    o[3] = SUM(x, 2, 3) * (sizeof(version) - sizeof("vNN") + 1 >= 5);
    o[4] = __LINE__ > 100 && sizeof(__FILE__) > 1;
    o[5] = version[0] == 'v' && version[1] - '0' == __CUDACC_VER_MAJOR__ / 10;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 300 && !defined(NOPE) && (2 + 2 == 4)
    o[5] += 2;
#else
#error "unreachable"
#endif
}

struct Flags { unsigned ready : 1, mode : 3; int delta : 5; unsigned : 0; unsigned long long wide : 40; bool on : 1; };
union Number { float f; unsigned u; unsigned char b[4]; struct { unsigned mantissa : 23, exponent : 8, sign : 1; } parts; };
extern "C" __global__ void packed_fields(const int* in, unsigned long long* out) {
    int x = in[threadIdx.x];
    Flags f = {};
    f.ready = x;                 // the lowest bit
    f.mode = x >> 1;
    f.delta = x;                 // sign-extended from 5 bits
    f.wide = (unsigned long long)x * 0x123456789ull;
    f.on = x & 4;
    f.mode++;
    f.delta -= 3;
    Number n;
    n.f = x * 0.75f;
    n.parts.exponent += n.f != 0;          // doubles it
    n.b[3] ^= 0x80;
    unsigned long long* o = out + 7 * threadIdx.x;
    o[0] = f.ready | f.mode << 4;
    o[1] = (long long)f.delta;
    o[2] = f.wide;
    o[3] = f.on;
    o[4] = n.u;
    o[5] = sizeof(Flags) * 100 + alignof(Flags) * 10 + sizeof(Number);
    o[6] = n.parts.sign + 2 * (n.b[0] == (n.u & 255));
}

namespace outer { inline namespace v2 { __device__ int counter = 5; }
namespace { __device__ int hidden[3] = {1, 2, 4}; }
namespace inner { using outer::hidden; __device__ int pick(int i, int base = hidden[0] + 10) { static const int extra = 3; return base + hidden[i % 3] * extra; } } }
namespace alias = outer::inner;
extern "C" __global__ void namespaces_and_defaults(int* out) {
    static __shared__ int counter;
    if (threadIdx.x == 0) counter = ::outer::counter;
    __syncthreads();
    int pick = alias::pick(threadIdx.x);
    { int counter = 1; pick += counter; }
    if (int pick2 = outer::inner::pick(threadIdx.x, 0); pick2 > 6) pick += 1000 * pick2;
    else pick -= pick2;
    struct Local { static __device__ int twice(int v) { return 2 * v; } int value = 9; };
    out[threadIdx.x] = Local::twice(pick) + Local{}.value + counter * 100000;
}
