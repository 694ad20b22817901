// Addresses that nobody can tell beforehand: 7 * 13 % 16 = 11 and so on, but 20 of 16 in one.
// global: 16
// local: 16
// argument: buffer 64
// first: 5
kernel void scattered(global int *a) {
  int i = get_global_id(0);
  int at = i == 5 ? 20 : (i * 13) % 16;
  a[at] = i; // finds: out-of-bounds
}
