// Which function is called is known at run time: by an object's class, and by a pointer.

struct Shape {
    virtual __device__ int area(int x) = 0;
};
struct Square : Shape {
    __device__ int area(int x) { return x * x; }
};
struct Strip : Shape {
    __device__ int area(int x) { return x + x; }
};

__device__ int thrice(int x) { return x * 3; }
__device__ int five_times(int x) { return x * 5; }

extern "C" __global__ void k(int* i)
{
    Square square;
    Strip strip;
    Shape* shape = i[0] ? (Shape*)&square : (Shape*)&strip;
    int (*times)(int) = i[threadIdx.x] > 3 ? thrice : five_times;
    i[threadIdx.x] = shape->area(threadIdx.x) + times(threadIdx.x);
}
