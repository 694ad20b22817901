// Components one after another.
// global: 16
// argument: buffer 256
// argument: buffer 1024
kernel void vector_in_parts(global const float *in, global float4 *out) {
  int i = get_global_id(0);
  float4 v;
  v.x = in[i];
  v.y = v.x + 1;
  v.zw = v.xy * 2;
  float3 w;
  w.xyz = v.xyz;
  float16 big;
  big.lo = (float8)(v, v);
  big.hi = big.lo;
  out[i] = v + (float4)(w, 1) + big.hi.hi;
}
