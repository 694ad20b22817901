// global: 16
// argument: buffer 64
kernel void vector_components(global float *c) {
  int i = get_global_id(0);
  float4 v = (float4)(1, 2, 3, 4);
  v[i & 3] = 5;
  c[i] = i < 4 ? v[i & 3] : v.w;
}
