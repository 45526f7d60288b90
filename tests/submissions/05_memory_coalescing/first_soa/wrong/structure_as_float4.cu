// expect: global_sectors
// One wide load of the structure: both fields at once, and two that nobody wants.

// TODO(1)
        float4 point = reinterpret_cast<const float4*>(aos)[i];
        out[i] = point.x + point.z;
