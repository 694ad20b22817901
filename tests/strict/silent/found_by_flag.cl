// A flag says whether the other variables were set.
// global: 64
// argument: buffer 4096
// argument: buffer 256
// argument: int 16
kernel void found_by_flag(global const int *a, global int *out, int n) {
  int row = get_global_id(0), best, where;
  bool found = false;
  for (int k = 0; k < n; ++k)
    if (!found || a[row * n + k] > best) {
      best = a[row * n + k];
      where = k;
      found = true;
    }
  if (found)
    out[row] = where + best;
}
