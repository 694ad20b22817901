// cl_intel_bfloat16_conversions: every function, on random bits (every hundredth is a NaN) and on
// numbers close to the ties and ends of the format.
//! reference
//! kernel to_bfloat_1: out ushort[n*16] | in uint[n*16]
//! kernel to_bfloat_2: out ushort[n*16] | in uint[n*16]
//! kernel to_bfloat_3: out ushort[n*15] | in uint[n*15]
//! kernel to_bfloat_4: out ushort[n*16] | in uint[n*16]
//! kernel to_bfloat_8: out ushort[n*16] | in uint[n*16]
//! kernel to_bfloat_16: out ushort[n*16] | in uint[n*16]
//! kernel to_bfloat_edges: out ushort[n*16]
//! kernel to_float_1: out uint[n*16] | in ushort[n*16]
//! kernel to_float_2: out uint[n*16] | in ushort[n*16]
//! kernel to_float_3: out uint[n*15] | in ushort[n*15]
//! kernel to_float_4: out uint[n*16] | in ushort[n*16]
//! kernel to_float_8: out uint[n*16] | in ushort[n*16]
//! kernel to_float_16: out uint[n*16] | in ushort[n*16]

#ifndef cl_intel_bfloat16_conversions
#error the extension has a macro
#endif

#define CONVERSIONS(N)                                                                             \
  kernel void to_bfloat_##N(global ushort *out, global const uint *in) {                           \
    for (size_t i = get_global_id(0) * (16 / N); i < (get_global_id(0) + 1) * (16 / N); ++i)       \
      vstore##N(intel_convert_bfloat16##N##_as_ushort##N(as_float##N(vload##N(i, in))), i, out);   \
  }                                                                                                \
  kernel void to_float_##N(global uint *out, global const ushort *in) {                            \
    for (size_t i = get_global_id(0) * (16 / N); i < (get_global_id(0) + 1) * (16 / N); ++i)       \
      vstore##N(as_uint##N(intel_convert_as_bfloat16##N##_float##N(vload##N(i, in))), i, out);     \
  }
CONVERSIONS(2)
CONVERSIONS(3)
CONVERSIONS(4)
CONVERSIONS(8)
CONVERSIONS(16)

kernel void to_bfloat_1(global ushort *out, global const uint *in) {
  for (size_t i = get_global_id(0) * 16; i < get_global_id(0) * 16 + 16; ++i)
    out[i] = intel_convert_bfloat16_as_ushort(as_float(in[i]));
}
kernel void to_float_1(global uint *out, global const ushort *in) {
  for (size_t i = get_global_id(0) * 16; i < get_global_id(0) * 16 + 16; ++i)
    out[i] = as_uint(intel_convert_as_bfloat16_float(in[i]));
}

// Upper halves of zero, the smallest denormal, the largest one, the smallest normal number, one,
// odd and even neighbours, the largest number, infinity, NaNs; lower halves below, at and above the
// tie.
constant ushort upper[16] = {0x0000, 0x0001, 0x007F, 0x0080, 0x3F80, 0x3F81, 0x7F7F, 0x7F80,
                             0x7FC0, 0x8000, 0x8001, 0x807F, 0xBF81, 0xFF7F, 0xFF80, 0xFFFF};
constant ushort lower[8] = {0x0000, 0x0001, 0x7FFF, 0x8000, 0x8001, 0xFFFE, 0xFFFF, 0x4000};

kernel void to_bfloat_edges(global ushort *out) {
  size_t i = get_global_id(0);
  for (int k = 0; k < 16; ++k)
    out[i * 16 + k] =
        intel_convert_bfloat16_as_ushort(as_float((uint)upper[k] << 16 | lower[i % 8]));
}
