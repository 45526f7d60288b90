// expect: resources
// Constant indices, but a cap of 24 registers (__maxnreg__) leaves no room for the eight sums: ptxas spills some to
// local memory.

// INSTEAD OF
extern "C" __global__ void bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
// WRITE
extern "C" __global__ void __maxnreg__(24) bucket_sums(const int* keys, const float* values, float* sums, int rows, int cols)
