// More work-groups than can run at once.
// global: 512
// local: 16
// argument: buffer 4
// argument: buffer 2048
kernel void barrier_of_all_groups(global int *count, global int *a) {
  if (get_local_id(0) == 0) {
    atomic_inc(count);
    while (atomic_load_explicit((global atomic_int *)count, memory_order_acquire, memory_scope_device) < 32) // finds: forward-progress
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
