// What nobody had written the kernel writes.
// global: 32
// local: 32
// argument: unwritten 128
// argument: unwritten 512
kernel void written_first(global int *a, global float4 *v) {
  int i = get_global_id(0);
  a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  v[i].x = a[i ^ 1];
  v[i].y = v[i].x;
  a[i ^ 1] = 2;
}
