// global: 32
// argument: buffer 128
// argument: same 0
kernel void restrict_both(global int *restrict a, global int *restrict b) {
  int i = get_global_id(0);
  a[i] = 1;
  b[i] = i + 2; // finds: restrict
}
