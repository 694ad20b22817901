// global: 16
// argument: buffer 64
// argument: buffer 64
kernel void guarded_by_and(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = i > 0 && a[i - 1] == 0 ? 1 : i < 15 ? a[i + 1] : 2;
}
