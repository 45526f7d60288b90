// In the manner of "CUDA by Example": bitmaps, fractals, ray tracing, heat, locks and hash tables.

#define DIM 40
#define imin(a,b) (a<b?a:b)

struct Complex {
    float   r;
    float   i;
    __device__ Complex( float a, float b ) : r(a), i(b)  {}
    __device__ float squared( void ) {
        return r * r + i * i;
    }
    __device__ Complex operator*(const Complex& a) {
        return Complex(r*a.r - i*a.i, i*a.r + r*a.i);
    }
    __device__ Complex operator+(const Complex& a) {
        return Complex(r+a.r, i+a.i);
    }
};

__device__ int escapes( int x, int y ) {
    const float scale = 1.5;
    float re = scale * (float)(DIM/2 - x)/(DIM/2);
    float im = scale * (float)(DIM/2 - y)/(DIM/2);

    Complex c(-0.8, 0.156);
    Complex a(re, im);

    int i = 0;
    for (i=0; i<200; i++) {
        a = a * a + c;
        if (a.squared() > 1000)
            return 0;
    }

    return 1;
}

extern "C" __global__ void julia_pixels( unsigned char *pixels ) {
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;

    int inside = escapes( x, y );
    pixels[offset*4 + 0] = 255 * inside;
    pixels[offset*4 + 1] = 0;
    pixels[offset*4 + 2] = 0;
    pixels[offset*4 + 3] = 255;
}

extern "C" __global__ void rings( unsigned char *pixels, int tick ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;

    float dx = x - DIM/2;
    float dy = y - DIM/2;
    float d = sqrtf( dx * dx + dy * dy );
    unsigned char grey = (unsigned char)(128.0f + 127.0f *
                                         cos(d/10.0f - tick/7.0f) /
                                         (d/10.0f + 1.0f));
    pixels[offset*4 + 0] = grey;
    pixels[offset*4 + 1] = grey;
    pixels[offset*4 + 2] = grey;
    pixels[offset*4 + 3] = 255;
}

#define PI 3.1415926535897932f
extern "C" __global__ void mirrored_waves( float *pixels ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    __shared__ float    tile[8][8];
    const float period = 128.0f;
    tile[threadIdx.x][threadIdx.y] =
            255 * (sinf(x*2.0f*PI/ period) + 1.0f) *
                  (sinf(y*2.0f*PI/ period) + 1.0f) / 4.0f;
    __syncthreads();
    pixels[offset] = tile[7-threadIdx.x][7-threadIdx.y];
}

#define FAR_AWAY     2e10f
struct Ball {
    float   r,b,g;
    float   radius;
    float   x,y,z;
    __device__ float height_at( float ox, float oy, float *n ) const {
        float dx = ox - x;
        float dy = oy - y;
        if (dx*dx + dy*dy < radius*radius) {
            float dz = sqrtf( radius*radius - dx*dx - dy*dy );
            *n = dz / sqrtf( radius * radius );
            return dz + z;
        }
        return -FAR_AWAY;
    }
};
#define BALLS 3
__constant__ Ball s[BALLS] = {
    {1.0f, 0.5f, 0.25f, 8.0f, -4.0f, 3.0f, 0.0f},
    {0.5f, 1.0f, 0.0f, 6.0f, 5.0f, -6.0f, 4.0f},
    {0.25f, 0.75f, 1.0f, 10.0f, 9.0f, 9.0f, -5.0f}};

extern "C" __global__ void shaded_spheres( unsigned char *pixels ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float   ox = (x - DIM/2);
    float   oy = (y - DIM/2);

    float   r=0, g=0, b=0;
    float   nearest = -FAR_AWAY;
    for(int i=0; i<BALLS; i++) {
        float   n;
        float   t = s[i].height_at( ox, oy, &n );
        if (t > nearest) {
            float shade = n;
            r = s[i].r * shade;
            g = s[i].g * shade;
            b = s[i].b * shade;
            nearest = t;
        }
    }

    pixels[offset*4 + 0] = (int)(r * 255);
    pixels[offset*4 + 1] = (int)(g * 255);
    pixels[offset*4 + 2] = (int)(b * 255);
    pixels[offset*4 + 3] = 255;
}

#define SPEED   0.25f
extern "C" __global__ void diffuse_heat( float *warmed, const float *warm, const float *heaters ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;

    int left = offset - 1;
    int right = offset + 1;
    if (x == 0)   left++;
    if (x == DIM-1) right--;

    int top = offset - DIM;
    int bottom = offset + DIM;
    if (y == 0)   top += DIM;
    if (y == DIM-1) bottom -= DIM;

    float   t, l, c, r, b;
    t = warm[top]; l = warm[left]; c = warm[offset]; r = warm[right]; b = warm[bottom];
    c = c + SPEED * (t + b + r + l - 4 * c);
    if (heaters[offset] != 0) c = heaters[offset];
    warmed[offset] = c;
}

struct SpinLock {
    int *word;
    __device__ SpinLock( int *m ) : word( m ) {}
    __device__ void lock( void ) {
        while( atomicCAS( word, 0, 1 ) != 0 );
        __threadfence();
    }
    __device__ void unlock( void ) {
        __threadfence();
        atomicExch( word, 0 );
    }
};

const int THREADS = 64;
extern "C" __global__ void dot_behind_a_lock( int *word, float *a, float *b, float *c, int N ) {
    SpinLock lock( word );
    __shared__ float products[THREADS];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int slot = threadIdx.x;

    float   partial = 0;
    while (tid < N) {
        partial += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }

    products[slot] = partial;

    __syncthreads();

    int i = blockDim.x/2;
    while (i != 0) {
        if (slot < i)
            products[slot] += products[slot + i];
        __syncthreads();
        i /= 2;
    }

    if (slot == 0) {
        lock.lock();
        *c += products[0];
        lock.unlock();
    }
}

struct Item {
    unsigned int    key;
    int             value;
    int             next;
};

struct Buckets {
    int     count;
    int    *entries;
    Item  *pool;
};

__device__ int bucket_of( unsigned int value, int count ) {
    return value % count;
}

extern "C" __global__ void fill_hash_table( unsigned int *keys, int *values, int elements,
                                         int count, int *entries, Item *pool, int *locks ) {
    Buckets table = { count, entries, pool };
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;

    while (tid < elements) {
        unsigned int key = keys[tid];
        size_t bucket = bucket_of( key, table.count );
        for (int i=0; i<32; i++) {
            if ((tid % 32) == i) {
                Item *item = &(table.pool[tid]);
                item->key = key;
                item->value = values[tid];
                SpinLock lock( &locks[bucket] );
                lock.lock();
                item->next = ((volatile int *)table.entries)[bucket];
                ((volatile int *)table.entries)[bucket] = tid;
                lock.unlock();
            }
        }
        tid += stride;
    }
}

#define SIZE    (1000)
extern "C" __global__ void byte_histogram( unsigned char *bytes, long size, unsigned int *totals ) {
    __shared__  unsigned int partial[256];
    partial[threadIdx.x] = 0;
    __syncthreads();

    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd( &partial[bytes[i]], 1 );
        i += stride;
    }
    __syncthreads();
    atomicAdd( &(totals[threadIdx.x]), partial[threadIdx.x] );
}
