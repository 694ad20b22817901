// Half of the sub-groups load, half compute; all are at each barrier.
// global: 64
// local: 64
// argument: buffer 1024
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void sub_groups_load_for_others(global const float *a, global float *o) {
  local float t[2][32];
  int sg = get_sub_group_id(), l = get_local_id(0);
  float s = 0;
  if (sg < 2)
    t[0][l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 8; ++k) {
    if (sg < 2) {
      if (k < 7)
        t[(k + 1) & 1][l] = a[(k + 1) * 32 + l];
    } else {
      s += t[k & 1][(l ^ 5) & 31];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (sg >= 2)
    o[l - 32] = s;
}
