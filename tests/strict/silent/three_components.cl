// A vector of three is as large as one of four; vload3 is not.
// global: 4
// argument: buffer 64
// argument: buffer 48
kernel void three_components(global float3 *a, global float *b) {
  int i = get_global_id(0);
  a[i] = vload3(i, b);
  vstore3(a[i] + 1, i, b);
}
