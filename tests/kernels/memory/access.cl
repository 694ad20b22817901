// Consecutive, strided, gathered and scattered accesses, of every width and address space.
//! reference
//! types char short int long float double
//! kernel consecutive_$T: out $T[n] | in $T[n]
//! kernel offset_$T: out $T[n+8] | in $T[n+8]
//! kernel reversed_$T: out $T[n] | in $T[n] | value int 40
//! kernel strided_$T: out $T[n*3] | in $T[n*2]
//! kernel gathered_$T: out $T[n] | in $T[n] | in int[n] range 0 6
//! kernel scattered_$T: out $T[n] | in $T[n] | in int[n] permutation
//! kernel broadcast_$T: out $T[n] | in $T[n]
//! kernel conditional_$T: inout $T[n] | in $T[n] | in int[n]
//! kernel copy_loop_$T: out $T[n*4] | in $T[n*4]
//! kernel same_address: inout int[1] zero | value int 5
//! kernel column: out int[n*8] | in int[n*8]
//! kernel row_in_loop: out int[n] | in int[64*70]
//! kernel strided_in_loop: out int[n] | in int[n*16]
//! kernel unaligned_bytes: out uint[n] | in uchar[n*5+4]
//! kernel wrapped_index: out int[n] | in int[n]
//! kernel wrapped_char_index: out int[n] | in int[256]
//! kernel wrapped_unsigned_index: out int[n] | in int[n]
//! kernel negative_index: out int[n] | in int[n+4]
//! kernel long_index: out int[n] | in int[n*2]
//! kernel pointer_arithmetic: out int[n] | in int[n*4]
//! kernel pointer_difference: out long[n*3] | in int[n*4] range 0 3
//! kernel pointer_compare: out int[n] | in int[n]
//! kernel pointer_cast: out uint[n*2] | in ulong[n]
//! kernel pointer_loop: out int[n] | in int[n*6]
//! kernel pointer_per_lane: out int[n] | in int[n*2] | in int[n*2] | in int[n] range 0 1
//! kernel volatile_access: out int[n] | inout int[n] range 0 1000
//! kernel read_modify_write: inout int[n] | in int[n]
//! kernel overlapping: inout int[n+1] iota
//! kernel twice_scattered: out int[n*2] | in int[n*2] permutation
//! kernel masked_strided: inout int[n*3] | in int[n] range 0 3
//! kernel zero_stride: out int[n] | in int[4] | value int 0
//! kernel divided_index: out int[n] | in int[n]
//! kernel modulo_index: out int[n] | in int[n+16]
//! kernel xor_index: out int[n+256] | in int[n+256]
//! launch 64/16 33/33 17/17 100/10 128/64 7/1
//! kernel local_own_slot: out int[n] | in int[n]
//! kernel local_argument: out int[n] | in int[n] | local int[l*2]
//! kernel local_struct: out int[n] | in int[n]
//! kernel local_bytes: out uchar[n] | in uchar[n]
//! kernel two_local_arguments: out int[n] | in int[n] | local int[l] | local double[l]

#define MEMORY(T)                                                                                  \
  kernel void consecutive_##T(global T *out, global const T *in) {                                 \
    size_t i = get_global_id(0);                                                                   \
    out[i] = in[i];                                                                                \
  }                                                                                                \
  kernel void offset_##T(global T *out, global const T *in) {                                      \
    int i = (int)get_global_id(0);                                                                 \
    out[i + 5] = in[i + 3];                                                                        \
  }                                                                                                \
  kernel void reversed_##T(global T *out, global const T *in, int last) {                          \
    int i = (int)get_global_id(0);                                                                 \
    int size = (int)(get_global_size(0) + get_global_offset(0));                                   \
    out[size - 1 - i] = in[i];                                                                     \
  }                                                                                                \
  kernel void strided_##T(global T *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    out[i * 3] = in[i * 2 + 1];                                                                    \
    out[i * 3 + 2] = in[i * 2];                                                                    \
  }                                                                                                \
  kernel void gathered_##T(global T *out, global const T *in, global const int *at) {              \
    size_t i = get_global_id(0);                                                                   \
    out[i] = in[at[i]];                                                                            \
  }                                                                                                \
  kernel void scattered_##T(global T *out, global const T *in, global const int *at) {             \
    size_t i = get_global_id(0);                                                                   \
    out[at[i]] = in[i];                                                                            \
  }                                                                                                \
  kernel void broadcast_##T(global T *out, global const T *in) {                                   \
    out[get_global_id(0)] = in[3];                                                                 \
  }                                                                                                \
  kernel void conditional_##T(global T *out, global const T *in, global const int *which) {        \
    size_t i = get_global_id(0);                                                                   \
    if (which[i] & 1)                                                                              \
      out[i] = in[i];                                                                              \
    else if (which[i] & 2)                                                                         \
      out[i] = in[get_global_offset(0)];                                                           \
  }                                                                                                \
  kernel void copy_loop_##T(global T *out, global const T *in) {                                   \
    size_t i = get_global_id(0);                                                                   \
    for (int k = 0; k < 4; ++k)                                                                    \
      out[i * 4 + k] = in[i * 4 + (k ^ 1)];                                                        \
  }

MEMORY(char)
MEMORY(short)
MEMORY(int)
MEMORY(long)
MEMORY(float)
MEMORY(double)

kernel void same_address(global int *out, int value) { out[0] = value; }

kernel void column(global int *out, global const int *in) {
  size_t i = get_global_id(0), n = get_global_size(0) + get_global_offset(0);
  for (int k = 0; k < 8; ++k)
    out[k * n + i] = in[k * n + i] + k;
}

kernel void row_in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 64; ++k)
    sum = sum * 3 + in[k * 70 + (i % 70)];
  out[i] = sum;
}

kernel void strided_in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum = sum * 3 + in[i * 16 + k];
  out[i] = sum;
}

kernel void unaligned_bytes(global uint *out, global const uchar *in) {
  size_t i = get_global_id(0);
  uint r = 0;
  for (int k = 0; k < 4; ++k)
    r |= (uint)in[i * 5 + k + 1] << (k * 8);
  out[i] = r;
}

// The index wraps in 32 bits before it becomes an address.
kernel void wrapped_index(global int *out, global const int *in) {
  uint i = (uint)get_global_id(0);
  uint high = i + 0xfffffff0u;
  out[i] = in[high + 16u];
}

kernel void wrapped_char_index(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  uchar at = (uchar)(i * 7 + 250);
  out[i] = in[at];
}

// 0xfffffffc, 0xfffffffd, … 0, 1: consecutive lanes, but not consecutive addresses.
kernel void wrapped_unsigned_index(global int *out, global const int *in) {
  uint i = (uint)get_global_id(0);
  uint n = (uint)(get_global_size(0) + get_global_offset(0));
  uint at = i - 4u;
  out[i] = in[at < n ? at : 0u - at - 1u];
}

kernel void negative_index(global int *out, global const int *in) {
  int i = (int)get_global_id(0);
  global const int *middle = in + 4;
  out[i] = middle[i - 4] ^ middle[-(i & 3)];
}

kernel void long_index(global int *out, global const int *in) {
  long i = (long)get_global_id(0);
  out[i] = in[i * 2 + 1] - (in[i * 2] & 0xf);
}

kernel void pointer_arithmetic(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  global const int *p = in + i * 4;
  int r = *p++;
  r ^= *++p;
  p -= 1;
  r += p[2] & 0xff;
  out[i] = r;
}

kernel void pointer_difference(global long *out, global const int *in) {
  size_t i = get_global_id(0);
  global const int *p = in + i * 4 + in[i * 4];
  global const int *q = in + in[i];
  out[i * 3] = p - in;
  out[i * 3 + 1] = p - q;
  out[i * 3 + 2] = (global const char *)p - (global const char *)in;
}

kernel void pointer_compare(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  global const int *p = in + i;
  out[i] = (p < in + 10) + 2 * (p == in + 3) + 4 * (p != in) + 8 * (p >= in + 5);
}

kernel void pointer_cast(global uint *out, global const ulong *in) {
  size_t i = get_global_id(0);
  global const uint *words = (global const uint *)in;
  out[i * 2] = words[i * 2 + 1];
  out[i * 2 + 1] = words[i * 2];
}

kernel void pointer_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = 0;
  for (global const int *p = in + i * 6, *end = p + 6; p != end; ++p)
    r = r * 3 + *p;
  out[i] = r;
}

kernel void pointer_per_lane(global int *out, global const int *a, global const int *b,
                             global const int *which) {
  size_t i = get_global_id(0);
  global const int *p = which[i] ? a : b;
  out[i] = p[i * 2] ^ p[i * 2 + 1];
}

kernel void volatile_access(global int *out, volatile global int *in) {
  size_t i = get_global_id(0);
  int a = in[i];
  in[i] = a + 1;
  int b = in[i];
  if (b & 1)
    in[i] = 0;
  out[i] = a * 2 + b + in[i];
}

kernel void read_modify_write(global int *data, global const int *in) {
  size_t i = get_global_id(0);
  data[i] ^= in[i];
  if (in[i] & 1)
    data[i] >>= 1;
}

// Each work-item writes its own element after it has read it.
kernel void overlapping(global int *data) {
  size_t i = get_global_id(0);
  int x = data[i];
  data[i] = x * 2;
}

kernel void twice_scattered(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  out[at[i * 2]] = (int)i;
  out[at[i * 2 + 1]] = -(int)i;
}

kernel void masked_strided(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] < 3)
    out[i * 3 + in[i]] = 5;
  if (in[i] != 1)
    out[i * 3 + 1] = 6;
}

kernel void zero_stride(global int *out, global const int *in, int stride) {
  size_t i = get_global_id(0);
  out[i] = in[i * stride + 2];
}

kernel void divided_index(global int *out, global const int *in) {
  uint i = (uint)get_global_id(0);
  out[i] = in[i / 4] ^ in[i / 3];
}

kernel void modulo_index(global int *out, global const int *in) {
  uint i = (uint)get_global_id(0);
  out[i] = in[i % 16] ^ in[i & 7] ^ in[i % 5];
}

kernel void xor_index(global int *out, global const int *in) {
  uint i = (uint)get_global_id(0);
  out[i ^ 5u] = in[i ^ 3u] ^ in[i | 64u];
}

kernel void local_own_slot(global int *out, global const int *in) {
  local int slots[128];
  size_t i = get_global_id(0), l = get_local_id(0);
  slots[l] = in[i] ^ 3;
  slots[l] &= 0xffff;
  out[i] = slots[l];
}

kernel void local_argument(global int *out, global const int *in, __local int *slots) {
  size_t i = get_global_id(0), l = get_local_id(0);
  slots[l * 2] = in[i];
  slots[l * 2 + 1] = (int)l;
  out[i] = slots[l * 2] ^ slots[l * 2 + 1];
}

struct Slot {
  char tag;
  int value;
};

kernel void local_struct(global int *out, global const int *in) {
  local struct Slot slots[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  local struct Slot *mine = &slots[l];
  mine->tag = (char)l;
  mine->value = in[i];
  if (in[i] & 1)
    mine->tag = 1;
  out[i] = mine->value ^ mine->tag;
}

kernel void local_bytes(global uchar *out, global const uchar *in) {
  local uchar a[64];
  local ushort b[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  a[l] = in[i];
  b[l] = (ushort)(in[i] * 3);
  out[i] = (uchar)(a[l] + (b[l] >> 8));
}

kernel void two_local_arguments(global int *out, global const int *in, __local int *a,
                              __local double *b) {
  size_t i = get_global_id(0), l = get_local_id(0);
  a[l] = in[i] & 0xffff;
  b[l] = a[l] * 0.5;
  out[i] = (int)(b[l] * 4.0) + a[l];
}
