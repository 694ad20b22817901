// Several arrays of other types in one argument of local memory.
// global: 32
// local: 32
// argument: buffer 128
// argument: local 640
kernel void dynamic_local_carved(global int *a, local uchar *pool) {
  local int *x = (local int *)pool;
  local double *y = (local double *)(pool + 128);
  local int *z = (local int *)(y + 32);
  int l = get_local_id(0);
  x[l] = l;
  y[l] = l;
  z[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = x[31 - l] + (int)y[31 - l] + z[(l + 1) % 32];
}
