// Templates, namespaces and overloads: kernels whose PTX name is mangled.
namespace shapes {
template <typename T, int N>
__global__ void fill(T* out)
{
    out[threadIdx.x] = static_cast<T>(N);
}
__global__ void negate(float* x)
{
    x[threadIdx.x] = -x[threadIdx.x];
}
}  // namespace shapes

template <typename T>
__global__ void scale(T* x, T factor)
{
    x[threadIdx.x] *= factor;
}
template __global__ void scale<double>(double*, double);

__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
__global__ void twice(float* x) { x[threadIdx.x] *= 2.0f; }
extern "C" __global__ void plain(int* x) { x[0] = 1; }
