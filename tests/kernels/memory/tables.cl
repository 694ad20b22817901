// Tables of constant memory that a round looks up many times: one, and several of different elements
// that come to lie in one; by a single work-item and by all.
//! launch 64/16 33/33
//! kernel ciphers: out uint[n*4] | in uint[n*4] | value int 4
//! kernel mixes: out uint[n*4] | in uint[n*4] | value int 4
//! launch 1/1
//! kernel task: out uint[256] | in uint[256] | value int 256
//! kernel mixed_task: out uint[256] | in uint[256] | value int 256

constant uint words[16] = {0x6363a5c6, 0x7c7c84f8, 0x777799ee, 0x7b7b8df6, 0xf2f20dff, 0x6b6bbdd6,
                           0x6f6fb1de, 0xc5c55491, 0x30305060, 0x01010302, 0x6767a9ce, 0x2b2b7d56,
                           0xfefe19e7, 0xd7d762b5, 0xababe64d, 0x76769aec};
constant uchar bytes[13] = {99, 124, 119, 123, 242, 107, 111, 197, 48, 1, 103, 43, 254};
constant ushort halves[16] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049, 7, 21, 63, 189, 567};

uint look_up(uint x) {
#pragma unroll
  for (int i = 0; i < 24; ++i)
    x = words[(x ^ i) & 15] ^ rotate(x, 5u);
  return x;
}

uint look_up_all(uint x) {
#pragma unroll
  for (int i = 0; i < 20; ++i)
    x = words[(x ^ i) & 15] ^ rotate(x, 5u) ^ bytes[(x >> 8 & 7) + (i & 5)] ^
        halves[x >> 16 & 15] << 3;
  return x;
}

kernel void ciphers(global uint *out, global const uint *in, int count) {
  for (int i = 0; i < count; ++i)
    out[get_global_id(0) * count + i] = look_up(in[get_global_id(0) * count + i]);
}

kernel void mixes(global uint *out, global const uint *in, int count) {
  for (int i = 0; i < count; ++i)
    out[get_global_id(0) * count + i] = look_up_all(in[get_global_id(0) * count + i]);
}

kernel void task(global uint *out, global const uint *in, int count) {
  for (int i = 0; i < count; ++i)
    out[i] = look_up(in[i]);
}

kernel void mixed_task(global uint *out, global const uint *in, int count) {
  for (int i = 0; i < count; ++i)
    out[i] = look_up_all(in[i]);
}
