// Downwards, to the one in front.
// global: 32
// local: 32
// argument: buffer 128
// argument: buffer 128
// argument: int 4
// first: 0
kernel void loop_before(global const uchar *text, global int *a, int length) {
  int i = get_global_id(0), sum = 0;
  for (int j = length - 1; j >= -1; --j)
    sum += text[i * length + j]; // finds: out-of-bounds
  a[i] = sum;
}
