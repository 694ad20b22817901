// Each has written the value itself, whoever came first.
// global: 64 2
// local: 16 2
// argument: buffer 256
// argument: buffer 512
kernel void race_of_confirmed_writes(global int *a, global int *b) {
  int x = get_global_id(0), y = get_global_id(1);
  a[x] = x + 1; // all: race
  b[y * 64 + x] = a[x];
}
