// out[i] = in[i], one warp. On the way each lane adds three times to a counter in global memory.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define SHARE 8    // 8, 4, 2 or 16. Each is a question of its own

// TODO(1): your predictions. Which lanes meet at one counter, and in which 32-byte sectors do the counters lie? (5 numbers)
// BEGIN SOLUTION
// PREDICT(1): lanes at one address in A = 8
// PREDICT(2): passes of A = 8
// PREDICT(3): passes of B = 4
// PREDICT(4): lanes at one address in C = 1
// PREDICT(5): passes of C = 32
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): lanes at one address in A = ?
//| // PREDICT(2): passes of A = ?
//| // PREDICT(3): passes of B = ?
//| // PREDICT(4): lanes at one address in C = ?
//| // PREDICT(5): passes of C = ?
// END STARTER

__device__ __align__(32) int counter[32 * SHARE];    // zeros when the program is loaded

extern "C" __global__ void count_contention(const float* in, float* out, int n)    // n is 32
{
    int lane = threadIdx.x;

    atomicAdd(&counter[lane / SHARE], lane);    // A
    atomicAdd(&counter[lane % SHARE], lane);    // B
    atomicAdd(&counter[lane * SHARE], lane);    // C

    out[lane] = in[lane];
}
