// global: 64
// local: 16
// argument: buffer 132
// argument: int 33
kernel void guarded_by_return(global int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  for (int round = 0; round < 3; ++round)
    a[i] += a[n - 1 - i]; // all: race
}
