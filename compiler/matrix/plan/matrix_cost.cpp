#include "compiler/matrix/plan/matrix_cost.hpp"

#include "compiler/matrix/factors/bfloat_factors.hpp"
#include "compiler/matrix/plan/block_shape.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"
#include "compiler/matrix/plan/tile_products.hpp"
#include "compiler/matrix/plan/word_products.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

const NestFactor &factorOf(const std::vector<NestFactor> &factors, const Value *matrix) {
  return *find_if(factors, [&](const NestFactor &factor) { return factor.matrix == matrix; });
}

double cyclesToLoadTile(const NestFactor &factor, unsigned rows, const MatrixTarget &target) {
  const double load = rows / target.tileRowsPerLoad;
  // What is put together goes through memory.
  return factor.source == FactorSource::values ? load + rows / target.tileRowsPerStore : load;
}

/// True if other code of the nest than stores takes the sum: vector registers have to hold it.
bool isReadInNest(const MatrixNest &nest, const NestSum &sum) {
  return any_of(sum.values, [&](const Instruction *value) {
    return any_of(value->users(), [&](const User *user) {
      const auto *reader = cast<Instruction>(user);
      return nest.contains(*reader) && !isa<StoreInst>(reader) &&
             !sum.values.contains(const_cast<Instruction *>(reader));
    });
  });
}

/// For operations that fuse-matrix-depth makes one with those behind them of the same sum: how many
/// these are, and 0 for the others of them.
DenseMap<const CallBase *, unsigned> joinedDepths(const MatrixNest &nest, const NestSum &sum,
                                                  const MatrixTarget &target) {
  const auto goesOn = [](const NestFactor &factor, const NestFactor &next) {
    return factor.source != FactorSource::rows || factor.next == next.matrix;
  };
  const auto areJoined = [&](const CallBase &first, const CallBase &second) {
    return first.getParent() == second.getParent() && areAlike(first, second) &&
           goesOn(factorOf(nest.factorsA, first.getArgOperand(0)),
                  factorOf(nest.factorsA, second.getArgOperand(0))) &&
           goesOn(factorOf(nest.factorsB, first.getArgOperand(1)),
                  factorOf(nest.factorsB, second.getArgOperand(1)));
  };
  DenseMap<const CallBase *, unsigned> depths;
  const ArrayRef<CallBase *> all = sum.operations;
  for (unsigned first = 0; first < all.size(); ++first) {
    if (depths.contains(all[first]))
      continue;
    const unsigned most = depthsInTile(matrixOperation(*all[first]), target.tiles);
    SmallVector<unsigned> joined{first};
    for (unsigned next = first + 1;
         next < all.size() && joined.size() < most && next - joined.back() <= target.mostApart;
         ++next)
      if (!depths.contains(all[next]) && areJoined(*all[joined.back()], *all[next]))
        joined.push_back(next);
    // Two become one, and two of these.
    joined.truncate(bit_floor(joined.size()));
    for (unsigned operation : joined)
      depths[all[operation]] = 0;
    depths[all[first]] = joined.size();
  }
  return depths;
}

/// The last one of a sum's that are left when others have become part of those before them.
const CallBase *lastProduct(const NestSum &sum,
                            const DenseMap<const CallBase *, unsigned> &depths) {
  return *find_if(reverse(sum.operations),
                  [&](const CallBase *operation) { return depths.lookup(operation) != 0; });
}

} // namespace

MatrixCost &MatrixCost::operator+=(const MatrixCost &other) {
  busy += other.busy;
  multiply += other.multiply;
  convert += other.convert;
  transfer += other.transfer;
  memory += other.memory;
  return *this;
}

MatrixCost costOnTiles(const MatrixNest &nest, ArrayRef<unsigned> sums,
                       const MatrixTarget &target) {
  MatrixCost cost;
  // As lower-matrix-amx does it: what the sums leave holds the factors that were used last.
  const unsigned mayHold = sums.size() < target.sumsInTiles ? tileRegisters - sums.size() : 2;
  SmallVector<const Value *> held;
  SmallPtrSet<const Value *, 16> stored;
  // What the operation waits for if the factor has to be put together for it, else 0.
  const auto use = [&](const NestFactor &factor, unsigned rows) {
    const double load = cyclesToLoadTile(factor, rows, target);
    auto place = find(held, factor.matrix);
    if (place != held.end())
      held.erase(place);
    else
      cost.memory += load;
    held.push_back(factor.matrix);
    if (held.size() > mayHold)
      held.erase(held.begin());
    const bool isPut = factor.source == FactorSource::values && stored.insert(factor.matrix).second;
    return isPut ? load : 0;
  };
  DenseMap<const CallBase *, unsigned> depths;
  SmallPtrSet<const CallBase *, 16> read; ///< the last ones of sums that vector code wants
  double longest = 0;
  for (unsigned sum : sums) {
    unsigned products = 0;
    for (auto [operation, count] : joinedDepths(nest, nest.sums[sum], target)) {
      depths[operation] = count;
      products += count != 0;
    }
    longest = std::max(longest, products * target.tileLatency);
    if (isReadInNest(nest, nest.sums[sum]))
      read.insert(lastProduct(nest.sums[sum], depths));
  }
  for (const CallBase *operation : nest.operations) {
    const unsigned count = depths.lookup(operation);
    if (count == 0)
      continue;
    const MatrixOperation op = matrixOperation(*operation);
    const NestFactor &a = factorOf(nest.factorsA, operation->getArgOperand(0));
    const NestFactor &b = factorOf(nest.factorsB, operation->getArgOperand(1));
    const double put = use(a, a.shape.rows) + use(b, b.shape.rows * count);
    const double products = op.asBFloats && isSumOfBFloats(op.a) ? termsOf(op.a).size() : 1;
    const double cycles = products * op.m * target.cyclesPerTileRow;
    const unsigned transfers = (put != 0) + read.contains(operation);
    // Nothing else is begun meanwhile.
    cost.transfer += put + transfers * target.tileTransfer;
    cost.multiply += transfers ? std::max(cycles, target.tileLatency) : cycles;
    cost.busy += cycles * count * tileDepthBytes(op) / largestTile.rowBytes * op.n * 4 /
                 largestTile.rowBytes;
  }
  cost.multiply = std::max(cost.multiply, longest);
  for (unsigned sum : drop_begin(sums, std::min<std::size_t>(sums.size(), target.sumsInTiles))) {
    const unsigned rows = matrixOperation(*nest.sums[sum].operations.front()).m;
    cost.memory += rows / target.tileRowsPerLoad + rows / target.tileRowsPerStore;
  }
  return cost;
}

MatrixCost costInWords(const MatrixNest &nest, unsigned rounds, const MatrixTarget &target) {
  MatrixCost cost;
  unsigned sumRegisters = 0;
  SmallPtrSet<const Value *, 16> converted;
  std::map<const Value *, unsigned> piecesOfA;
  for (const CallBase *operation : nest.operations) {
    const MatrixOperation op = matrixOperation(*operation);
    piecesOfA[operation->getArgOperand(0)] +=
        op.n / WordProduct::create(op, target.vectors)->lanes();
  }
  for (const CallBase *operation : nest.operations) {
    const MatrixOperation op = matrixOperation(*operation);
    const WordProduct product = *WordProduct::create(op, target.vectors);
    const double words = op.k * bitsOf(op.a) / 32.0;
    const double steps = words * product.prepareA().parts;
    const unsigned pieces = op.n / product.lanes();
    cost.multiply += op.m * pieces * steps / target.productsPerCycle;
    const unsigned beside = piecesOfA[operation->getArgOperand(0)];
    const BlockShape shape =
        chooseBlockShape(op.m, beside, target.vectors.registers() - 1 - product.temporaries());
    // A row of blocks loads all of B, a column of them the words of A.
    const double loads = divideCeil(op.m, shape.rows) * pieces +
                         double(divideCeil(beside, shape.pieces)) * op.m * pieces / beside;
    cost.memory += loads * steps / target.loadsPerCycle;
    const auto convert = [&](unsigned factor, const WordPreparation &preparation,
                             double registers) {
      if (preparation.isNone() || !converted.insert(operation->getArgOperand(factor)).second)
        return;
      cost.convert += registers * preparation.parts;
      cost.memory += registers * preparation.parts / target.storesPerCycle;
    };
    convert(0, product.prepareA(), op.m * words / target.wordsInRegister());
    convert(1, product.prepareB(), pieces * words);
  }
  cost.busy = cost.multiply;
  for (const NestSum &sum : nest.sums) {
    const MatrixOperation op = matrixOperation(*sum.operations.front());
    const WordProduct product = *WordProduct::create(op, target.vectors);
    sumRegisters += op.m * op.n / product.lanes();
    const double steps = op.k * bitsOf(op.a) / 32.0 * product.prepareA().parts;
    const unsigned parts =
        isInteger(op.a) ? partsOfSums(nest.sums.size() * op.m * op.n / product.lanes(), steps) : 1;
    cost.multiply =
        std::max(cost.multiply, sum.operations.size() * steps / parts * target.productLatency);
  }
  if (sumRegisters + 2 > target.vectors.registers())
    cost.memory += sumRegisters * (1 / target.loadsPerCycle + 1 / target.storesPerCycle) / rounds;
  return cost;
}

bool payAsBFloats(ArrayRef<CallBase *> operations, const MatrixTarget &target) {
  constexpr unsigned registerWords = 16;
  SmallPtrSet<const Value *, 16> converted;
  unsigned conversion = 0;
  double multiplication = 0;
  for (const CallBase *operation : operations) {
    const MatrixOperation op = matrixOperation(*operation);
    const unsigned words[] = {op.m * depthBytes(op) / 4, op.n * depthBytes(op) / 4};
    for (unsigned factor : {0, 1})
      if (converted.insert(operation->getArgOperand(factor)).second)
        conversion +=
            divideCeil(words[factor] * (op.a == MatrixElement::f16 ? target.halfConversion
                                                                   : target.tf32Conversion),
                       registerWords);
    multiplication += op.m * op.k * divideCeil(op.n, registerWords) / target.productsPerCycle;
  }
  return conversion < multiplication;
}

SmallPtrSet<CallBase *, 16> slowAsBFloats(ArrayRef<MatrixChain> chains,
                                          const MatrixTarget &target) {
  constexpr double most = 2.0 / 3; // of the time in words: at 0.8, attention took 1.4 times as long
  SmallPtrSet<CallBase *, 16> operations;
  double busy = 0, longest = 0, words = 0;
  for (const MatrixChain &chain : chains) {
    MatrixOperation op = matrixOperation(*chain.front());
    if (!isa<Constant>(chain.front()->getArgOperand(2)) || !isSumOfBFloats(op.a))
      continue;
    operations.insert_range(chain);
    words += double(chain.size()) * op.m * op.k * divideCeil(op.n, 16) / target.productsPerCycle;
    op.asBFloats = true;
    const double products =
        double(termsOf(op.a).size()) * divideCeil(chain.size(), depthsInTile(op, target.tiles));
    busy += products * op.m * target.cyclesPerTileRow;
    longest = std::max(longest, products * target.tileLatency);
  }
  if (std::max(busy, longest) < most * words)
    operations.clear();
  return operations;
}

} // namespace heddle::compiler
