// The last steps of a reduction, as for a machine in lock step.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(32)))
kernel void warp_synchronous_tail(global int *a) {
  local int s[64];
  int l = get_local_id(0);
  s[l] = a[l] + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 32) {
    s[l] += s[l + 32];
    s[l] += s[l + 16]; // finds: race
    s[l] += s[l + 8]; // finds: race
  }
  if (l == 0)
    a[0] = s[0];
}
