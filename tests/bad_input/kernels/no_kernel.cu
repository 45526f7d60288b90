// fails: compiles
// says: There is no kernel in the file

__device__ float twice(float x)
{
    return 2.0f * x;
}
