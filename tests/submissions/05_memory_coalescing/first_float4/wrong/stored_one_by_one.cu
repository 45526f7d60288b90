// expect: global_sectors, machine_code
// A wide load, and four narrow stores.

// TODO(1)
        float4 v = reinterpret_cast<const float4*>(in)[p];
        out[4 * p] = v.x;
        out[4 * p + 1] = v.y;
        out[4 * p + 2] = v.z;
        out[4 * p + 3] = v.w;
