// global: 32
// local: 16
// argument: local 64
// argument: buffer 128
kernel void local_to_the_end(local int *shared, global int *a) {
  local int other[16];
  int i = get_local_id(0);
  shared[i] = i;
  other[15 - i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = shared[15 - i] + other[i];
}
