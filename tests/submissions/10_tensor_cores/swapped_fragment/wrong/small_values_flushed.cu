// expect: correctness
// Values that FP16 would hardly have are taken for 0. BF16 has them.

// INSTEAD OF
    return __bfloat16_as_ushort(first) | unsigned(__bfloat16_as_ushort(second)) << 16;
// WRITE
    if (fabsf(__bfloat162float(first)) < 1e-4f)
        first = __float2bfloat16(0.0f);
    if (fabsf(__bfloat162float(second)) < 1e-4f)
        second = __float2bfloat16(0.0f);
    return __bfloat16_as_ushort(first) | unsigned(__bfloat16_as_ushort(second)) << 16;
