// An unsigned index that wraps on its way to a right one.
// global: 16
// argument: buffer 64
kernel void unsigned_wrap(global int *a) {
  uint i = get_global_id(0);
  a[i - 20u + 20u] = 1;
}
