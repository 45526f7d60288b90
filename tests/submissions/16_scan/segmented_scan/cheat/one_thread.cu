// expect: global_sectors, machine_code
// One thread goes through everything.

extern "C" __global__ void segmented_scan(const int* in, const int* heads, int* out, int n)
{
    if (threadIdx.x > 0)
        return;
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        sum = heads[i] ? in[i] : sum + in[i];
        out[i] = sum;
    }
}
