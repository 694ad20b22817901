// The next tile is fetched between the halves of a barrier, one a round.
// global: 128
// local: 64
// argument: buffer 4096
// argument: buffer 512
kernel void split_barrier_of_two_buffers(global const float *a, global float *o) {
  local float t[2][64];
  uint l = get_local_id(0), base = get_group_id(0) * 512;
  t[0][l] = a[base + l];
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    float next = i < 7 ? a[base + 64 * (i + 1) + l] : 0;
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    sum += t[i & 1][l ^ 1];
    t[(i + 1) & 1][l] = next;
  }
  o[get_global_id(0)] = sum;
}
