// global: 16
// argument: read-only 64
// argument: buffer 64
kernel void read_only_read(global int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i];
  if (b[i] > 4)
    a[i] = i;
}
