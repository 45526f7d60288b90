// Small programs of the kind that exist in every language: one thread, one answer, or one block, one table.

extern "C" __global__ void roman_numerals(const int* numbers, char* out) {
    const char* const symbols[] = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
    const int values[] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    int n = numbers[threadIdx.x];
    char* to = out + 16 * threadIdx.x;
    for (int k = 0; n; ++k)
        for (; n >= values[k]; n -= values[k])
            for (const char* s = symbols[k]; *s; ) *to++ = *s++;
    *to = '\0';
}

extern "C" __global__ void brainfuck(const char* code, int length, const unsigned char* input, unsigned char* out) {
    unsigned char tape[40] = {0};
    int jumps[64], stack[16], depth = 0, at = 0, written = 0;
    for (int i = 0; i < length; i++) {
        if (code[i] == '[') stack[depth++] = i;
        else if (code[i] == ']') { jumps[i] = stack[--depth]; jumps[jumps[i]] = i; }
    }
    unsigned char in = input[threadIdx.x];
    for (int pc = 0; pc < length; ++pc) switch (code[pc]) {
        case '>': ++at; break;
        case '<': --at; break;
        case '+': ++tape[at]; break;
        case '-': --tape[at]; break;
        case '.': out[4 * threadIdx.x + written++] = tape[at]; break;
        case ',': tape[at] = in; break;
        case '[': if (!tape[at]) pc = jumps[pc]; break;
        case ']': if (tape[at]) pc = jumps[pc]; break;
    }
}

extern "C" __global__ void luhn_and_isbn(const char* digits, unsigned char* ok) {
    const char* d = digits + 20 * threadIdx.x;
    int n = 0, sum = 0;
    while (d[n]) n++;
    for (int i = n - 1, twice = 0; i >= 0; --i, twice ^= 1) {
        int v = (d[i] - '0') << twice;
        sum += v / 10 + v % 10;
    }
    ok[threadIdx.x] = sum % 10 == 0;
}

// Big factorials in base 10^9, and their digits in reverse order.
extern "C" __global__ void big_factorials(const int* n, unsigned* limbs, int width) {
    unsigned* x = limbs + width * threadIdx.x;
    int used = 1;
    x[0] = 1;
    for (int k = 2; k <= n[threadIdx.x]; k++) {
        unsigned long long carry = 0;
        for (int i = 0; i < used || carry; i++) {
            if (i == used) x[used++] = 0;
            carry += (unsigned long long)x[i] * k;
            x[i] = carry % 1000000000;
            carry /= 1000000000;
        }
    }
}

// A spiral, a zigzag and a magic square, each entry by its own thread.
extern "C" __global__ void figures(int n, int* spiral, int* zigzag, int* magic) {
    int r = threadIdx.y, c = threadIdx.x;
    int ring = min(min(r, c), min(n - 1 - r, n - 1 - c)), side = n - 2 * ring, base = n * n - side * side;
    int y = r - ring, x = c - ring, value;
    if (y == 0) value = x;
    else if (x == side - 1) value = side - 1 + y;
    else if (y == side - 1) value = 3 * (side - 1) - x;
    else value = 4 * (side - 1) - y;
    spiral[r * n + c] = base + value;
    int d = r + c, before = d < n ? d * (d + 1) / 2 : n * n - (2 * n - 1 - d) * (2 * n - d) / 2;
    int within = d % 2 ? (d < n ? r : r - (d - n + 1)) : (d < n ? c : c - (d - n + 1));
    zigzag[r * n + c] = before + within;
    magic[r * n + c] = n * ((r + c + 1 + n / 2) % n) + (r + 2 * c + n - 3 + 5) % n + 1;
}

// Elementary cellular automata, 32 rules at once, the row as bits of a 64-bit word on a ring.
extern "C" __global__ void wolfram_rules(unsigned first, unsigned long long start, int steps, unsigned long long* out) {
    unsigned rule = first + threadIdx.x;
    unsigned long long row = start;
    while (steps--) {
        unsigned long long left = row >> 1 | row << 63, right = row << 1 | row >> 63, next = 0;
        for (int p = 0; p < 8; ++p)
            if (rule >> p & 1) next |= (p & 4 ? left : ~left) & (p & 2 ? row : ~row) & (p & 1 ? right : ~right);
        row = next;
    }
    out[threadIdx.x] = row;
}

// Calendar arithmetic: day of the week and the day number, by integer divisions of negative numbers too.
__device__ long long floor_div(long long a, long long b) { long long q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
extern "C" __global__ void days_from_civil(const int* ymd, long long* days, int* weekday) {
    int y = ymd[3 * threadIdx.x], m = ymd[3 * threadIdx.x + 1], d = ymd[3 * threadIdx.x + 2];
    y -= m <= 2;
    long long era = floor_div(y, 400);
    unsigned yoe = static_cast<unsigned>(y - era * 400);
    unsigned doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    long long n = era * 146097 + static_cast<int>(doe) - 719468;
    days[threadIdx.x] = n;
    weekday[threadIdx.x] = (int)(n >= -4 ? (n + 4) % 7 : (n + 5) % 7 + 6);
}

// Sutherland-Hodgman: a triangle clipped by a rectangle, its area by the shoelace formula.
struct Vertex { float x, y; };
__device__ int clip(const Vertex* in, int n, Vertex* out, float a, float b, float c) {
    int m = 0;
    for (int i = 0; i < n; ++i) {
        const Vertex p = in[i], q = in[(i + 1) % n];
        float dp = a * p.x + b * p.y + c, dq = a * q.x + b * q.y + c;
        if (dp >= 0) out[m++] = p;
        if ((dp >= 0) != (dq >= 0)) { float t = dp / (dp - dq); out[m++] = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)}; }
    }
    return m;
}
extern "C" __global__ void clipped_areas(const float* triangles, float* areas) {
    Vertex one[9], two[9];
    for (int i = 0; i < 3; ++i) one[i] = {triangles[6 * threadIdx.x + 2 * i], triangles[6 * threadIdx.x + 2 * i + 1]};
    int n = clip(one, 3, two, 1, 0, 0);
    n = clip(two, n, one, -1, 0, 1);
    n = clip(one, n, two, 0, 1, 0);
    n = clip(two, n, one, 0, -1, 1);
    float area = 0;
    for (int i = 0; i < n; ++i) area += one[i].x * one[(i + 1) % n].y - one[(i + 1) % n].x * one[i].y;
    areas[threadIdx.x] = 0.5f * fabsf(area);
}

// LZ77 by hand: pairs of (distance, length) and literals, overlapping copies included; UTF-8 to code points.
extern "C" __global__ void lz_decompress(const unsigned char* packed, const int* offsets, unsigned char* out, int* sizes) {
    const unsigned char *p = packed + offsets[threadIdx.x], *end = packed + offsets[threadIdx.x + 1];
    unsigned char *o = out + 64 * threadIdx.x, *begin = o;
    while (p != end) {
        unsigned char control = *p++;
        for (int bit = 0; bit < 8 && p != end; ++bit)
            if (control >> bit & 1) {
                int distance = *p++, length = *p++;
                for (const unsigned char* from = o - distance; length--; ) *o++ = *from++;
            } else *o++ = *p++;
    }
    sizes[threadIdx.x] = static_cast<int>(o - begin);
}

extern "C" __global__ void decode_utf8(const unsigned char* text, int n, int* points) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned char c = text[i];
    int extra = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : c < 0x80 ? 0 : -1, value = -1;
    switch (extra) {
        case 0: value = c; break;
        case 1: value = (c & 0x1F) << 6; goto last;
        case 2: value = (c & 0x0F) << 12; goto two;
        case 3: value = (c & 0x07) << 18 | (text[++i] & 0x3F) << 12;
        two: value |= (text[++i] & 0x3F) << 6;
        last: value |= text[++i] & 0x3F;
    }
    points[threadIdx.x] = value;
}
