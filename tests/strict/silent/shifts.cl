// OpenCL C takes a shift by the width of what is shifted: by 35 is by 3.
// global: 4
// argument: buffer 64
// argument: int 35
kernel void shifts(global int *a, int n) {
  int i = get_global_id(0);
  a[i] = (i << n) + (100 >> (n + i)) + ((int2)(i) << (int2)(n, 40)).x;
  a[i + 4] = rotate(i, n);
}
