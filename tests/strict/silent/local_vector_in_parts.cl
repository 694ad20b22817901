// A vector in local memory of which one component is written after the other.
// global: 8
// local: 8
// argument: buffer 64
kernel void local_vector_in_parts(global float2 *a) {
  local float2 sums[8];
  int i = get_local_id(0);
  sums[i].x = 0;
  sums[i].y = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = sums[7 - i];
}
