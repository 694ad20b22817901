// The next copy runs while what the last one has brought is read.
// global: 64
// local: 64
// argument: buffer 2048
// argument: buffer 256
kernel void copies_in_two_buffers(global const float *a, global float *o) {
  local float t[2][64];
  event_t e[2];
  e[0] = async_work_group_copy(t[0], a, 64, 0);
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8)
      e[(i + 1) & 1] = async_work_group_copy(t[(i + 1) & 1], a + 64 * (i + 1), 64, 0);
    wait_group_events(1, &e[i & 1]);
    sum += t[i & 1][63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[get_global_id(0)] = sum;
}
