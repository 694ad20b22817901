// Barriers that begin in one round of a loop and end in the next, with all memory in one half and
// local memory in the other, and behind them ordinary ones.
// global: 128
// local: 64
// argument: buffer 512
// argument: int 4
void arrive(void) { intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
kernel void split_barrier_around_the_loop(global int *a, int rounds) {
  local int t[3][64], own[64];
  int l = get_local_id(0);
  t[0][l] = a[get_global_id(0)];
  arrive();
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    own[l] = i;
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    sum += t[i % 3][63 - l] + own[l];
    t[(i + 1) % 3][l] = sum;
    arrive();
  }
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  own[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += own[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  own[63 - l] = sum;
  intel_work_group_barrier_arrive(CLK_GLOBAL_MEM_FENCE);
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = own[l];
}
