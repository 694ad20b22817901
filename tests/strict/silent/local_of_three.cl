// A vector of three components, and one of which all are written in parts.
// global: 64
// local: 64
// argument: buffer 1024
kernel void local_of_three(global float *a) {
  local float3 three[64];
  local float4 four[64];
  int i = get_local_id(0);
  three[i] = (float3)(i, 1, 2);
  vstore2((float2)(1, 2), 0, (local float *)(four + i));
  vstore2((float2)(3, i), 1, (local float *)(four + i));
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = dot(three[63 - i], four[63 - i].xyz);
}
