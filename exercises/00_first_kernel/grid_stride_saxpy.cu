// saxpy, "a times x plus y": y[i] = a * x[i] + y[i] for every i from 0 to n - 1, each element exactly once.
// The grid may have any number of threads, far fewer than elements or far more: the threads share the elements out.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    // TODO(1): this thread's first element, and how many threads the whole grid has. (2 lines)

    // TODO(2): update this thread's elements, from its first one to the end of the vectors. (2 lines)
}
