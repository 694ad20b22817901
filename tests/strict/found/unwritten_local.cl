// The last element is nobody's.
// global: 64
// local: 64
// argument: buffer 256
// first: 63
kernel void unwritten_local(global int *a) {
  local int shared[65];
  int i = get_local_id(0);
  shared[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = shared[i + 1]; // finds: unwritten-memory
}
