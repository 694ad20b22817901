// A reduction in work-groups of which the last is smaller.
// global: 50
// local: 16
// argument: buffer 200
kernel void partial_groups_with_barriers(global int *a) {
  local int t[16];
  int l = get_local_id(0), n = get_local_size(0);
  t[l] = a[get_global_id(0)];
  for (int s = get_enqueued_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s && l + s < n)
      t[l] += t[l + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[0];
}
