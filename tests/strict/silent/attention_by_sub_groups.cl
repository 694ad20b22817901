// Attention: a row a sub-group, keys by tiles in local memory, the largest so far and the sum beside it.
// global: 32
// local: 32
// argument: buffer 2048
// argument: buffer 8192
// argument: buffer 2048
__attribute__((intel_reqd_sub_group_size(16)))
kernel void
attention_by_sub_groups(global const float *q, global const float *kv, global float *o) {
  local float kt[16][17];
  uint l = get_local_id(0), lane = get_sub_group_local_id();
  float m = -INFINITY, s = 0, acc[4] = {0};
  for (int t = 0; t < 4; ++t) {
    for (uint i = l; i < 256; i += 32)
      kt[i / 16][i % 16] = kv[t * 256 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    float d = 0;
    for (int i = 0; i < 16; ++i)
      d += q[get_sub_group_id() * 16 + i] * kt[lane][i];
    float nm = fmax(m, sub_group_reduce_max(d)), p = exp(d - nm), f = exp(m - nm);
    s = s * f + sub_group_reduce_add(p);
    for (int j = 0; j < 4; ++j) {
      float v = 0;
      for (int i = 0; i < 16; ++i)
        v += sub_group_broadcast(p, i) * kt[i][(lane + j * 4) & 15];
      acc[j] = acc[j] * f + v;
    }
    m = nm;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = 0; j < 4; ++j)
    o[(get_sub_group_id() * 4 + j) * 16 + lane] = acc[j] / s;
}
