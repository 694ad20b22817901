#include "compiler/matrix/nest/row_loads.hpp"

#include "compiler/matrix/nest/lane_vectors.hpp"

#include "llvm/ADT/bit.h"

using namespace llvm;

namespace heddle::compiler {

std::optional<LoadedPart> findLoadedPart(Value *vector, unsigned first, unsigned bytes,
                                         unsigned least) {
  for (unsigned size = bit_floor(bytes); size >= least; size /= 2) {
    auto *type = cast<FixedVectorType>(vector->getType());
    unsigned elementBytes = type->getScalarSizeInBits() / 8;
    if (first % elementBytes || size % elementBytes)
      return std::nullopt;
    auto [source, place] = sourceOfLanes(vector, first / elementBytes, size / elementBytes);
    unsigned offset = place * elementBytes;
    // Rows of other elements: the cut goes on below the cast.
    while (auto *cast = dyn_cast<BitCastInst>(source)) {
      auto *below = dyn_cast<FixedVectorType>(cast->getOperand(0)->getType());
      if (!below)
        break;
      elementBytes = below->getScalarSizeInBits() / 8;
      if (offset % elementBytes || size % elementBytes)
        break;
      std::tie(source, place) =
          sourceOfLanes(cast->getOperand(0), offset / elementBytes, size / elementBytes);
      offset = place * elementBytes;
    }
    if (auto *load = dyn_cast<LoadInst>(source); load && load->isSimple())
      return LoadedPart{load, offset, size};
  }
  return std::nullopt;
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
        if (part->offset)
          return std::nullopt;
        result.first = part->load->getPointerOperand();
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

} // namespace heddle::compiler
