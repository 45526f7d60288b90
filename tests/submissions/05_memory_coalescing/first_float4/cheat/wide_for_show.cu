// expect: global_sectors
// A wide copy for show, and then the copy of single floats.

// TODO(1)
        reinterpret_cast<float4*>(out)[p] = reinterpret_cast<const float4*>(in)[p];
        for (int f = 0; f < 4; ++f)
            reinterpret_cast<volatile float*>(out)[4 * p + f] = reinterpret_cast<const volatile float*>(in)[4 * p + f];
