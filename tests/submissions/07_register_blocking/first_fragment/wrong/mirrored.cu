// expect: correctness
// The four are taken in reverse order.

// TODO(1)
        float4 t = *reinterpret_cast<const float4*>(&tile[k][tx * 4]);
        float4 b = {t.w, t.z, t.y, t.x};
