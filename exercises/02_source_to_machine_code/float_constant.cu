// fahrenheit[i] = 1.8 * celsius[i] + 32 for every i from 0 to n - 1, in single precision from beginning to end.

extern "C" __global__ void float_constant(const float* celsius, float* fahrenheit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        // TODO(1): mend this. The machine code converts, computes in double precision and converts back. (1 line)
        fahrenheit[i] = 1.8 * celsius[i] + 32.0;
    }
}
