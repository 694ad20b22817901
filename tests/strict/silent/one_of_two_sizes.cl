// global: 16
// argument: buffer 64
// argument: buffer 32
// argument: buffer 64
kernel void one_of_two_sizes(global const int *a, global const int *b, global int *c) {
  int i = get_global_id(0);
  global const int *from = i < 8 ? b : a;
  c[i] = from[i];
}
