// global: 16
// argument: null
// argument: buffer 64
kernel void unused_null(global int *a, global int *b) {
  if (a)
    a[0] = 1;
  b[get_global_id(0)] = a == 0;
}
