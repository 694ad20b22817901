// What is handed over lies in global memory.
// global: 32
// local: 32
// argument: buffer 4
// argument: buffer 4
// argument: buffer 128
kernel void fence_of_local_memory(global int *a, global int *flag, global int *b) {
  int i = get_local_id(0);
  int x = i == 0 ? (a[0] = 7) : a[0]; // finds: race
  mem_fence(CLK_LOCAL_MEM_FENCE);
  b[i] = x + atomic_inc(flag);
}
