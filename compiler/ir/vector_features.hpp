// The instructions of a CPU for products of matrices in vector registers.
#ifndef HEDDLE_COMPILER_IR_VECTOR_FEATURES_HPP
#define HEDDLE_COMPILER_IR_VECTOR_FEATURES_HPP

namespace heddle::compiler {

/// Which dot products of the elements of a 32-bit word there are, and the registers for them.
struct VectorFeatures {
  bool wide = false;              ///< registers of 512 bits, 32 of them
  bool wideBytes = false;         ///< vpdpbusd with 512 bits
  bool narrowBytes = false;       ///< with 256, encoded either way
  bool narrowSignedBytes = false; ///< vpdpbssd and the like with 256 bits: any pair of signs
  bool bfloats = false;           ///< vdpbf16ps, both widths

  static VectorFeatures all() { return {true, true, true, true, true}; }
  unsigned registers() const { return wide ? 32 : 16; }
};

} // namespace heddle::compiler

#endif
