// One round too many: each work-item's last one is the next one's first, but for the last work-item.
// global: 32
// local: 32
// argument: buffer 128
// argument: buffer 128
// argument: int 4
// first: 31
kernel void loop_behind(global const uchar *text, global int *a, int length) {
  int i = get_global_id(0), sum = 0;
  for (int j = 0; j <= length; ++j)
    sum += text[i * length + j]; // finds: out-of-bounds
  a[i] = sum;
}
