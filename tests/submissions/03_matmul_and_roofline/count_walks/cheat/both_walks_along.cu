// expect: predictions
// The kernel is changed until it costs what was predicted: what counts is the course's own.

// PREDICT(1): along the rows, requests of the loads = 32
// PREDICT(2): along the rows, sectors of the loads = 96
// PREDICT(3): down the columns, requests of the loads = 24
// PREDICT(4): down the columns, sectors of the loads = 96

extern "C" __global__ void count_walks(const float* in, float* out, int n)
{
    int half = n / 2;
    if (threadIdx.x < 32) {
        for (int i = threadIdx.x; i < half; i += 24)
            out[i] = in[i]; // along
    } else {
        for (int i = threadIdx.x - 32; i < half; i += 32)
            out[half + i] = in[half + i]; // down
    }
}
