// global: 16
// argument: buffer 64
kernel void private_decides(global int *a) {
  int i = get_global_id(0);
  struct { int x, y[3]; } b;
  b.x = i;
  b.y[i & 1] = i;
  if (b.y[a[i] + 2] > 3) // finds: uninitialized
    a[i] = 1;
}
