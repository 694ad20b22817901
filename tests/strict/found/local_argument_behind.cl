// global: 32
// local: 16
// argument: local 60
// argument: buffer 128
kernel void local_argument_behind(local int *shared, global int *a) {
  int i = get_local_id(0);
  shared[i] = i; // finds: out-of-bounds
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = shared[15 - i]; // finds: out-of-bounds
}
