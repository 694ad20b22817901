// The last work-group reads what the others have written, and nothing makes that visible.
// global: 256
// local: 64
// argument: buffer 1024
// argument: buffer 16
// argument: buffer 8
kernel void last_group_without_a_fence(global const int *in, global int *partial, global int *done) {
  local int isLast;
  int sum = work_group_reduce_add(in[get_global_id(0)] + 1);
  if (get_local_id(0) == 0) {
    partial[get_group_id(0)] = sum;
    isLast = atomic_fetch_add_explicit((global atomic_int *)done, 1, memory_order_relaxed, memory_scope_device) == (int)get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (isLast && get_local_id(0) == 0) {
    int total = 0;
    for (uint i = 0; i < get_num_groups(0); ++i)
      total += partial[i]; // finds: race
    done[1] = total;
  }
}
