// What is written between the halves of a split barrier is not known behind it.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void split_barrier_write_between(global int *a) {
  local int t[2][64];
  int l = get_local_id(0);
  t[0][l] = a[l];
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  t[1][l] = l;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[l] = t[0][63 - l] + t[1][63 - l]; // finds: race
}
