#include "compiler/matrix/nest/row_loads.hpp"

#include "llvm/ADT/bit.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

unsigned elementBytes(const Value *vector) { return vector->getType()->getScalarSizeInBits() / 8; }

/// One step back along a byte of a vector of whole bytes; false where it is made, or may be
/// anything.
bool stepBack(Value *&vector, unsigned &byte) {
  const unsigned size = elementBytes(vector), element = byte / size, within = byte % size;
  const auto goTo = [&](Value *from, unsigned place) {
    auto *type = dyn_cast<FixedVectorType>(from->getType());
    if (!type || type->getScalarSizeInBits() % 8)
      return false;
    vector = from;
    byte = place;
    return true;
  };
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(vector)) {
    const int lane = shuffle->getMaskValue(element);
    const unsigned width =
        cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
    return lane >= 0 &&
           goTo(shuffle->getOperand(unsigned(lane) >= width), lane % width * size + within);
  }
  if (auto *cast = dyn_cast<BitCastInst>(vector))
    return goTo(cast->getOperand(0), byte);
  // The upper or lower part of wider elements, as lanes take it that read more than one.
  if (auto *cast = dyn_cast<TruncInst>(vector))
    return goTo(cast->getOperand(0), element * elementBytes(cast->getOperand(0)) + within);
  Value *shifted = nullptr;
  Constant *distances = nullptr;
  if (match(vector, m_LShr(m_Value(shifted), m_Constant(distances)))) {
    auto *distance = dyn_cast_or_null<ConstantInt>(distances->getAggregateElement(element));
    return distance && distance->getValue().ult(8 * (size - within)) &&
           distance->getZExtValue() % 8 == 0 && goTo(shifted, byte + distance->getZExtValue() / 8);
  }
  auto *insert = dyn_cast<IntrinsicInst>(vector);
  if (!insert || insert->getIntrinsicID() != Intrinsic::vector_insert)
    return false;
  Value *part = insert->getArgOperand(1);
  const unsigned from = cast<ConstantInt>(insert->getArgOperand(2))->getZExtValue();
  const bool isPart =
      element >= from && element < from + cast<FixedVectorType>(part->getType())->getNumElements();
  return isPart ? goTo(part, byte - from * size) : goTo(insert->getArgOperand(0), byte);
}

} // namespace

Value *addressOfLoad(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->getPointerOperand();
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::masked_load ? call->getArgOperand(0)
                                                                  : nullptr;
}

std::optional<LoadedPart> findLoadedPart(Value *vector, unsigned first, unsigned bytes,
                                         unsigned least) {
  LoadInst *load = nullptr;
  unsigned offset = 0, found = 0;
  for (; found < bytes; ++found) {
    Value *source = vector;
    unsigned byte = first + found;
    while (stepBack(source, byte))
      ;
    if (found == 0) {
      load = dyn_cast<LoadInst>(source);
      offset = byte;
      if (!load || !load->isSimple())
        return std::nullopt;
    } else if (source != load || byte != offset + found) {
      break;
    }
  }
  const unsigned size = bit_floor(found);
  return size >= least ? std::optional(LoadedPart{load, offset, size}) : std::nullopt;
}

std::optional<RowLoads> findRowLoads(AddressPolynomials &polynomials, Value *vector,
                                     TileShape shape) {
  constexpr unsigned leastBytes = 16;
  RowLoads result;
  for (unsigned row = 0; row < shape.rows; ++row) {
    for (unsigned done = 0; done < shape.rowBytes;) {
      std::optional<LoadedPart> part =
          findLoadedPart(vector, row * shape.rowBytes + done, shape.rowBytes - done, leastBytes);
      if (!part)
        return std::nullopt;
      if (!result.loads.empty() &&
          (part->load->getParent() != result.loads[0]->getParent() ||
           part->load->getPointerAddressSpace() != result.loads[0]->getPointerAddressSpace()))
        return std::nullopt;
      std::optional<AddressPolynomial> address = polynomials.of(part->load->getPointerOperand());
      if (!address)
        return std::nullopt;
      const AddressPolynomial place = *address + part->offset;
      if (result.loads.empty()) {
        result.first = part->load->getPointerOperand();
        result.offset = part->offset;
        result.address = place;
      }
      if (row == 1 && !done)
        result.stride = place - result.address;
      if ((place - result.address - result.stride * row).constant() != done)
        return std::nullopt;
      result.loads.push_back(part->load);
      done += part->bytes;
    }
  }
  return result;
}

TileShape factorShape(const CallBase &call, MatrixFactor factor) {
  const MatrixOperation op = matrixOperation(call);
  const bool isA = factor == MatrixFactor::a;
  const unsigned bytes =
      call.getArgOperand(isA ? 0 : 1)->getType()->getPrimitiveSizeInBits().getFixedValue() / 8;
  const TileShape shape =
      isA ? TileShape{op.m, bytes / op.m} : TileShape{bytes / (op.n * 4), op.n * 4};
  return shape.bytes() == bytes && shape.rowBytes % 4 == 0 ? shape : TileShape{0, 0};
}

} // namespace heddle::compiler
