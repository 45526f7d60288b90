// One block of 256 threads scans 256 elements: out[i] = in[0] + ... + in[i]. There are three ways to do it.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define WAY 1    // 1: Hillis-Steele in one array, 2: in two arrays, 3: two sweeps. Each is a question of its own

// TODO(1): your predictions. Lines that add are marked A; each of them stores once for every warp in which a thread adds
// (or copies, in way 2). (3 numbers)
// PREDICT(1): barriers, counted once for each warp that waits = ?
// PREDICT(2): store requests of the lines A, one for each warp that stores = ?
// PREDICT(3): shared-memory wavefronts of these stores = ?

extern "C" __global__ void count_scan(const int* in, int* out, int n)    // n is 256
{
    __shared__ int part[2][256];
    int tid = threadIdx.x;
    int own = in[tid];
    part[0][tid] = own;
    __syncthreads();

#if WAY == 1
    for (int step = 1; step < 256; step *= 2) {
        int before = tid >= step ? part[0][tid - step] : 0;
        __syncthreads();
        if (tid >= step)
            part[0][tid] += before;    // A
        __syncthreads();
    }
    out[tid] = part[0][tid];
#elif WAY == 2
    int now = 0;
    for (int step = 1; step < 256; step *= 2) {
        int before = tid >= step ? part[now][tid - step] : 0;
        part[1 - now][tid] = part[now][tid] + before;    // A
        now = 1 - now;
        __syncthreads();
    }
    out[tid] = part[now][tid];
#else
    for (int half = 1; half < 256; half *= 2) {    // up: sums of 2, of 4, of 8 ... of 256 elements
        int right = (tid + 1) * 2 * half - 1;
        if (right < 256)
            part[0][right] += part[0][right - half];    // A
        __syncthreads();
    }
    if (tid == 0)
        part[0][255] = 0;
    for (int half = 128; half > 0; half /= 2) {    // down: what comes before each of them
        __syncthreads();
        int right = (tid + 1) * 2 * half - 1;
        if (right < 256) {
            int left_sum = part[0][right - half];
            part[0][right - half] = part[0][right];
            part[0][right] += left_sum;    // A
        }
    }
    __syncthreads();
    out[tid] = part[0][tid] + own;    // two sweeps make an exclusive scan
#endif
}
