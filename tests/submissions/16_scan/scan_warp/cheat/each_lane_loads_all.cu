// expect: global_sectors, work, machine_code
// Every lane loads all that comes before it: no shuffle, many loads.

extern "C" __global__ void scan_warp(const int* in, int* inclusive, int* exclusive, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = i - threadIdx.x % 32; k < i; ++k)
        sum += in[k];
    exclusive[i] = sum;
    inclusive[i] = sum + in[i];
}
