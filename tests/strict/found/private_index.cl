// global: 16
// argument: buffer 128
kernel void private_index(global int *a) {
  int i = get_global_id(0);
  uint b[8];
  b[a[i]] = 3;
  a[16 + i] = a[b[a[i] + 1] % 8]; // finds: uninitialized
}
