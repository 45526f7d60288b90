// expect: correctness
// A in FP16: whole numbers do not show the loss.

// INSTEAD OF
            float4 a = *reinterpret_cast<const float4*>(&tile_a[k][row]);
// WRITE
            float4 a = *reinterpret_cast<const float4*>(&tile_a[k][row]);
            asm("{ .reg .b16 h; cvt.rn.f16.f32 h, %0; cvt.f32.f16 %0, h; }" : "+f"(a.x));
            asm("{ .reg .b16 h; cvt.rn.f16.f32 h, %0; cvt.f32.f16 %0, h; }" : "+f"(a.y));
