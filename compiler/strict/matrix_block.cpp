#include "compiler/strict/matrix_block.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/internal_ops.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

MatrixBlock withOperandsOf(CallBase &call) {
  MatrixBlock result{};
  result.base = call.getArgOperand(0);
  result.width = call.getArgOperand(1);
  result.height = call.getArgOperand(2);
  result.pitch = call.getArgOperand(3);
  result.x = call.getArgOperand(4);
  result.y = call.getArgOperand(5);
  return result;
}

} // namespace

MatrixBlock MatrixBlock::ofPrefetch(CallBase &call) { return withOperandsOf(call); }

std::optional<MatrixBlock> MatrixBlock::of(CallBase &call) {
  std::optional<InternalOp> op = internalOp(call);
  MatrixBlock result{};
  if (op == InternalOp::blockLoad2d || op == InternalOp::blockStore2d) {
    const BlockShape shape = blockShape(call);
    result = withOperandsOf(call);
    result.rows = shape.rows;
    result.rowBytes = shape.rowBytes();
  } else if (op == InternalOp::cooperativeLoad || op == InternalOp::cooperativeStore) {
    const MatrixAccess access = matrixAccess(call);
    result = withOperandsOf(call);
    result.rows = access.lines();
    result.rowBytes = access.lineBytes();
  } else {
    return std::nullopt;
  }
  result.writes = op == InternalOp::blockStore2d || op == InternalOp::cooperativeStore;
  return result;
}

MatrixBlock::Part MatrixBlock::inside(IRBuilder<> &builder) const {
  const auto smaller = [&](Value *a, Value *b) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  };
  const auto larger = [&](Value *a, Value *b) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  };
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  Value *top = larger(y, zero), *left = larger(x, zero);
  Value *bottom = smaller(builder.CreateAdd(y, builder.getInt64(rows)), height);
  Value *right = smaller(builder.CreateAdd(x, builder.getInt64(rowBytes)), width);
  Part part;
  part.isSome =
      builder.CreateAnd(builder.CreateICmpSLT(top, bottom), builder.CreateICmpSLT(left, right));
  part.first = builder.CreateAdd(builder.CreateMul(top, pitch), left);
  part.end = builder.CreateAdd(builder.CreateMul(builder.CreateSub(bottom, one), pitch), right);
  part.rows = builder.CreateSelect(part.isSome, builder.CreateSub(bottom, top), zero);
  part.rowBytes = builder.CreateSelect(part.isSome, builder.CreateSub(right, left), zero);
  return part;
}

} // namespace heddle::compiler
