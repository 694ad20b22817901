// Each work-item has its own, also where they are bytes of one word; all may read.
// global: 128
// local: 64
// argument: buffer 128
// argument: buffer 128
kernel void race_between_nobody(global char *a, global char *b) {
  local char shared[64];
  int i = get_local_id(0), at = get_global_id(0);
  shared[i] = a[at];
  shared[i] += 3;
  a[at] = shared[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[at] = shared[0] + shared[63 - i];
  a[at] += 1;
}
