// expect: correctness
// Sums in half precision, two to a register.

// TODO(1)
    unsigned low = pair(__half(c[0]), __half(c[1])), high = pair(__half(c[2]), __half(c[3]));
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(low), "+r"(high)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    c[0] = __half2float(__ushort_as_half(low & 0xFFFF));
    c[1] = __half2float(__ushort_as_half(low >> 16));
    c[2] = __half2float(__ushort_as_half(high & 0xFFFF));
    c[3] = __half2float(__ushort_as_half(high >> 16));
