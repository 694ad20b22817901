// One work-item for each element, almost nothing to compute: what memory and launching cost.

kernel void vector_add(global const float *a, global const float *b, global float *sum) {
  size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}

kernel void saxpy(global float *y, global const float *x, float factor) {
  size_t i = get_global_id(0);
  y[i] = factor * x[i] + y[i];
}

// The bounds check that most programs write, with the 32-bit index they like.
kernel void triad_checked(global const float *a, global const float *b, global float *c,
                          float factor, int count) {
  int i = get_global_id(0);
  if (i < count)
    c[i] = a[i] + factor * b[i];
}

// Five points, two dimensions, borders kept as they are.
kernel void stencil(global const float *from, global float *to, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int here = y * width + x;
  float centre = from[here];
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    centre = 0.5f * centre + 0.125f * (from[here - 1] + from[here + 1] + from[here - width] +
                                       from[here + width]);
  to[here] = centre;
}

// The same from a linear index, as programs do that know one dimension only.
kernel void stencil_linear(global const float *from, global float *to, int width, int height) {
  int here = get_global_id(0);
  int x = here % width, y = here / width;
  float centre = from[here];
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    centre = 0.5f * centre + 0.125f * (from[here - 1] + from[here + 1] + from[here - width] +
                                       from[here + width]);
  to[here] = centre;
}
