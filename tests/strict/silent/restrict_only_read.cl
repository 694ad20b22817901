// Nobody writes what both read.
// global: 32
// argument: buffer 128
// argument: same 0
// argument: buffer 128
kernel void restrict_only_read(global const int *restrict a, global const int *restrict b,
                               global int *restrict c) {
  int i = get_global_id(0);
  c[i] = a[i] + b[31 - i];
}
