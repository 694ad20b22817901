// Every second round.
// global: 16
// argument: buffer 64
// argument: buffer 64
// argument: int 8
kernel void loop_misaligned(global const uchar *from, global int *to, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (int j = 0; j < rounds; ++j)
    sum += *(global const int *)(from + j * 2); // finds: misaligned
  to[i] = sum;
}
