// global: 32
// argument: unwritten 128
// argument: buffer 128
kernel void nothing_read(global int *a, global int *b) {
  int i = get_global_id(0);
  if (b[i])
    b[i] = a[i];
}
