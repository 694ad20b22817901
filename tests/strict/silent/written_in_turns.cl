// Bytes and shorts, some of them as they were in memory that nobody has written.
// global: 32
// argument: unwritten 64 0
// argument: unwritten 128 0
// argument: buffer 128
kernel void written_in_turns(global uchar *a, global short *b, global int *out) {
  int i = get_global_id(0);
  a[2 * i] = 0xD5;
  a[2 * i + 1] = 0xE9;
  b[2 * i] = i;
  b[2 * i + 1] = 0x7FB1;
  out[i] = a[2 * i + 1] + a[2 * i] + b[2 * i + 1];
}
