// global: 16
// local: 16
// argument: buffer 64
// argument: buffer 64
// first: 0
kernel void read_before(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i - 1]; // finds: out-of-bounds
}
