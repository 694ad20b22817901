// global: 32
// local: 32
// argument: unwritten 256
// argument: same 0
kernel void written_through_another(global int *a, global const int *b) {
  int i = get_global_id(0);
  a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[32 + i] = b[i ^ 1] + 1;
}
