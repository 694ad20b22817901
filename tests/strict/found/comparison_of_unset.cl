// Numbers that say how comparisons came out, of what only some cases set.
// global: 64
// local: 16
// argument: buffer 256
// argument: buffer 1024
kernel void comparison_of_unset(global int *a, global int4 *b) {
  int i = get_global_id(0);
  float size;
  int4 sizes;
  switch (i % 4) {
  case 0:
    size = 1;
    sizes = 1;
    break;
  case 1:
    size = 2;
    sizes = 2;
    break;
  }
  a[i] = size > 1.5f; // finds: uninitialized
  b[i] = sizes > 1;   // finds: uninitialized
}
