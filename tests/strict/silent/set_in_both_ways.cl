// Each way sets what is read; the last round sets what the next one reads.
// global: 64
// argument: buffer 256
kernel void set_in_both_ways(global float *a) {
  int i = get_global_id(0);
  float x, y;
  switch (i & 3) {
  case 0: x = 1; y = 2; break;
  case 1: x = 3; y = a[i]; break;
  default: x = a[i]; y = x; break;
  }
  float last;
  for (int k = 0; k < 3; ++k) {
    float now = a[i] + k;
    if (k > 0)
      x += now - last;
    last = now;
  }
  a[i] = x + y + last;
}
