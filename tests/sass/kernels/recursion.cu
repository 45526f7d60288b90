// A function that calls itself, with a stack.

__device__ int fibonacci(int x) { return x < 2 ? x : fibonacci(x - 1) + fibonacci(x - 2); }

extern "C" __global__ void k(int* i) { i[threadIdx.x] = fibonacci(i[threadIdx.x]); }
