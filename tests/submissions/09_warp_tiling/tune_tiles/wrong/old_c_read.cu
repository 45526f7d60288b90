// expect: correctness
// The old C is read although beta is 0, and 0 times NaN is NaN.

// TODO(1)
#ifndef BM
#define BM 128
#endif
#ifndef BN
#define BN 256
#endif
#ifndef BK
#define BK 8
#endif
#ifndef WM
#define WM 64
#endif
#ifndef WN
#define WN 64
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 16
#endif

// INSTEAD OF
        float4 old = beta == 0.0f ? float4{} : *reinterpret_cast<const float4*>(to);
// WRITE
        float4 old = *reinterpret_cast<const float4*>(to);

// INSTEAD OF
            to[i] = alpha * sum[i] + (beta == 0.0f ? 0.0f : beta * to[i]);
// WRITE
            to[i] = alpha * sum[i] + beta * to[i];
