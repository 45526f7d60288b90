// expect: correctness
// The row of the thread's block is read instead of row k.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[ty][tx * 4]);
