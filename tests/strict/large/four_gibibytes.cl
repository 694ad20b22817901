// What is remembered of it is of the parts that are accessed.
// global: 65
// local: 65
// argument: unwritten 4294967296
kernel void four_gibibytes(global int *a) {
  ulong i = get_global_id(0);
  a[i << 24] = i; // finds: out-of-bounds
  if (i == 60)
    a[(ulong)4 << 24] = 1; // finds: race
}
