// Casts that lead where they say, asked or not, and null.
// global: 4
// local: 4
// argument: buffer 64
// argument: local 64
int sum(int *p) { return p[0] + 1; }
kernel void pointer_casts_back(global int *a, local int *l) {
  int i = get_global_id(0), mine = i;
  l[i] = a[i];
  int *p = i < 2 ? (int *)(a + i) : (int *)(l + i);
  if (i < 2)
    ((global int *)p)[0] = sum(p);
  else
    ((local int *)p)[0] = sum(p);
  int *q = i < 2 ? p : &mine;
  global int *g = to_global(q);
  if (g)
    *g += 1;
  else
    *(private int *)q += 1;
  int *none = i < 8 ? 0 : p;
  a[8 + i] = mine + ((local int *)none == 0);
}
