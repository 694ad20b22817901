// global: 32
// local: 16
// argument: buffer 128
// argument: buffer 128
kernel void read_to_the_end(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[31 - i];
}
