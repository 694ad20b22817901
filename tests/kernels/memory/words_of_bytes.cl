// Words that are put together from bytes and shorts, and taken apart to them, in both orders: at
// places of each alignment, in some lanes only, and with something written in between.
//! launch 64/64 48/16 40/8 64/16+3
//! kernel put_together: out ulong[5*n] | in uchar[8*n+8] | value int 0
//! kernel put_together: out ulong[5*n] | in uchar[8*n+8] | value int 3
//! kernel take_apart: out uchar[24*n+8] | in ulong[n] | value int 0
//! kernel take_apart: out uchar[24*n+8] | in ulong[n] | value int 5
//! kernel some_lanes: out uint[n] | out uchar[4*n] | in uchar[4*n] | value int 17
//! kernel in_place: inout uchar[8*n]
//! kernel rounds: out uint[n] | out uchar[64*n] | in uchar[64*n]

kernel void put_together(global ulong *out, global const uchar *in, int first) {
  int i = get_global_id(0), k = 8 * i + first;
  out[5 * i] = in[k] | (uint)in[k + 1] << 8 | (uint)in[k + 2] << 16 | (uint)in[k + 3] << 24;
  out[5 * i + 1] = (uint)in[k] << 24 | (uint)in[k + 1] << 16 | (uint)in[k + 2] << 8 | in[k + 3];
  ulong low = 0, high = 0;
  for (int n = 0; n < 8; ++n)
    low |= (ulong)in[k + n] << 8 * n;
  for (int n = 0; n < 8; ++n)
    high = high << 8 | in[k + n];
  out[5 * i + 2] = low;
  out[5 * i + 3] = high;
  out[5 * i + 4] = (ushort)(in[k + 6] << 8 | in[k + 7]) * 3 + (ulong)(in[k + 1] | in[k + 2] << 8);
}

kernel void take_apart(global uchar *out, global const ulong *in, int first) {
  int i = get_global_id(0);
  ulong word = in[i];
  global uchar *bytes = out + 24 * i + first;
  for (int n = 0; n < 8; ++n)
    bytes[n] = word >> 8 * n;
  for (int n = 0; n < 8; ++n)
    bytes[8 + n] = word >> 8 * (7 - n);
  int part = (int)(word >> 13);
  bytes[16] = part >> 24;
  bytes[17] = part >> 16;
  bytes[18] = part >> 8;
  bytes[19] = part;
  bytes[20] = part >> 28;
  bytes[21] = part >> 20;
  bytes[22] = part >> 4;
  bytes[23] = part >> 12;
}

kernel void some_lanes(global uint *out, global uchar *bytes, global const uchar *in, int limit) {
  int i = get_global_id(0);
  uint word = 0;
  if (in[4 * i] % 32 < limit) {
    word = in[4 * i + 3] | in[4 * i + 2] << 8 | in[4 * i + 1] << 16 | (uint)in[4 * i] << 24;
    bytes[4 * i + 1] = word >> 16;
    bytes[4 * i] = word >> 24;
    bytes[4 * i + 3] = word;
    bytes[4 * i + 2] = word >> 8;
  }
  out[i] = word;
}

kernel void in_place(global uchar *bytes) {
  int k = 8 * get_global_id(0);
  uint first = bytes[k] | (uint)bytes[k + 1] << 8 | (uint)bytes[k + 2] << 16;
  bytes[k + 3] = 7;
  first |= (uint)bytes[k + 3] << 24;
  bytes[k + 4] = first;
  bytes[k + 5] = first >> 8;
  uint second = bytes[k + 4] | (uint)bytes[k + 5] << 8;
  bytes[k + 6] = second;
  bytes[k + 7] = second >> 8;
}

kernel void rounds(global uint *out, global uchar *bytes, global const uchar *in) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int k = 64 * i; k < 64 * i + 64; k += 4) {
    sum = rotate(sum, 5u) + ((uint)in[k] << 24 | (uint)in[k + 1] << 16 | (uint)in[k + 2] << 8 | in[k + 3]);
    bytes[k] = sum >> 24;
    bytes[k + 1] = sum >> 16;
    bytes[k + 2] = sum >> 8;
    bytes[k + 3] = sum;
  }
  out[i] = sum;
}
