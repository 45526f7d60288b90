// expect: correctness
// Does nothing, quickly and with no sector at all.

extern "C" __global__ void matvec(const float* A, const float* x, float* y, int M, int N, int lda)
{
}
