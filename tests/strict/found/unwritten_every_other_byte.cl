// The second of each two bytes is nobody's.
// global: 32
// argument: unwritten 64 0
// argument: buffer 128
kernel void unwritten_every_other_byte(global uchar *a, global int *out) {
  int i = get_global_id(0);
  a[2 * i] = i;
  if (a[2 * i + 1]) // finds: unwritten-buffer
    out[i] = 1;
}
