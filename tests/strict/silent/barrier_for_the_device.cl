// A barrier that is a fence for others, too.
// global: 128
// local: 16
// argument: buffer 512
// argument: buffer 4
// argument: buffer 4
kernel void barrier_for_the_device(global int *a, global atomic_int *count, global int *b) {
  local int ticket;
  a[get_global_id(0)] = get_local_id(0);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  if (get_local_id(0) == 0)
    ticket = atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
  if (ticket == 7 && get_local_id(0) == 0)
    b[0] = a[0] + a[127];
}
