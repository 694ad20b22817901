// More work-items than elements, most of which do nothing.
// global: 64
// local: 16
// argument: buffer 132
// argument: int 33
kernel void guarded(global int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] += 1;
}
