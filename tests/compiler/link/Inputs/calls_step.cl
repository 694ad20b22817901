int step(int x);
kernel void caller(global int *out) { out[get_global_id(0)] = step(out[get_global_id(0)]); }
