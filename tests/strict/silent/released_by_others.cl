// Each work-group hands on what those before have written, and all of its work-items read it.
// global: 128
// local: 32
// argument: buffer 512
// argument: buffer 16
// argument: buffer 512
__attribute__((intel_reqd_sub_group_size(16)))
kernel void released_by_others(global int *a, global atomic_int *done, global int *b) {
  int group = get_group_id(0), i = get_global_id(0), sum = 0;
  if (group > 0 && get_local_id(0) == 0)
    while (atomic_load_explicit(done + group - 1, memory_order_acquire, memory_scope_device) == 0)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int j = 0; j < group * 32; ++j)
    sum += a[j];
  a[i] = sum + 1;
  b[i] = sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 31)
    atomic_store_explicit(done + group, 1, memory_order_release, memory_scope_device);
}
