// global: 16
// local: 16
// argument: buffer 64
// first: 15
kernel void local_array_behind(global int *a) {
  local int shared[16];
  int i = get_local_id(0);
  shared[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = shared[i + 1]; // finds: out-of-bounds
}
