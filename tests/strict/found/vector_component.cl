// global: 16
// argument: buffer 64
// argument: int 4
kernel void vector_component(global float *c, int n) {
  float4 v = (float4)(1, 2, 3, 4);
  c[get_global_id(0)] = v[n]; // finds: component-index
}
