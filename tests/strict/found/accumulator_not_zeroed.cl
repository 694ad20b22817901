// A sum that begins with nothing.
// global: 64
// argument: buffer 4096
// argument: buffer 256
// argument: int 16
kernel void accumulator_not_zeroed(global const float *a, global float *out, int n) {
  int row = get_global_id(0);
  float sum;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k];
  out[row] = sum; // finds: uninitialized
}
