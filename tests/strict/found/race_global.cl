// A barrier that orders local memory only.
// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 256
kernel void race_global(global int *a, global int *b) {
  int i = get_local_id(0);
  a[i] = i + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[63 - i]; // finds: race
}
