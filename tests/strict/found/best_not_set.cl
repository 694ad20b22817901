// The first of the candidates is compared with nothing.
// global: 64
// argument: buffer 4096
// argument: buffer 256
// argument: int 16
kernel void best_not_set(global const int *a, global int *out, int n) {
  int row = get_global_id(0), best, where = -1;
  for (int k = 0; k < n; ++k)
    if (a[row * n + k] > best) { // finds: uninitialized
      best = a[row * n + k];
      where = k;
    }
  out[row] = where;
}
