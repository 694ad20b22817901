// The functions that are barriers or halves of one (cl_intel_split_work_group_barrier), with their
// flags and scopes.
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 256/128 33/33 200/50
//! kernel every_barrier: out int[n] | in int[n] | local int[l]
//! kernel split_barrier: out int[n] | in int[n] | local int[l]

#define ROUND(BARRIER)                                                                             \
  memory[l] = x;                                                                                   \
  BARRIER;                                                                                         \
  x = memory[(l + 1) % n];                                                                         \
  BARRIER;

kernel void every_barrier(global int *out, global const int *in, local int *memory) {
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  int x = in[i];
  ROUND(barrier(CLK_LOCAL_MEM_FENCE))
  ROUND(barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE))
  ROUND(work_group_barrier(CLK_LOCAL_MEM_FENCE))
  ROUND(work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group))
  ROUND(work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device))
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);
  out[i] = x;
}

kernel void split_barrier(global int *out, global const int *in, local int *memory) {
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  memory[l] = in[i];
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  int y = in[i] & 15;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
  int x = memory[(l + 1) % n];
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  x ^= y;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  memory[l] = x;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = memory[(l + 1) % n];
}
