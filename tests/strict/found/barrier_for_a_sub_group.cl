// All work-items wait, but only those of the own sub-group need see what was written.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void barrier_for_a_sub_group(global int *a) {
  local int shared[64];
  int i = get_local_id(0);
  shared[i] = i + 1;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  a[i] = shared[63 - i]; // finds: race
}
