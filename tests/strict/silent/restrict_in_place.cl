// global: 32
// argument: buffer 128
// argument: same 0
kernel void restrict_in_place(global int *restrict a, global const int *restrict b) {
  int i = get_global_id(0);
  a[i] = b[i] + 1; // all: restrict
}
