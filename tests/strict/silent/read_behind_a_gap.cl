// What is read was written, behind what was not: asked so often that at last nobody asks any more.
// global: 16
// local: 16
// argument: unwritten 128 0
// argument: same 0
// argument: buffer 64
kernel void read_behind_a_gap(global const int *a, global int *b, global int *c) {
  int i = get_local_id(0), sum = 0;
  b[16 + i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int k = 0; k < 80000; ++k)
    sum += a[16 + (sum + k) % 16];
  c[i] = sum;
}
