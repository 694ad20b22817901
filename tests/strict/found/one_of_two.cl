// global: 16
// local: 16
// argument: buffer 64
// argument: buffer 60
// argument: buffer 64
// first: 15
kernel void one_of_two(global const int *a, global const int *b, global int *c) {
  int i = get_global_id(0);
  global const int *from = i % 2 ? b : a;
  c[i] = from[i]; // finds: out-of-bounds
}
