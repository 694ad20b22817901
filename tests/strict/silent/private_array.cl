// global: 16
// argument: buffer 64
// argument: int 8
kernel void private_array(global int *a, int n) {
  int own[8];
  for (int i = 0; i < n; ++i)
    own[i] = i * n;
  int *last = own + n;
  while (last != own)
    a[get_global_id(0)] += *--last;
  a[get_global_id(0)] += own[a[get_global_id(0)] & 7];
}
