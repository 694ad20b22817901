// A comparison of what only some set, which only these use.
// global: 64
// local: 16
// argument: buffer 256
kernel void comparison_of_set(global int *a) {
  int i = get_global_id(0), has = i % 4 < 2;
  float size;
  if (has)
    size = i;
  int isLarge = size > 1.5f;
  a[i] = has ? isLarge : -1;
}
