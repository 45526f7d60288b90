// expect: shared_wavefronts, machine_code
// volatile keeps the four loads apart: four requests that conflict, where one would do.

// TODO(1)
        volatile const float* from = &tile[k][tx * 4];
        float4 b = {from[0], from[1], from[2], from[3]};
