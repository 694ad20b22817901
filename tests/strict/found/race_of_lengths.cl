// Each copies one byte more than its own.
// global: 32
// local: 32
// argument: buffer 136
// argument: buffer 136
// argument: int 5
kernel void race_of_lengths(global const char *a, global char *b, int n) {
  int i = get_global_id(0);
  __builtin_memcpy(b + 4 * i, a + 4 * i, n); // finds: race
}
