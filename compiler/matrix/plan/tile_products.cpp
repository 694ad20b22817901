#include "compiler/matrix/plan/tile_products.hpp"

#include "compiler/matrix/factors/bfloat_factors.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

Intrinsic::ID tileProduct(const MatrixOperation &op, TileFeatures features) {
  if (op.inWords || op.m < MatrixTarget::leastTileRows || op.m > largestTile.rows ||
      op.n * 4 > largestTile.rowBytes)
    return Intrinsic::not_intrinsic;
  if (op.asBFloats) {
    // Rows of 4-bit floats fill two tiles.
    const unsigned deepest = largestTile.rowBytes * (bitsOf(op.a) == 4 ? 2 : 1);
    if (!features.bf16 || tileDepthBytes(op) > deepest)
      return Intrinsic::not_intrinsic;
    return Intrinsic::x86_tdpbf16ps_internal;
  }
  if (op.a != op.b && !(isInteger(op.a) && isInteger(op.b)))
    return Intrinsic::not_intrinsic;
  if (depthBytes(op) > largestTile.rowBytes)
    return Intrinsic::not_intrinsic;
  if (isInteger(op.a)) {
    if (!features.int8 || bitsOf(op.a) != 8 || bitsOf(op.b) != 8)
      return Intrinsic::not_intrinsic;
    if (isSigned(op.a))
      return isSigned(op.b) ? Intrinsic::x86_tdpbssd_internal : Intrinsic::x86_tdpbsud_internal;
    return isSigned(op.b) ? Intrinsic::x86_tdpbusd_internal : Intrinsic::x86_tdpbuud_internal;
  }
  if (op.a == MatrixElement::bf16 && features.bf16)
    return Intrinsic::x86_tdpbf16ps_internal;
  if (op.a == MatrixElement::f16 && features.fp16)
    return Intrinsic::x86_tdpfp16ps_internal;
  if (op.a == MatrixElement::tf32 && features.tf32)
    return Intrinsic::x86_tmmultf32ps_internal;
  return Intrinsic::not_intrinsic;
}

unsigned depthsInTile(MatrixOperation op, TileFeatures features) {
  unsigned depths = 1;
  for (op.k *= 2; tileProduct(op, features) != Intrinsic::not_intrinsic; op.k *= 2)
    depths *= 2;
  return depths;
}

bool hasTilesOfBFloats(MatrixOperation op, TileFeatures features) {
  if (tileProduct(op, features) != Intrinsic::not_intrinsic)
    return false; // has an instruction of its own
  const bool isExact = isExactAsBFloat(op.a) && isExactAsBFloat(op.b);
  const bool isSum = isSumOfBFloats(op.a) && isSumOfBFloats(op.b);
  // Both factors have the same pairs of elements along k.
  if ((!isExact && !isSum) || bitsOf(op.a) != bitsOf(op.b) || op.k % 2)
    return false;
  op.asBFloats = true;
  return tileProduct(op, features) != Intrinsic::not_intrinsic;
}

} // namespace heddle::compiler
