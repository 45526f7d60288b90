// out[i] = in[i] for 512 elements, in one block of 512 threads. Thread t takes element t * STRIDE; behind the end it goes on
// at the beginning. As STRIDE is odd and 512 a power of two, each element is taken once.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define STRIDE 3    // 3, 5 or 9: each is a question of its own

// TODO(1): your predictions, for all warps together. (3 numbers)
// BEGIN SOLUTION
// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 192
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 128
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): requests, one for each load of a warp = ?
//| // PREDICT(2): sectors that the loads touch = ?
//| // PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = ?
// END STARTER

extern "C" __global__ void count_strides(const float* in, float* out, int n)
{
    int i = threadIdx.x * STRIDE % n;
    out[i] = in[i];
}
