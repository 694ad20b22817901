#include "compiler/matrix/nest/factor_places.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

FactorPlaces::FactorPlaces(AddressPolynomials &polynomials, const Instruction &place)
    : polynomials(polynomials), place(place) {
  for (const Instruction *before = place.getPrevNode(); before && !lastWrite;
       before = before->getPrevNode())
    // A window fills scratch memory of its own, before it is read.
    if (before->mayWriteToMemory() && !writesOnlyScratch(*before))
      lastWrite = before;
}

bool FactorPlaces::isUnchanged(const LoadInst &load) const {
  return load.getParent() == place.getParent() && (!lastWrite || lastWrite->comesBefore(&load));
}

std::optional<PlacesOfA> FactorPlaces::ofA(Value *matrix, unsigned rows, unsigned rowBytes) const {
  PlacesOfA result;
  for (unsigned row = 0; row < rows; ++row) {
    std::optional<LoadedPart> part = findLoadedPart(matrix, row * rowBytes, rowBytes, rowBytes);
    if (!part || !isUnchanged(*part->load))
      return std::nullopt;
    result.push_back({part->load->getPointerOperand(), part->offset,
                      commonAlignment(part->load->getAlign(), part->offset)});
  }
  return result;
}

std::optional<PlacesOfB> FactorPlaces::ofB(Value *matrix, unsigned wordRows,
                                           unsigned rowBytes) const {
  std::optional<RowLoads> rows = findRowLoads(polynomials, matrix, {wordRows, rowBytes});
  if (!rows || rows->offset)
    return std::nullopt;
  Align alignment = rows->loads.front()->getAlign();
  for (const LoadInst *load : rows->loads) {
    if (!isUnchanged(*load))
      return std::nullopt;
    alignment = std::min(alignment, load->getAlign());
  }
  // Pieces of rows lie in between.
  return PlacesOfB{rows->first, std::min(alignment, Align(4)), rows->stride};
}

std::optional<AddressPolynomial> FactorPlaces::distance(Value *from, Value *to) const {
  std::optional<AddressPolynomial> first = polynomials.of(from), second = polynomials.of(to);
  if (!first || !second)
    return std::nullopt;
  return *second - *first;
}

bool FactorPlaces::areAdjacent(ArrayRef<PlacesOfA> matrices, unsigned rowBytes) const {
  for (unsigned i = 1; i < matrices.size(); ++i)
    for (auto [before, after] : zip_equal(matrices[i - 1], matrices[i])) {
      std::optional<AddressPolynomial> step = distance(before.pointer, after.pointer);
      if (!step || (*step + after.offset + -std::int64_t(before.offset)).constant() != rowBytes)
        return false;
    }
  return true;
}

bool FactorPlaces::areAdjacent(ArrayRef<PlacesOfB> matrices, unsigned wordRows) const {
  for (unsigned i = 1; i < matrices.size(); ++i) {
    const PlacesOfB &before = matrices[i - 1], &after = matrices[i];
    std::optional<AddressPolynomial> step = distance(before.pointer, after.pointer);
    if (!step || !(before.stride == after.stride) || !(*step == before.stride * wordRows))
      return false;
  }
  return true;
}

} // namespace heddle::compiler
