// Corners of the language, of the intrinsics and of warps. One kernel an idea.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;

#ifndef ROUNDS
#define ROUNDS 6
#endif

__device__ __forceinline__ int gid() { return blockIdx.x * blockDim.x + threadIdx.x; }

// lanes of this warp that exist in a one-dimensional block
__device__ __forceinline__ u32 lanes_here() {
  int left = (int)blockDim.x - (int)(threadIdx.x & ~31u);
  return left >= 32 ? 32u : (u32)left;
}
__device__ __forceinline__ u32 mask_here() {
  u32 c = lanes_here();
  return c == 32 ? 0xffffffffu : (1u << c) - 1u;
}

// ---------------------------------------------------------------- language

template <class T, class F>
__device__ T fold(const T *p, int from, int step, int n, T acc, F f) {
  for (int i = from; i < n; i += step) acc = f(acc, p[i]);
  return acc;
}

struct Clamped {
  int lo, hi;
  __device__ int operator()(int a, int b) const {
    int s = a + b;
    return s < lo ? lo : s > hi ? hi : s;
  }
};

// out: 4 n
extern "C" __global__ void fold_lambdas(const int *in, int *out, int n, int step) {
  int t = gid();
  if (t >= n) return;
  int bias = t & 3;
  int seen = 0;
  out[t * 4 + 0] = fold(in, t, step, n, 0, [](int a, int b) { return a + b; });
  out[t * 4 + 1] = fold(in, t, step, n, -1, [](int a, int b) { return a > b ? a : b; });
  out[t * 4 + 2] = fold(in, t, step, n, 1, [=](int a, int b) { return (int)((u32)a * 31u + b + bias); });
  int last = fold(in, t, step, n, 0, [&seen](int a, int b) {
    if (b & 1) ++seen;
    return a ^ b;
  });
  out[t * 4 + 3] = fold(in, t, step, n, 0, Clamped{-100, 2000}) * 100 + seen + (last & 7);
}

__device__ __noinline__ u32 fib(u32 k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }
__device__ __noinline__ u32 gcd_r(u32 a, u32 b) { return b ? gcd_r(b, a % b) : a; }
__device__ __noinline__ bool odd_r(u32 k);
__device__ __noinline__ bool even_r(u32 k) { return k == 0 ? true : odd_r(k - 1); }
__device__ __noinline__ bool odd_r(u32 k) { return k == 0 ? false : even_r(k - 1); }
__device__ __noinline__ u32 hanoi(int d, u32 a, u32 b, u32 c, u32 h) {
  if (d == 0) return h;
  h = hanoi(d - 1, a, c, b, h);
  h = h * 33u + a * 4u + b;
  return hanoi(d - 1, c, b, a, h);
}

// out: 4 n
extern "C" __global__ void recursion_mix(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 v = in[t];
  out[t] = fib(v % 9);
  out[n + t] = gcd_r(v + 1, (u32)t * 12 + 36);
  out[2 * n + t] = odd_r(v % 11) ? 1u : even_r(v % 7) ? 2u : 3u;
  out[3 * n + t] = hanoi(v % 4, 0, 1, 2, v);
}

__device__ __noinline__ int sparse(int v) {
  switch (v) {
    case -5: return 1;
    case 17: return 2;
    case 40: case 41: case 42: return 3;
    case 256: return 4;
    case 1000: return 5;
    case 70000: return 6;
    case 0x7fffffff: return 7;
    default: return v > 500 ? 8 : 9;
  }
}

extern "C" __global__ void switch_dense_sparse(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t], r = 0;
  switch (v % 12) {
    case 0: r = v * 3; break;
    case 1: r = v - 7;  // falls through
    case 2: r += v ^ 0x55; break;
    case 3: r = v << (v & 3); break;
    case 4: r = -v; break;
    case 5: {
      for (int i = 0; i < (v & 7); ++i) r += i * v;
      break;
    }
    case 6: r = v / 3; break;
    case 7: r = v % 5; break;
    case 8: r = ~v;  // falls through
    case 9: r ^= 0xff;  // falls through
    case 10: r += 1; break;
    default: r = 99;
  }
  int pick[5] = {-5, 17, 41, 70000, 256};
  out[t] = r * 16 + sparse(v % 3 == 0 ? pick[v % 5] : v);
}

// a small machine written with goto
extern "C" __global__ void goto_machine(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 v = in[t] + 1, steps = 0, acc = 0;
again:
  if (++steps > 40) goto tired;
  if (v == 1) goto done;
  if (v & 1) goto odd;
  v >>= 1;
  acc = acc * 3 + 1;
  goto again;
odd:
  if (steps > 25 && (acc & 1)) goto give_up;
  v = 3 * v + 1;
  acc ^= v;
  goto again;
give_up:
  acc |= 0x80000000u;
  goto done;
tired:
  acc |= 0x40000000u;
done:
  out[t] = acc + steps;
}

extern "C" __global__ void divergent_loops(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int acc = 0;
  for (int i = 0; i < 8; ++i) {
    int v = in[(t + i * 5) % n];
    if (v % 11 == 0) continue;
    int j = 0;
    while (true) {
      if (j >= v % 9) break;
      ++j;
      if ((j + t) % 3 == 0) continue;
      acc += j * v;
      if (acc % 97 == 5) {  // leaves in the middle of two loops
        out[t] = -acc;
        return;
      }
    }
    do {
      acc ^= j << i;
      if (acc & 0x100) break;
    } while (--j > 0);
    if (v > 950) break;
  }
  out[t] = acc;
}

__device__ __forceinline__ bool bump(int &c, int by, int limit) { c += by; return c < limit; }

extern "C" __global__ void short_circuit(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int c = in[t] % 20, d = 0, e = 0;
  for (int i = 0; i < 5; ++i) {
    if ((bump(c, 3, 25) && bump(d, c, 60)) || (bump(e, 1, 4) && !bump(d, -2, 10))) e += 10;
    if (!(c++ & 1) || d-- > 7 || ++e % 3 == 0) d ^= i;
    int x = (c > d && (e = e + 2, e & 4)) ? c-- : d++;
    c += x & 3;
  }
  out[t] = c * 10000 + d * 100 + e;
}

extern "C" __global__ void ternary_local(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t];
  int box[16];
  for (int i = 0; i < 16; ++i) box[i] = i * i - v;
  int at = v & 15;
  for (int i = 0; i < 10; ++i) {
    int k = v < 100 ? 1 : v < 300 ? 3 : v < 600 ? (v & 1 ? 5 : 7) : v < 900 ? 9 : 11;
    box[at] += k * i;
    at = (at + k + (box[(at + 1) & 15] & 3)) & 15;
  }
  // insertion sort of what is left, in local memory
  for (int i = 1; i < 16; ++i) {
    int x = box[i], j = i - 1;
    while (j >= 0 && box[j] > x) { box[j + 1] = box[j]; --j; }
    box[j + 1] = x;
  }
  out[t] = box[0] * 3 + box[v % 16] + box[15];
}

struct Padded { char a; double b; short c; int d; char e; };
struct Bits { u32 low : 5; int mid : 9; u32 flag : 1; u32 high : 17; };
union Pun { float f; u32 u; u8 b[4]; u16 h[2]; };

__device__ __noinline__ Padded twist(Padded p, int by) {
  Padded q = p;
  q.a = (char)(p.e + by);
  q.b = p.b * 0.5 + p.c;
  q.c = (short)(p.d - by);
  q.d = p.a * p.c;
  q.e = (char)by;
  return q;
}

// out: 4 n
extern "C" __global__ void structs_unions_bits(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t];
  Padded p = {(char)v, v * 0.25, (short)(v * 7), v - 500, (char)(v >> 3)};
  for (int i = 0; i < 3; ++i) p = twist(p, i + (v & 3));
  out[t * 4] = p.a + p.c * 3 + p.d + p.e + (int)p.b;
  Bits b = {};
  b.low = v; b.mid = v - 300; b.flag = v >> 4; b.high = v * 1000;
  b.low += 9; b.mid = b.mid * 3; b.high ^= b.low;
  out[t * 4 + 1] = b.low + b.mid * 64 + b.flag * 7 + b.high;
  Pun u; u.f = v * 1.5f - 200.0f;
  u.b[0] ^= 0x3c; u.h[1] ^= (u16)(v & 7);
  out[t * 4 + 2] = (int)u.u;
  out[t * 4 + 3] = (int)sizeof(Padded) + u.b[v & 3];
}

extern "C" __global__ void pointers_to_pointers(const int *in, int *out, int n) {
  __shared__ int one[256];
  __shared__ int two[256];
  int l = threadIdx.x, t = gid();
  int v = t < n ? in[t] : 0;
  one[l] = v;
  two[l] = v * 2 + 1;
  __syncthreads();
  int mine[4] = {v, v + 1, v + 2, v + 3};
  const int *rows[4] = {one, two, mine, in};
  const int **walk = rows;
  int acc = 0;
  int wide = blockDim.x;
  for (int i = 0; i < 8; ++i) {
    const int *r = walk[(v + i) & 3];
    int limit = r == mine ? 4 : r == in ? n : wide;
    acc = acc * 5 + r[(l + i * 3) % limit];
    acc &= 0xfffff;
  }
  if (t < n) out[t] = acc;
}

typedef int (*binop)(int, int);
__device__ __noinline__ int op_add(int a, int b) { return a + b; }
__device__ __noinline__ int op_mix(int a, int b) { return (a << 1) ^ b; }
__device__ __noinline__ int op_max(int a, int b) { return a > b ? a : b; }
__device__ __noinline__ int op_loop(int a, int b) { for (int i = 0; i < (b & 7); ++i) a += i ^ b; return a; }
__device__ binop op_table[4] = {op_add, op_mix, op_max, op_loop};

extern "C" __global__ void function_pointers(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t], acc = t;
  for (int i = 0; i < 4; ++i) {
    binop f = op_table[(v >> i) & 3];
    acc = f(acc, v + i) & 0xffffff;
  }
  binop same = op_table[blockIdx.x & 3];
  out[t] = same(acc, v);
}

struct Shape {
  int w;
  __device__ Shape(int w) : w(w) {}
  __device__ virtual int area() const = 0;
  __device__ virtual int edges() const { return 4; }
};
struct Square : Shape {
  __device__ Square(int w) : Shape(w) {}
  __device__ int area() const override { return w * w; }
};
struct Oblong : Shape {
  int h;
  __device__ Oblong(int w, int h) : Shape(w), h(h) {}
  __device__ int area() const override { return w * h; }
};
struct Wedge : Oblong {
  __device__ Wedge(int w, int h) : Oblong(w, h) {}
  __device__ int area() const override { return Oblong::area() / 2; }
  __device__ int edges() const override { return 3; }
};

extern "C" __global__ void virtual_shapes(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t] % 100;
  Square a(v);
  Oblong b(v, t & 31);
  Wedge c(v + 1, 9);
  const Shape *all[3] = {&a, &b, &c};
  int acc = 0;
  for (int i = 0; i < 3; ++i) {
    const Shape *s = all[(in[t] + i * (1 + (t & 1))) % 3];
    acc = acc * 7 + s->area() * s->edges();
  }
  out[t] = acc;
}

__device__ __noinline__ double many(int a, u8 b, short c, float d, double e, i64 f, const int *g, int h, u32 i, char j,
                                    int k, int l, float m, int o, int p, int q, u64 r, int s) {
  return a + b * 2 + c * 3 + d + e + (double)f + g[h] + (double)i + j + k - l + m * o + p % 7 + (q ^ s) + (double)(r >> 3);
}
__device__ __forceinline__ int sum_all() { return 0; }
template <class A, class... R>
__device__ __forceinline__ int sum_all(A a, R... rest) { return (int)a + 3 * sum_all(rest...); }
template <int... I>
__device__ __forceinline__ int pick_bits(u32 v) { int r = 0; ((r = r * 2 + ((v >> I) & 1)), ...); return r; }

// out: f64 n, more: i32 n
extern "C" __global__ void many_arguments(const int *in, double *out, int *more, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t];
  out[t] = many(v, (u8)v, (short)(-v), v * 0.5f, v * 0.25, (i64)v << 33, in, t / 2, (u32)v * 77777u, (char)v, t, v - t,
                1.5f, 3, v, t, (u64)v * 123456789ull, 12);
  more[t] = sum_all(v, (u8)(v * 3), 2.75f, (short)-9, t) + pick_bits<3, 1, 4, 1, 5, 9, 2, 6>(v);
}

struct Primes { int p[64]; };
__host__ __device__ constexpr Primes make_primes() {
  Primes r = {};
  int k = 0;
  for (int c = 2; k < 64; ++c) {
    bool ok = true;
    for (int d = 2; d * d <= c; ++d) if (c % d == 0) { ok = false; break; }
    if (ok) r.p[k++] = c;
  }
  return r;
}
__constant__ Primes first_primes = make_primes();
__constant__ short ramp[40] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4,
                               6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5, 0, 2, 8, 8, 4, 1, 9, 7};
__constant__ double weights[4] = {0.5, 0.25, 0.125, 4.0};
__device__ const float slopes[8] = {1.0f, 2.0f, -1.0f, 0.5f, 8.0f, -0.125f, 3.0f, 0.0f};

extern "C" __global__ void constant_tables(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t];
  int acc = 0;
  for (int i = 0; i < 6; ++i) acc += first_primes.p[i] * ramp[(v + i) % 40];  // uniform and not
  int f = 0, w = v + 2;
  while (f < 64 && first_primes.p[f] * first_primes.p[f] <= w && w % first_primes.p[f]) ++f;
  acc = acc * 64 + f;
  acc += (int)(weights[v & 3] * 16.0) + (int)(slopes[(v >> 2) & 7] * v);
  out[t] = acc;
}

static __device__ u32 call_ticket;
__device__ u64 running_total;
__device__ int shared_box[64];

// device variables: written by one, read by the last block, and left as found. out: 4
extern "C" __global__ void device_counters(const u32 *in, u64 *out, int n) {
  __shared__ bool last;
  int t = gid();
  if (t < n) {
    atomicAdd(&running_total, (u64)in[t] * in[t]);
    atomicMax(&shared_box[in[t] & 63], (int)in[t]);
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&call_ticket, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    u64 s = 0;
    for (int i = 0; i < 64; ++i) { s = s * 5 + atomicExch(&shared_box[i], 0); }
    out[0] = atomicExch(&running_total, 0ull);
    out[1] = s;
    out[2] = call_ticket;
  }
}

// arithmetic of every width. out: i64 6 n
extern "C" __global__ void divisions(const int *in, i64 *out, int n) {
  int t = gid();
  if (t >= n) return;
  int a = in[t] - 500, b = (t % 13) - 6;
  if (b == 0) b = 17;
  u32 ua = (u32)in[t] * 4000037u, ub = (u32)t * 3u + 1u;
  i64 la = (i64)a * 9876543210ll, lb = b * 100003ll;
  u64 ula = (u64)ua * 0x9e3779b97f4a7c15ull;
  signed char ca = (signed char)a, cb = (signed char)(b | 1);
  short sa = (short)(a * 60), sb = (short)(b * 5);
  out[t * 6 + 0] = a / b + 1000 * (a % b) + a / 7 * 3 + a % 10 + a / -16 + a % 8;
  out[t * 6 + 1] = (i64)(ua / ub) + ua % ub + ua / 641u + ua % 1000u + (ua >> 5) % 3u;
  out[t * 6 + 2] = la / lb - la % lb + la / 1000000007ll + la % 86400;
  out[t * 6 + 3] = (i64)(ula / ((u64)ub * 77777ull) + ula % (ub + 5ull) + ula / 10ull);
  out[t * 6 + 4] = ca / cb + ca % cb * 256 + (u8)ca / 9 + (u8)ca % 11;
  out[t * 6 + 5] = sa / sb + sa % sb + (u16)sa / 100 + (u16)sa % 100;
}

// products of 128 bits in four words. out: u64 4 n
extern "C" __global__ void wide_products(const u64 *in, u64 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u64 a = in[t] * 0xbf58476d1ce4e5b9ull + 7, b = in[(t + 1) % n] * 0x94d049bb133111ebull;
  u64 lo = a * b, hi = __umul64hi(a, b);
  i64 shi = __mul64hi((i64)a, (i64)b);
  u64 s0, s1;
  asm("add.cc.u64 %0, %2, %3;\n\taddc.u64 %1, %4, %5;" : "=l"(s0), "=l"(s1) : "l"(lo), "l"(a), "l"(hi), "l"(b));
  u64 m0, m1;
  asm("mad.lo.cc.u64 %0, %2, %3, %4;\n\tmadc.hi.u64 %1, %2, %3, %5;" : "=l"(m0), "=l"(m1) : "l"(s0), "l"(s1), "l"(a), "l"(b));
  int k = (int)(a & 63);
  u64 shl = k ? (m1 << k) | (m0 >> (64 - k)) : m1;
  out[t * 4] = s0 ^ m0;
  out[t * 4 + 1] = s1 + m1;
  out[t * 4 + 2] = shl;
  out[t * 4 + 3] = (u64)shi - hi;
}

#ifdef WITH_INT128
// needs a compiler that was told about __int128; never defined in the launches
extern "C" __global__ void int128_mix(const u64 *in, u64 *out, int n) {
  int t = gid();
  if (t >= n) return;
  unsigned __int128 a = ((unsigned __int128)in[t] << 64) | in[(t + 1) % n];
  a = a * 12345678901234567ull + in[t];
  out[2 * t] = (u64)a; out[2 * t + 1] = (u64)(a >> 64);
}
#endif

// out: u32 16 n
extern "C" __global__ void bit_tricks(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 a = in[t] * 2654435761u, b = in[(t * 7 + 3) % n] * 40503u + 1u, s = in[t] % 70u;
  u32 *o = out + t * 16;
  o[0] = __funnelshift_l(a, b, s);
  o[1] = __funnelshift_r(a, b, s);
  o[2] = __funnelshift_lc(a, b, s);
  o[3] = __funnelshift_rc(a, b, s);
  o[4] = __byte_perm(a, b, (s * 0x1357u) & 0x7777u);
  o[5] = __brev(a) ^ (u32)__brevll((u64)a << 20 | b);
  o[6] = __clz(a >> (s & 31)) + 64 * __clzll((i64)b << (s & 15)) + 10000 * __ffs(a << (s & 31)) + 1000000 * __ffsll((u64)b << 13);
  o[7] = __popc(a) * 100 + __popcll(((u64)a << 32) | b);
  o[8] = __sad((int)a, (int)b, s);
  o[9] = __usad(a, b, s);
  o[10] = (u32)__mul24((int)a, (int)b) + __umul24(a, b);
  o[11] = (u32)__mulhi((int)a, (int)b) ^ __umulhi(a, b);
  o[12] = (u32)__dp4a((int)a, (int)b, (int)s) + __dp4a(a, b, s);
  o[13] = (u32)__dp2a_lo((int)a, (int)b, (int)s) ^ __dp2a_hi(a, b, s);
  o[14] = (u32)__hadd((int)a, (int)b) + (u32)__rhadd((int)a, (int)b) + __uhadd(a, b) + __urhadd(a, b);
  o[15] = (a << (s & 31)) + (b >> ((s + 3) & 31)) + (u32)((int)a >> (s & 31)) + (u32)(((u64)a << (s & 63)) >> 17) +
          (u32)(((i64)(int)a * 65537) >> (s & 63));
}

// out: u32 18 n
extern "C" __global__ void video_simd(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 a = in[t] * 2654435761u, b = in[n - 1 - t] * 2246822519u ^ (a & 0xff00ffu);
  u32 *o = out + t * 18;
  o[0] = __vadd4(a, b);
  o[1] = __vaddss4(a, b);
  o[2] = __vaddus2(a, b);
  o[3] = __vsub2(a, b) ^ __vsubus4(a, b);
  o[4] = __vabsdiffu4(a, b);
  o[5] = __vabsdiffs2(a, b);
  o[6] = __vavgu4(a, b) + __vavgs2(a, b);
  o[7] = __vcmpgts2(a, b);
  o[8] = __vcmpeq4(a, b) | __vcmpltu4(a, b);
  o[9] = __vmaxs4(a, b);
  o[10] = __vminu2(a, b);
  o[11] = __vsetgeu4(a, b) + __vsetles2(a, b);
  o[12] = __vsads4(a, b) + __vsadu2(a, b);
  o[13] = __vneg2(a) ^ __vnegss4(b);
  o[14] = __vabs4(a) ^ __vabsss2(b);
  o[15] = __vhaddu4(a, b);
  o[16] = (u32)__vimax3_s32((int)a, (int)b, t) + __vimin3_u16x2(a, b, 0x40004000u);
  o[17] = (u32)__viaddmax_s32((int)a >> 1, (int)b >> 2, t) + (u32)__vimax_s32_relu((int)a, (int)b);
}

// every rounding of conversions. in: f32 in [0, 1). out: i64 14 n, reals: f32 8 n
extern "C" __global__ void conversions(const float *in, i64 *out, float *reals, int n) {
  int t = gid();
  if (t >= n) return;
  float f = (in[t] - 0.5f) * 40.0f;
  if (t % 10 == 3) f *= 1e9f;
  if (t % 10 == 6) f *= 1e19f;
  if (t % 20 == 7) f = rintf(f) + 0.5f;
  if (t % 40 == 9) f = __int_as_float(0x7f800000);
  if (t % 40 == 29) f = __int_as_float(0x7fc00000);
  double d = (double)f * 1.000000001;
  i64 *o = out + t * 14;
  o[0] = __float2int_rn(f) + (i64)__float2int_rz(f) * 3;
  o[1] = __float2int_ru(f) - (i64)__float2int_rd(f);
  o[2] = (i64)__float2uint_rn(f) + __float2uint_rd(f);
  o[3] = __float2ll_rn(f) ^ __float2ll_rd(f);
  o[4] = (i64)__float2ull_ru(f);
  o[5] = __double2int_rn(d) + (i64)__double2int_ru(d);
  o[6] = __double2ll_rz(d) ^ (i64)__double2ull_rn(d);
  o[7] = __double2uint_rd(d);
  int sat8, sat16; u32 usat;
  asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(sat8) : "f"(f));
  asm("cvt.rzi.sat.s16.f32 %0, %1;" : "=r"(sat16) : "f"(f * 1000.0f));
  asm("cvt.rpi.sat.u8.f32 %0, %1;" : "=r"(usat) : "f"(f * 20.0f));
  o[8] = sat8; o[9] = sat16; o[10] = usat;
  o[11] = __double2hiint(d) ^ __double2loint(d);
  o[12] = __float_as_uint(__double2float_rn(d)) ^ __float_as_uint(__double2float_ru(d)) * 3u ^ __float_as_uint(__double2float_rd(d));
  o[13] = lrintf(fminf(fmaxf(f, -100.f), 100.f)) * 100 + lroundf(fminf(fmaxf(f, -30.f), 30.f));
  int i = (int)(__float_as_uint(in[t]) * 77773u);
  i64 l = (i64)i * 1234567891ll;
  float *r = reals + t * 8;
  r[0] = __int2float_rn(i);
  r[1] = __int2float_rz(i);
  r[2] = __uint2float_ru((u32)i);
  r[3] = __uint2float_rd((u32)i);
  r[4] = __ll2float_rn(l) + __ll2float_rz(l);
  r[5] = __ull2float_ru((u64)l);
  r[6] = (float)(__ll2double_rd(l) - __ull2double_rn((u64)l));
  r[7] = truncf(f) + rintf(in[t] * 9) * 2 + roundf(in[t] * 9) * 3 + ceilf(in[t] * 9) + floorf(in[t] * -9);
}

// in: f16 n. out: f16 8 n
extern "C" __global__ void halves(const __half *in, __half *out, int n) {
  int t = gid();
  if (t >= n) return;
  __half a = in[t], b = __hsub(in[(t + 1) % n], __float2half(0.5f));
  __half *o = out + t * 8;
  o[0] = __hadd(a, b);
  o[1] = __hfma(a, b, __float2half_rz(0.3333f));
  o[2] = __hdiv(a, __hadd(b, __float2half(1.25f)));
  o[3] = hsqrt(a) * hexp(b);
  o[4] = __hmul_sat(a, __float2half(3.0f));
  o[5] = __hgt(a, b) ? __hneg(a) : __habs(b);
  o[6] = __hmax(a, b) + hrint(a * __float2half(20.0f));
  o[7] = __int2half_rn(__half2int_rn(a * __float2half(1000.0f)) - 400) + __ushort_as_half((u16)(t & 0x3ff));
}

// pairs of halves. in: f16 2 n. out: u32 6 n
extern "C" __global__ void half_pairs(const __half *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  const __half2 *p = (const __half2 *)in;
  __half2 a = p[t], b = __lowhigh2highlow(p[n - 1 - t]);
  __half2 c = __hfma2(a, b, __float2half2_rn(-0.25f));
  __half2 acc = __hmul2(a, c);
  for (int i = 0; i < 4; ++i) acc = __hadd2(__hmul2(acc, b), __halves2half2(__high2half(a), __low2half(c)));
  u32 *o = out + t * 6;
  o[0] = *(u32 *)&c;
  o[1] = *(u32 *)&acc;
  __half2 m = __hmax2(a, __hneg2(c));
  o[2] = *(u32 *)&m;
  o[3] = __hbgt2(a, b) * 2 + __hbeq2(a, a) + __heq2_mask(a, b);
  float2 f = __half22float2(acc);
  o[4] = __float_as_uint(f.x + f.y * 2.0f);
  __half2 r = h2rcp(__hadd2(a, __float2half2_rn(1.0f)));
  o[5] = *(u32 *)&r;
}

// bfloat16. in: f32 n. out: u16 8 n
extern "C" __global__ void brain_floats(const float *in, u16 *out, int n) {
  int t = gid();
  if (t >= n) return;
  __nv_bfloat16 a = __float2bfloat16(in[t] * 3.0f), b = __float2bfloat16_rz(in[(t + 5) % n] - 0.5f);
  u16 *o = out + t * 8;
  o[0] = __bfloat16_as_ushort(a + b);
  o[1] = __bfloat16_as_ushort(__hfma(a, b, a));
  o[2] = __bfloat16_as_ushort(a / (b + __float2bfloat16(2.0f)));
  o[3] = __bfloat16_as_ushort(__float2bfloat16_ru(in[t]));
  o[4] = __bfloat16_as_ushort(hexp(b));
  __nv_bfloat162 p = __floats2bfloat162_rn(in[t], -in[t] * 0.3f), q = __hmul2(p, __bfloat162bfloat162(a));
  q = __hfma2(p, q, p);
  o[5] = __bfloat16_as_ushort(__low2bfloat16(q));
  o[6] = __bfloat16_as_ushort(__high2bfloat16(q));
  o[7] = (u16)((a > b) + 2 * (a == b) + 4 * (int)__bfloat162float(__hmax(a, b)));
}

// in: f64 n. out: f64 10 n
extern "C" __global__ void doubles(const double *in, double *out, int n) {
  int t = gid();
  if (t >= n) return;
  double a = in[t] * 3.0 - 1.0, b = in[(t + 1) % n] + 0.125;
  double *o = out + t * 10;
  o[0] = a / b;
  o[1] = sqrt(b) + rsqrt(b);
  o[2] = fma(a, b, -a * b);
  o[3] = sin(a) * cos(b);
  o[4] = exp(a) - log(b);
  o[5] = __dadd_ru(a, b) - __dadd_rd(a, b);
  o[6] = __dmul_rz(a, b) + __ddiv_rn(b, 3.0);
  o[7] = fmod(a * 100.0, b) + cbrt(b);
  o[8] = pow(b, a);
  o[9] = floor(a * 8.0) + trunc(a * 5.0) + atan2(a, b);
}

// in: f32 n. out: f32 16 n
extern "C" __global__ void fast_math(const float *in, float *out, int n) {
  int t = gid();
  if (t >= n) return;
  float a = in[t] * 6.0f - 3.0f, b = in[t] + 0.01f;
  float *o = out + t * 16;
  float s, c;
  __sincosf(a, &s, &c);
  o[0] = __sinf(a); o[1] = __cosf(a) + s * c;
  o[2] = __expf(a); o[3] = __logf(b) + __log2f(b) + __log10f(b);
  o[4] = __fdividef(a, b); o[5] = __powf(b, a);
  o[6] = __tanf(a * 0.3f); o[7] = __saturatef(a);
  o[8] = __frcp_rn(b) + __frcp_ru(b); o[9] = __fsqrt_rz(b) - __fsqrt_ru(b);
  o[10] = __frsqrt_rn(b); o[11] = __fmaf_rd(a, b, a) - __fmaf_ru(a, b, a);
  o[12] = __fadd_rz(a, b) + __fsub_ru(a, b) * __fmul_rd(a, b); o[13] = __fdiv_rd(a, b);
  o[14] = exp2f(a) + __exp10f(a * 0.2f);
  float e; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(a));
  float th; asm("tanh.approx.f32 %0, %1;" : "=f"(th) : "f"(a));
  o[15] = e + th;
}

// in: f32 n. out: f32 16 n
extern "C" __global__ void precise_math(const float *in, float *out, int n) {
  int t = gid();
  if (t >= n) return;
  float a = in[t] * 8.0f - 4.0f, b = in[(t + 3) % n] * 2.0f + 0.1f;
  float *o = out + t * 16;
  o[0] = sinf(t % 16 == 5 ? a * 100000.0f : a);
  o[1] = cosf(a); o[2] = expf(a); o[3] = logf(b); o[4] = powf(b, a);
  o[5] = erff(a) + erfcf(b); o[6] = tgammaf(b); o[7] = fmodf(a * 30.0f, b);
  o[8] = remainderf(a * 30.0f, b); o[9] = tanf(a) + sinpif(b); o[10] = hypotf(a, b) + rhypotf(a, b);
  o[11] = log1pf(b) + expm1f(a); o[12] = asinf(a * 0.25f) + acosf(a * 0.2f); o[13] = sinhf(a) + tanhf(b);
  o[14] = lgammaf(b) + cbrtf(a); o[15] = j0f(b) + normcdff(a) + atan2f(a, b);
}

// oddities of floats. in: f32 n. out: f32 10 n, kinds: i32 3 n
extern "C" __global__ void float_classes(const float *in, float *out, int *kinds, int n) {
  int t = gid();
  if (t >= n) return;
  float f = in[t] - 0.5f, g = in[n - 1 - t];
  switch (t & 7) {
    case 0: f = f * 1e-39f; break;
    case 1: f = __int_as_float(0x7fc00000); break;
    case 2: f = f * 1e30f * 1e30f; break;
    case 3: f = __int_as_float(0x80000000); break;
    case 4: f = __int_as_float((__float_as_int(g) & 0x7fffff) | 1); break;
    default: f *= 100.0f;
  }
  float whole;
  int e = 0;
  float *o = out + t * 10;
  o[0] = frexpf(f, &e);
  o[1] = ldexpf(g + 0.5f, (t % 60) - 30);
  o[2] = modff(f, &whole);
  o[3] = whole;
  o[4] = fminf(f, g); o[5] = fmaxf(f, g);
  o[6] = copysignf(g, f) + fdimf(g, 0.25f);
  o[7] = nextafterf(g, 2.0f) - g;
  o[8] = f * 0.5f + f;
  o[9] = fabsf(f) * 1e-3f;
  kinds[t * 3] = (isnan(f) ? 1 : 0) + (isinf(f) ? 2 : 0) + (isfinite(f) ? 4 : 0) + (signbit(f) ? 8 : 0) + (f == f ? 16 : 0) + (f < g ? 32 : 0) + (!(f >= g) ? 64 : 0);
  kinds[t * 3 + 1] = (isnan(f) || isinf(f)) ? 0 : e;
  kinds[t * 3 + 2] = ilogbf(g + 0.001f);
}

// volatile and restrict side by side
extern "C" __global__ void volatile_restrict(const int *__restrict__ a, const int *__restrict__ b, volatile int *c, int n) {
  __shared__ volatile int scratch[128];
  int l = threadIdx.x, t = gid();
  scratch[l] = t < n ? a[t] : 5;
  __syncthreads();
  volatile int twice = scratch[(l ^ 1) < (int)blockDim.x ? (l ^ 1) : l];
  twice = twice + twice;
  if (t < n) {
    c[t] = a[t] + b[t];
    c[t] = c[t] * 2 + twice;
    c[t] += a[t];
  }
}

// ---------------------------------------------------------------- inline PTX

// out: u32 12 n
extern "C" __global__ void ptx_bits(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 a = in[t] * 2654435761u, b = in[n - 1 - t] * 2246822519u, c = (u32)t * 0x01010101u;
  u32 p = in[t] & 31, w = in[n - 1 - t] & 15;
  u32 *o = out + t * 12, r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[0] = r;
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(p)); o[1] = r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(p), "r"(w)); o[2] = r;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(p), "r"(w)); o[3] = r;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(p), "r"(w)); o[4] = r;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[5] = r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[6] = r;
  asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a >> p)); o[7] = r;
  asm("bfind.shiftamt.s32 %0, %1;" : "=r"(r) : "r"(a)); o[8] = r;
  asm("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(p), "r"(1 + (int)(w & 3))); o[9] = r;
  asm("{ .reg .pred q; setp.lt.u32 q, %1, %2; selp.u32 %0, %3, %1, q; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[10] = r;
  asm("{ .reg .pred q, z; setp.gt.s32 q|z, %1, %2; @q add.u32 %0, %1, 1; @z xor.b32 %0, %2, %3; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[11] = r;
}

// out: u32 8 n
extern "C" __global__ void ptx_carries(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 a[4], b[4], s[4];
  for (int i = 0; i < 4; ++i) { a[i] = ~(in[(t + i) % n] * (i == 1 ? 0u : 77777777u)); b[i] = in[(t + 7 * i) % n] + (i & 1 ? 0xffffff00u : 0u); }
  asm("add.cc.u32 %0, %4, %8;\n\taddc.cc.u32 %1, %5, %9;\n\taddc.cc.u32 %2, %6, %10;\n\taddc.u32 %3, %7, %11;"
      : "=&r"(s[0]), "=&r"(s[1]), "=&r"(s[2]), "=&r"(s[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
  u32 d0, d1, borrow;
  asm("sub.cc.u32 %0, %3, %5;\n\tsubc.cc.u32 %1, %4, %6;\n\tsubc.u32 %2, 0, 0;" : "=&r"(d0), "=&r"(d1), "=&r"(borrow) : "r"(a[0]), "r"(a[1]), "r"(s[0]), "r"(b[1]));
  u64 w; asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w) : "r"(a[0]), "r"(b[2]), "l"((u64)s[3] << 7));
  i64 v; asm("mul.wide.s32 %0, %1, %2;" : "=l"(v) : "r"(a[2]), "r"(b[3]));
  u32 m0, m1;
  asm("mad.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.u32 %1, %2, %3, %5;" : "=&r"(m0), "=&r"(m1) : "r"(a[3]), "r"(b[1]), "r"(s[1]), "r"(s[2]));
  u32 *o = out + t * 8;
  o[0] = s[0] ^ s[2]; o[1] = s[1] + s[3]; o[2] = d0 ^ d1; o[3] = borrow;
  o[4] = (u32)w; o[5] = (u32)(w >> 32) ^ (u32)v; o[6] = (u32)(v >> 32); o[7] = m0 + m1;
}

// out: u32 8 n; blocks of whole warps
extern "C" __global__ void ptx_votes(const u32 *in, u32 *out, int n) {
  int t = gid();
  u32 m = mask_here(), lane = threadIdx.x & 31, count = lanes_here();
  u32 v = t < n ? in[t] : 3;
  u32 r0, r1, r2, r3, ok, any;
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 500; vote.sync.ballot.b32 %0, p, %2; }" : "=r"(r0) : "r"(v), "r"(m));
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 990; vote.sync.all.pred q, p, %2; selp.u32 %0, 1, 0, q; }" : "=r"(r1) : "r"(v), "r"(m));
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 20; vote.sync.uni.pred q, p, %2; selp.u32 %0, 1, 0, q; }" : "=r"(any) : "r"(v), "r"(m));
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 3, 0x1f, %3; selp.u32 %1, 1, 0, p; }" : "=r"(r2), "=r"(ok) : "r"(v), "r"(m));
  if (!ok || lane + 3 >= count) r2 = 77;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 2, 0x1800, %2; @!p mov.u32 %0, 55; }" : "=&r"(r3) : "r"(v), "r"(m));
  u32 elected;
  asm volatile("{ .reg .pred p; .reg .b32 d; elect.sync d|p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(elected) : "r"(m));
  u32 who = __ballot_sync(m, elected);
  u32 red; asm volatile("redux.sync.max.u32 %0, %1, %2;" : "=r"(red) : "r"(v), "r"(m));
  u32 same; asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(same) : "r"(v & 3), "r"(m));
  if (t < n) {
    u32 *o = out + t * 8;
    o[0] = r0; o[1] = r1 * 2 + any; o[2] = r2; o[3] = r3; o[4] = __popc(who); o[5] = red; o[6] = same; o[7] = ok;
  }
}

// conversions by hand. in: f32 n. out: u32 8 n
extern "C" __global__ void ptx_cvt(const float *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  float f = in[t] * 300.0f - 100.0f, g = -in[n - 1 - t];
  u32 *o = out + t * 8, r;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"(f)); o[0] = r;
  asm("{ .reg .u8 b; cvt.rzi.u8.f32 b, %1; cvt.u32.u8 %0, b; }" : "=r"(r) : "f"(fabsf(f) * 0.5f)); o[1] = r;
  asm("{ .reg .b16 h; cvt.rz.f16.f32 h, %1; cvt.u32.u16 %0, h; }" : "=r"(r) : "f"(f)); o[2] = r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(f), "f"(g)); o[3] = r;
  asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(f), "f"(g)); o[4] = r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(f)); o[5] = r;
  asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(r) : "r"((int)f * 2), "r"((int)(g * 999.0f)), "r"(o[0])); o[6] = r;
  float h; asm("cvt.sat.f32.f32 %0, %1;" : "=f"(h) : "f"(f * 0.01f)); o[7] = __float_as_uint(h);
}

// caches asked for by name
extern "C" __global__ void ptx_cache(const int *in, int *out, int n) {
  int t = gid();
  if (t >= n) return;
  int a, b, c, d, e, f, g;
  const int *p = in + t, *q = in + (n - 1 - t), *far = in + (t * 17) % n;
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(a) : "l"(p));
  asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(b) : "l"(q));
  asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(c) : "l"(far));
  asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(d) : "l"(p));
  asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(e) : "l"(q));
  asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(f) : "l"(far));
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(g) : "l"(p));
  int *o = out + t;
  asm volatile("st.global.wt.s32 [%0], %1;" ::"l"(o), "r"(a + b * 2 + c * 3) : "memory");
  asm volatile("st.global.cg.s32 [%0], %1;" ::"l"(o + n), "r"(d - e) : "memory");
  asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(o + 2 * n), "r"(f ^ g) : "memory");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
  __stcs(out + 3 * n + t, __ldg(in + t) + __ldcg(in + n - 1 - t) + __ldcs(in + t) + __ldlu(in + t));
}

// ---------------------------------------------------------------- warps

// four kinds of shuffle in three widths. out: i32 12 n; whole warps
template <int W>
__device__ void four_shuffles(int v, int lane, int *o) {
  o[0] = __shfl_sync(0xffffffffu, v, v & 31, W);
  o[1] = __shfl_up_sync(0xffffffffu, v, 1 + (W > 8), W);
  o[2] = __shfl_down_sync(0xffffffffu, v, W / 2 - 1, W);
  o[3] = __shfl_xor_sync(0xffffffffu, v, W - 1, W);
}
extern "C" __global__ void shuffle_widths(const int *in, int *out) {
  int t = gid(), lane = threadIdx.x & 31;
  int v = in[t];
  int got[12];
  four_shuffles<8>(v, lane, got);
  four_shuffles<16>(v, lane, got + 4);
  four_shuffles<32>(v, lane, got + 8);
  for (int i = 0; i < 12; ++i) out[t * 12 + i] = got[i];
}

// shuffles of wider and smaller types. out: f64 n; whole warps
extern "C" __global__ void shuffle_types(const int *in, double *out) {
  int t = gid(), lane = threadIdx.x & 31;
  int v = in[t];
  double d = __shfl_xor_sync(0xffffffffu, v * 0.125, 5);
  i64 l = __shfl_down_sync(0xffffffffu, (i64)v << 30, 4, 16);
  u64 ul = __shfl_sync(0xffffffffu, (u64)v * v, lane * 3);
  float f = __shfl_up_sync(0xffffffffu, v * 0.5f, 9);
  __half2 h = __shfl_xor_sync(0xffffffffu, __floats2half2_rn(v & 63, lane), 16);
  out[t] = d + (double)(l >> 28) + (double)ul + f + __low2float(h) * __high2float(h);
}

// halves of the warp with masks of their own, and a last warp that is not full
extern "C" __global__ void partial_masks(const int *in, int *out, int n) {
  int t = gid(), lane = threadIdx.x & 31;
  u32 m = mask_here();
  int v = t < n ? in[t] : -1, r;
  u32 odd = m & 0xaaaaaaaau, even = m & 0x55555555u;
  if (lane & 1) {
    int got = __shfl_up_sync(odd, v, 2);
    r = lane >= 2 ? got - v : v;
    r += __popc(__ballot_sync(odd, v > 400)) * 10000;
  } else {
    int src = 31 - __clz(even);
    r = __shfl_sync(even, v, src) + v;
    r = __all_sync(even, r > 100) ? -r : __any_sync(even, r > 1500) ? r * 2 : r;
  }
  __syncwarp(m);
  u32 third = __ballot_sync(m, lane % 3 == 0);
  if (third >> lane & 1) r += __reduce_add_sync(third, v);
  if (t < n) out[t] = r;
}

// out: u32 7 n
extern "C" __global__ void votes_and_matches(const int *in, u32 *out, int n) {
  int t = gid();
  u32 m = mask_here(), am = __activemask();
  int v = t < n ? in[t] : 0;
  u32 r[7];
  r[0] = __ballot_sync(m, v & 1);
  r[1] = __match_any_sync(m, v % 5);
  int pred = 0;
  r[2] = __match_all_sync(m, v / 400, &pred) + pred;
  r[3] = __match_any_sync(m, (u64)(v % 3) << 40);
  r[4] = __any_sync(m, v == 77) * 2 + __all_sync(m, v < 980);
  r[5] = __popc(am);
  r[6] = __match_any_sync(m, (v % 4) * 0.25f);
  if (t < n)
    for (int i = 0; i < 7; ++i) out[i * n + t] = r[i];
}

// out: i32 8 for each warp of the grid
extern "C" __global__ void warp_reduces(const int *in, int *out, int n) {
  int t = gid();
  u32 m = mask_here();
  int v = t < n ? in[t] - 500 : 1;
  int r[8];
  r[0] = __reduce_add_sync(m, v);
  r[1] = __reduce_min_sync(m, v);
  r[2] = __reduce_max_sync(m, v);
  r[3] = (int)__reduce_and_sync(m, (u32)v | 0xff00u);
  r[4] = (int)__reduce_or_sync(m, (u32)v & 0x3f0u);
  r[5] = (int)__reduce_xor_sync(m, (u32)v);
  r[6] = (int)__reduce_min_sync(m, (u32)v);
  r[7] = (int)__reduce_add_sync(m, (u32)v * 3u);
  int warps = (blockDim.x + 31) / 32, w = blockIdx.x * warps + threadIdx.x / 32;
  if ((threadIdx.x & 31) == 0)
    for (int i = 0; i < 8; ++i) out[w * 8 + i] = r[i];
}

// aggregated atomics: tickets of a filter, whose sum does not depend on order. out: u64 4
extern "C" __global__ void aggregated_filter(const int *in, u32 *count, u64 *sums, int n, int limit) {
  int t = gid();
  u32 m = mask_here(), lane = threadIdx.x & 31;
  bool keep = t < n && in[t] < limit;
  u32 who = __ballot_sync(m, keep);
  if (keep) {
    int leader = __ffs(who) - 1;
    u32 base = 0;
    if ((int)lane == leader) base = atomicAdd(count, __popc(who));
    base = __shfl_sync(who, base, leader);
    u32 slot = base + __popc(who & ((1u << lane) - 1));
    atomicAdd(&sums[0], (u64)slot);
    atomicAdd(&sums[1], (u64)in[t]);
    atomicXor(&sums[2], (u64)slot << (slot & 31));
    atomicMax(&sums[3], (u64)slot);
  }
}

// inclusive and exclusive scans of warps with partial last ones
extern "C" __global__ void warp_scans(const int *in, int *out, int n) {
  int t = gid(), lane = threadIdx.x & 31;
  u32 m = mask_here();
  int v = t < n ? in[t] : 0, s = v, best = v;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int a = __shfl_up_sync(m, s, d), b = __shfl_up_sync(m, best, d);
    if (lane >= d) { s += a; best = best > b ? best : b; }
  }
  if (t < n) { out[t] = s - v; out[n + t] = best; }
}

// warps with different work, then one sum
extern "C" __global__ void specialised_warps(const int *in, int *out, int n) {
  __shared__ int parts[8];
  int w = threadIdx.x / 32, lane = threadIdx.x & 31, warps = (blockDim.x + 31) / 32;
  u32 m = mask_here();
  int acc = 0;
  if (w == 0) {
    for (int i = lane; i < n; i += lanes_here()) acc += in[i];
  } else if (w == 1) {
    for (int i = lane; i < n; i += lanes_here()) acc = max(acc, in[i]);
  } else if (w % 2) {
    for (int i = lane; i < n && in[i] > w * 5; i += lanes_here()) acc ^= in[i] << (i & 3);
  } else {
    for (int i = n - 1 - lane; i >= 0; i -= lanes_here()) { if (in[i] % 7 == 0) continue; acc += in[i] & 15; if (acc > 300) break; }
  }
  acc = w == 1 ? __reduce_max_sync(m, acc) : __reduce_add_sync(m, acc);
  if (lane == 0) parts[w] = acc;
  __syncthreads();
  if (threadIdx.x < (u32)warps) out[blockIdx.x * warps + threadIdx.x] = parts[threadIdx.x] + (int)blockIdx.x;
}

// lanes leave a voted loop at different rounds
extern "C" __global__ void leaving_lanes(const u32 *in, u32 *out, int n) {
  int t = gid();
  u32 m = mask_here(), lane = threadIdx.x & 31;
  u32 left = t < n ? in[t] % 23 : 0, acc = 0, alive = m;
  for (int round = 0; round < 40; ++round) {
    u32 still = __ballot_sync(alive, left > 0);
    if (left == 0) break;
    alive = still;
    left -= 1 + (left > 11 && (round & 1));
    int src = __ffs(alive) - 1;
    acc = acc * 3 + __shfl_sync(alive, left + lane, src) + __popc(alive);
  }
  __syncwarp(m);
  acc += __reduce_max_sync(m, acc & 0xffff);
  if (t < n) out[t] = acc;
}

// branches within branches, each joined again
extern "C" __global__ void nested_joins(const int *in, int *out, int n) {
  __shared__ int box[256];
  int t = gid(), l = threadIdx.x, lane = l & 31;
  u32 m = mask_here();
  int v = t < n ? in[t] : 0;
  box[l] = 0;
  __syncwarp(m);
  for (int r = 0; r < ROUNDS; ++r) {
    if (v & 1) {
      if (v & 2) {
        if (v & 4) v = v * 5 + 1; else v += r;
        box[l] += v;
      } else {
        v ^= 0x2d;
      }
      box[l] ^= 3;
    } else {
      for (int i = 0; i < (v & 3); ++i) box[l] += i + v;
      v = v / 2 + 3 * lane;
    }
    __syncwarp(m);
    int peer = box[(l & ~31) + (lane + 1) % (int)lanes_here()];
    __syncwarp(m);
    v = (v + peer) & 0xffff;
  }
  if (t < n) out[t] = v * 3 + (box[l] & 0xff);
}
