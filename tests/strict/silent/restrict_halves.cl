// global: 32
// argument: buffer 256
// argument: same 0
kernel void restrict_halves(global int *restrict a, global int *restrict b) {
  int i = get_global_id(0);
  a[i] = 1;
  b[32 + i] = i + 2;
}
