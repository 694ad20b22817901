// global: 4
// argument: buffer 64
// argument: int 2147483647
kernel void index_wraps(global int *a, int n) {
  int i = get_global_id(0);
  a[(n + i) & 15] = 1; // all: integer-overflow
  a[((uint)n + i) & 15u] = 1;
}
