// global: 64
// local: 64
// argument: buffer 256
__attribute__((noinline)) int shift(global int *a, local int *shared, int i) {
  shared[i] = a[i + 1] + i + 1; // finds: out-of-bounds race
  return shared[63 - i]; // finds: race
}
kernel void in_a_noinline_function(global int *a) {
  local int shared[64];
  int i = get_local_id(0);
  shared[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = shift(a, shared, i); // finds: race
}
