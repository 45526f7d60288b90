// expect: global_sectors, machine_code
// Every thread goes back to the head of its segment and adds up from there.

extern "C" __global__ void segmented_scan(const int* in, const int* heads, int* out, int n)
{
    for (int i = threadIdx.x; i < n; i += 256) {
        int sum = in[i];
        for (int k = i; k > 0 && !heads[k]; --k)
            sum += in[k - 1];
        out[i] = sum;
    }
}
