// global: 4
// argument: buffer 64
// argument: buffer 16
// first: 3
kernel void pointers_to_rows(global const int *in, global int *out) {
  global const int *rows[4];
  for (int r = 0; r < 4; ++r)
    rows[r] = in + r * 4;
  int sum = 0;
  for (int r = 0; r < 4; ++r)
    sum += rows[r][get_global_id(0) + 1]; // finds: out-of-bounds
  out[get_global_id(0)] = sum;
}
