// A stencil whose indices are clamped.
// global: 8 8
// local: 4 4
// argument: buffer 256
// argument: buffer 256
kernel void edges(global const int *a, global int *b) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += a[clamp(y + dy, 0, 7) * 8 + clamp(x + dx, 0, 7)];
  b[y * 8 + x] = sum;
}
