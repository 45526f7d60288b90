// Control flow: switch, goto, loops of every kind, short circuits, divergence, local arrays, function pointers.

extern "C" __global__ void dense_switch(const int* in, int* out) {
    int x = in[threadIdx.x], r;
    switch (x) {
        case 0: r = 10; break;
        case 1: r = x * 7 - 3; break;
        case 2: r = x << 4; break;
        case 3: r = threadIdx.x; break;
        case 4: r = ~x; break;
        case 5: r = out[threadIdx.x] + 5; break;
        case 6: r = x * x * x; break;
        case 7: r = -1; break;
        default: r = 1000 + x;
    }
    out[threadIdx.x] = r;
}

extern "C" __global__ void sparse_switch(const int* in, int* out) {
    int r = 0;
    switch (in[threadIdx.x]) {
        case -1000: r = 1; break;
        case 7: r = 2; break;
        case 77777: r = 3; break;
        case 0x7FFFFFFF: r = 4; break;
        case 'x': r = 5; break;
    }
    out[threadIdx.x] = r;
}

extern "C" __global__ void switch_that_falls_through(const int* in, int* out) {
    int r = 0;
    switch (in[threadIdx.x] & 7) {
        case 0: r += 1;
        case 1: r += 10;
        case 2: r += 100; break;
        case 3:
        case 4: r += 1000;
        default: r += 10000;
        case 6: r += 100000; break;
        case 7: return;
    }
    out[threadIdx.x] = r;
}

extern "C" __global__ void switch_with_calls(const float* in, const int* op, float* out) {
    float x = in[threadIdx.x];
    switch (op[threadIdx.x]) {
        case 0: x = sqrtf(x); break;
        case 1: x = x * x; break;
        case 2: for (int i = 0; i < 3; ++i) x = x / 2 + 1; break;
        case 3: if (x > 2) { x = 2; break; } x += 0.5f; break;
        case 4: x = floorf(x); break;
        default: x = 0;
    }
    out[threadIdx.x] = x;
}

extern "C" __global__ void state_machine(const unsigned char* text, int length, int* words) {
    enum State { OUTSIDE, WORD, NUMBER } state = OUTSIDE;
    int count = 0;
    const unsigned char* line = text + threadIdx.x * length;
    for (int i = 0; i < length; ++i) {
        unsigned char c = line[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'), digit = c >= '0' && c <= '9';
        switch (state) {
            case OUTSIDE:
                if (letter) { state = WORD; ++count; }
                else if (digit) { state = NUMBER; count += 100; }
                break;
            case WORD: if (!letter && !digit) state = OUTSIDE; break;
            case NUMBER: if (!digit) state = letter ? WORD : OUTSIDE; break;
        }
    }
    words[threadIdx.x] = count;
}

extern "C" __global__ void gotos(const int* in, int* out) {
    int x = in[threadIdx.x], steps = 0;
again:
    ++steps;
    if (x > 100) { x -= 37; goto again; }
    if (x < 0) { x += 53; goto again; }
    if (x % 7 == 3) goto done;
    x = x * 3 % 101;
    if (steps < 20) goto again;
done:
    out[threadIdx.x] = steps * 1000 + x;
}

extern "C" __global__ void do_while_loops(const int* in, int* out) {
    int x = in[threadIdx.x], digits = 0, reversed = 0;
    do {
        reversed = reversed * 10 + x % 10;
        x /= 10;
        ++digits;
    } while (x);
    out[threadIdx.x] = reversed * 10 + digits;
}

extern "C" __global__ void breaks_and_continues(const int* in, int n, int* out) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        int v = in[(i + threadIdx.x) % n];
        if (v < 0) continue;
        if (v > 90) break;
        int j = 0;
        while (true) {
            if (++j > v % 5) break;
            if (j == 2) continue;
            sum += j;
        }
        sum += v;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void short_circuits(const int* in, const int* next, int n, int* out) {
    int at = threadIdx.x, hops = 0;
    while (at >= 0 && at < n && in[at] > 0 && hops < 50) {  // in[at] must not be read when at is outside
        at = next[at];
        ++hops;
    }
    bool a = at < 0 || in[at % n] == 0, b = at >= 0 && ++hops > 3;
    out[threadIdx.x] = hops + 100 * a + 1000 * b;
}

extern "C" __global__ void ternaries(const int* in, int* out) {
    int x = in[threadIdx.x];
    out[threadIdx.x] = x > 50 ? (x & 1 ? x * 2 : x / 2) : x < -50 ? -x : x == 0 ? 999 : (x > 0 ? 1 : 2);
}

extern "C" __global__ void early_returns(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (in[i] < 0) {
        out[i] = -1;
        return;
    }
    for (int d = 2; d < 20; ++d) {
        if (in[i] % d == 0) {
            out[i] = d;
            return;
        }
    }
    out[i] = 0;
}

extern "C" __global__ void nested_divergence(const int* in, int* out) {
    int x = in[threadIdx.x], r = 0;
    for (int i = 0; i < x % 5; ++i) {
        for (int j = i; j < threadIdx.x % 7; ++j) {
            if ((i + j) & 1) r += i * j;
            else if (x & 8) r -= j;
            else {
                r ^= 3;
                for (int k = 0; k < j; ++k) r += k;
            }
        }
        if (r > 200) break;
    }
    out[threadIdx.x] = r;
}

extern "C" __global__ void duffs_device(const int* in, int* out, int n) {
    int count = n - threadIdx.x, at = 0, sum = 0;
    int rounds = (count + 3) / 4;
    switch (count % 4) {
        case 0: do { sum = 3 * sum + in[at++];
        case 3:      sum = 3 * sum + in[at++];
        case 2:      sum = 3 * sum + in[at++];
        case 1:      sum = 3 * sum + in[at++];
                } while (--rounds > 0);
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void local_arrays(const int* in, int* out, int n) {
    int bins[16];
    for (int i = 0; i < 16; ++i) bins[i] = 0;
    for (int i = 0; i < n; ++i) bins[in[i * 32 + threadIdx.x] & 15]++;
    int best = 0;
    for (int i = 1; i < 16; ++i)
        if (bins[i] > bins[best]) best = i;
    out[threadIdx.x] = best * 100 + bins[best];
}

extern "C" __global__ void local_sort(const float* in, float* out) {
    float v[12];
    for (int i = 0; i < 12; ++i) v[i] = in[threadIdx.x * 12 + i];
    for (int i = 1; i < 12; ++i) {
        float key = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > key) {
            v[j + 1] = v[j];
            --j;
        }
        v[j + 1] = key;
    }
    for (int i = 0; i < 12; ++i) out[threadIdx.x * 12 + i] = v[i];
}

extern "C" __global__ void local_stack(const int* program, int length, int* out) {
    int stack[32], top = 0;
    for (int i = 0; i < length; ++i) {
        int op = program[i];
        if (op >= 0) stack[top++] = op + threadIdx.x;
        else if (op == -1) { --top; stack[top - 1] += stack[top]; }
        else if (op == -2) { --top; stack[top - 1] *= stack[top]; }
        else { int t = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = t; }
    }
    out[threadIdx.x] = stack[0];
}

__device__ __noinline__ int add_one(int x) { return x + 1; }
__device__ __noinline__ int times_two(int x) { return x * 2; }
__device__ __noinline__ int negate(int x) { return -x; }
typedef int (*Unary)(int);
__device__ Unary operations[3] = {add_one, times_two, negate};

extern "C" __global__ void function_pointers_in_a_table(const int* which, int* out) {
    Unary f = operations[which[threadIdx.x]];
    out[threadIdx.x] = f(threadIdx.x);
}

__device__ __noinline__ int apply_twice(Unary f, int x) { return f(f(x)); }

extern "C" __global__ void function_pointers_as_arguments(int* out, int mode) {
    Unary f = mode == 0 ? add_one : negate;
    out[threadIdx.x] = apply_twice(f, threadIdx.x) + apply_twice(times_two, 3);
}

extern "C" __global__ void function_pointers_known_to_the_compiler(int* out) {
    Unary f = threadIdx.x % 2 ? add_one : times_two;
    out[threadIdx.x] = f(threadIdx.x);
}

extern "C" __global__ void loop_with_shared_exit(const int* in, int* out, int n) {
    int i = 0;
    for (;; ++i) {
        if (i >= n) goto none;
        if (in[i] == (int)threadIdx.x) break;
        if (in[i] < 0 && i > 10) goto none;
    }
    out[threadIdx.x] = i;
    return;
none:
    out[threadIdx.x] = -1;
}

extern "C" __global__ void while_with_atomics(int* counter, int* taken, int total) {
    int mine = 0, item;
    while ((item = atomicAdd(counter, 1)) < total) {
        atomicAdd(&taken[item], 1);
        ++mine;
        if (mine > 1000) return;
    }
}

extern "C" __global__ void comma_and_compound(int* out) {
    int a = threadIdx.x, b = 3, c;
    c = (a += b, b = a * 2, b - 1);
    a ^= b ^= a ^= b;
    c <<= a & 3;
    c |= 1, c %= 1000, c -= b > 5;
    out[threadIdx.x] = a + 10 * b + 100 * c++ + c--;
}

extern "C" __global__ void unrolled_loops(const float* in, float* out) {
    float s0 = 0, s1 = 0, s2 = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) s0 += in[i] * i;
#pragma unroll 4
    for (int i = 0; i < 17; ++i) s1 += in[i] - i;
#pragma unroll 1
    for (int i = 0; i < 5 + threadIdx.x; ++i) s2 += in[i % 17];
    out[3 * threadIdx.x] = s0;
    out[3 * threadIdx.x + 1] = s1;
    out[3 * threadIdx.x + 2] = s2;
}
