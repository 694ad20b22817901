// global: 16
// argument: buffer 60
// argument: buffer 64
kernel void constant_behind(constant int *a, global int *b) {
  b[get_global_id(0)] = a[get_global_id(0)]; // finds: out-of-bounds
}
