// The last work-item reads one element behind the buffer.
// global: 32
// local: 16
// argument: buffer 128
// argument: buffer 128
// first: 31
kernel void read_behind(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i + 1]; // finds: out-of-bounds
}
