// Work-groups take tasks until there are none.
// global: 64
// local: 16
// argument: buffer 4
// argument: buffer 1024
kernel void tasks_from_a_counter(global atomic_uint *next, global int *out) {
  local uint mine;
  for (;;) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
      mine = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= 16)
      break;
    out[mine * 16 + get_local_id(0)] = mine;
  }
}
