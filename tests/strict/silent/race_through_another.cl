// The kernel writes no argument that it reads; but both lead to one buffer.
// global: 32
// local: 32
// argument: buffer 128
// argument: same 0
kernel void race_through_another(global int *a, global const int *b) {
  int i = get_global_id(0);
  int x = b[(i + 1) % 32]; // all: race
  a[i] = x + 1; // all: race
}
