// out[i] = in[i] rounded to TF32, the format in which tensor cores multiply floats: 10 bits behind the point instead
// of 23. To the nearest; of two that are equally near, the one further from zero. A TF32 number is stored as a float
// whose last 13 bits are 0.

extern "C" __global__ void round_to_tf32(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    unsigned bits;    // of the rounded number, as they lie in a register
    // TODO(1): PTX has an instruction for it: cvt.rna.tf32.f32, from an "f" to an "=r". (1 line)
    bits = __float_as_uint(in[i]);
    out[i] = __uint_as_float(bits);
}
