// expect: correctness
// Nobody waits for anybody.

extern "C" __global__ void producer_consumer(const float* in, float* out, int n)
{
}
