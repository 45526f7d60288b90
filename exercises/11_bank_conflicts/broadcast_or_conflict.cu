// out[i] = 2 * in[i], one warp. The 2 is a sum of four factors that are read from shared memory. All of them are 0.5 here,
// so the result is the same whichever word a lane reads; the cost is not. Predict first, then check.
#define SHARE 8    // 8, 16 or 2. Each is a question of its own

// TODO(1): your predictions. Which of the four reads are broadcasts, which are conflicts? (4 numbers)
// PREDICT(1): wavefronts of read A = ?
// PREDICT(2): wavefronts of read B = ?
// PREDICT(3): wavefronts of read C = ?
// PREDICT(4): wavefronts of read D = ?

extern "C" __global__ void broadcast_or_conflict(const float* in, float* out, int n)    // n is 32
{
    __shared__ float factor[1024];
    int lane = threadIdx.x;

    for (int i = lane; i < 1024; i += 32)
        factor[i] = 0.5f;
    __syncthreads();

    float a = factor[lane / SHARE];         // A
    float b = factor[lane / SHARE * 64];    // B
    float c = factor[lane % SHARE * 32];    // C
    float d = factor[lane % SHARE * 33];    // D

    out[lane] = (a + b + c + d) * in[lane];
}
