// global: 16
// local: 16
// argument: read-only 64
// first: 5
kernel void read_only_buffer(global int *a) {
  int i = get_global_id(0);
  if (i > 4)
    a[i] = i; // finds: read-only-memory
}
