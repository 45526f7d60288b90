// out[i] = 2 * in[i], by one block of 96 threads: three warps. Every value of `in` is there once: 1, 2, 3 ... 96, in no order.
// A branch diverges when lanes of one warp go different ways at it. Predict how often each of these does, all warps
// together, then check. The two functions stand for long bodies: __noinline__ keeps the compiler from melting them together.
#define GROUP 4    // 4, 2, 8, 16, 24, 32 or 48. Each is a question of its own

// TODO(1): your predictions. Leave the kernel as it is. (5 numbers)
// PREDICT(1): divergent branches of A = ?
// PREDICT(2): divergent branches of B = ?
// PREDICT(3): divergent branches of C = ?
// PREDICT(4): divergent branches of loop D = ?
// PREDICT(5): how often warps execute store E, one machine instruction = ?

__device__ __noinline__ float by_sum(float x) { return x + x; }
__device__ __noinline__ float by_product(float x) { return x * 2.0f; }

extern "C" __global__ void count_divergence(const float* in, float* out, int n)    // n is 96
{
    int i = threadIdx.x;
    volatile float* mine = out + i;    // volatile: every store to *mine is made, however often
    int rounds = i % GROUP * 2;
    float x = in[i];

    float y = x;
    if (i % 2 == 1)                // A: one short statement
        y = -x;
    y = fabsf(y);

    if (i / GROUP % 2 == 1)        // B: GROUP neighbours go one way, the next GROUP the other
        y = by_sum(y);
    else
        y = by_product(y);

    if (x == 1.0f)                 // C: true for one of the 96 values
        y = by_sum(x);

    #pragma unroll 1
    for (int k = 0; k < rounds; ++k)    // D: 0, 2, 4 ... rounds, by the lane
        *mine = x;                      // E

    *mine = y;
}
