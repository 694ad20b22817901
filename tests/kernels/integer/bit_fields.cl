// Bit fields of every place and length, in scalars and vectors, and bits in reverse. The empty ones
// may lie behind the last bit.
//! reference
//! types char uchar short ushort int uint long ulong
//! launch 64/16 33/33
//! kernel fields_$T: out $T[n*7] | in $T[n] special | in $T[n] | in uint[n] range 0 1000000
//! kernel one_field_$T: out $T[n*3] | in $T[n] | in $T[n] | value uint 3 | value uint 5
//! kernel one_field_$T: out $T[n*3] | in $T[n] | in $T[n] | value uint 0 | value uint 0
#if cl_khr_extended_bit_ops != 1
#error "the macro of cl_khr_extended_bit_ops is missing"
#endif

#define BIT_FIELDS(T, U)                                                                           \
  kernel void fields_##T(global T *out, global const T *a, global const T *b,                      \
                         global const uint *places) {                                              \
    size_t i = get_global_id(0);                                                                   \
    uint width = sizeof(T) * 8;                                                                    \
    uint offset = places[i] % (width + 1);                                                         \
    uint count = places[i] / (width + 1) % (width - offset + 1);                                   \
    out[i * 7] = bitfield_insert(a[i], b[i], offset, count);                                       \
    out[i * 7 + 1] = (T)bitfield_extract_signed(a[i], offset, count);                              \
    out[i * 7 + 2] = (T)bitfield_extract_unsigned(a[i], offset, count);                            \
    out[i * 7 + 3] = bit_reverse(a[i]);                                                            \
    T##3 v = (T##3)(a[i], b[i], a[i]), w = (T##3)(b[i], b[i], a[i]);                               \
    out[i * 7 + 4] = bitfield_insert(w, v, offset, count).x;                                       \
    out[i * 7 + 5] = (T)bitfield_extract_signed(w, offset, count).y;                               \
    out[i * 7 + 6] = (T)(bitfield_extract_unsigned(v, offset, count).y + (U)bit_reverse(v).y);     \
  }                                                                                                \
  kernel void one_field_##T(global T *out, global const T *a, global const T *b, uint offset,      \
                            uint count) {                                                          \
    size_t i = get_global_id(0);                                                                   \
    out[i * 3] = bitfield_insert(a[i], b[i], offset, count);                                       \
    out[i * 3 + 1] = (T)bitfield_extract_signed(a[i], offset, count);                              \
    out[i * 3 + 2] = (T)bitfield_extract_unsigned(a[i], offset, count);                            \
  }
BIT_FIELDS(char, uchar)
BIT_FIELDS(uchar, uchar)
BIT_FIELDS(short, ushort)
BIT_FIELDS(ushort, ushort)
BIT_FIELDS(int, uint)
BIT_FIELDS(uint, uint)
BIT_FIELDS(long, ulong)
BIT_FIELDS(ulong, ulong)
