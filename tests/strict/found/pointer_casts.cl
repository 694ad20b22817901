// Generic pointers that are taken for others than they are; the half that is right is not.
// global: 4
// local: 4
// argument: buffer 64
// argument: local 64
kernel void pointer_casts(global int *a, local int *l) {
  int i = get_global_id(0), mine = i;
  l[i] = i;
  int *p = i < 2 ? (int *)a : (int *)l;
  global int *g = (global int *)p; // finds: address-space
  g[i] = 1;
  int *q = i < 2 ? &mine : (int *)l;
  local int *h = (local int *)q; // finds: address-space
  private int *own = (private int *)q; // finds: address-space
  a[8 + i] = (h != 0) + (own != 0);
}
