// Some work-items write three of the four.
// global: 16
// local: 16
// argument: buffer 64
// first: 4
kernel void private_unwritten(global int *a) {
  int i = get_global_id(0);
  int b[4];
  for (int k = 0; k < (i < 4 ? 4 : 3); ++k)
    b[k] = i;
  a[i] = b[(a[i] + 3) & 3]; // finds: uninitialized
}
