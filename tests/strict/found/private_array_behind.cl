// global: 16
// argument: buffer 64
// argument: int 8
kernel void private_array_behind(global int *a, int n) {
  int own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = i * n;
  a[get_global_id(0)] = own[a[get_global_id(0)] + n]; // finds: out-of-bounds
}
