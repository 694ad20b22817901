// Loads and stores. By what is known of the address, best first:
//
//   one address        scalar access, value spread over the lanes
//   consecutive        one vector access, masked unless all lanes are active
//   vectors, one after another for each lane (float4 a[]; a[gid])
//                      wide accesses and shuffles
//   small gaps         loads only: wide loads up to the last lane's element, and shuffles
//   vectors at any places
//                      an access for each lane's whole vector, and shuffles:
//                      widen_vector_memory.cpp; a gather of the one element that is wanted
//   constant step      all lanes active: an access for each lane at a constant offset
//   anything           gather or scatter
//
// Atomic loads and stores go the same ways, between fences that keep their order.
//
// Where the step holds only under a run-time condition, both ways are there and a branch chooses.
// Where a launch gives the step, those of pixels are there, too: widen_small_steps.cpp.
#include "compiler/ir/address_space.hpp"
#include "compiler/vectorizer/transform/access.hpp"
#include "compiler/vectorizer/transform/vector_parts.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Gaps of up to three elements: more would load four times what is wanted.
constexpr int64_t maxGapStride = 4;
constexpr int64_t maxDenseStride = 16;
// Bytes of the smallest element that a gather loads: smaller ones are quicker as part of a word.
constexpr int64_t smallestElement = 4;

// The one element of a loaded vector that its users want: LLVM builds vectors of such ones by
// shuffles of the whole vectors.
std::optional<unsigned> wantedElement(const Instruction &load, unsigned count) {
  std::optional<unsigned> wanted;
  auto want = [&](uint64_t element) {
    if (element >= count || (wanted && *wanted != element))
      return false;
    wanted = element;
    return true;
  };
  for (const User *user : load.users()) {
    if (const auto *extract = dyn_cast<ExtractElementInst>(user)) {
      const auto *index = dyn_cast<ConstantInt>(extract->getIndexOperand());
      if (!index || !want(index->getValue().getLimitedValue(count)))
        return std::nullopt;
      continue;
    }
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
    if (!shuffle)
      return std::nullopt;
    for (const int pick : shuffle->getShuffleMask()) {
      if (pick == PoisonMaskElem)
        continue;
      const bool isSecond = static_cast<unsigned>(pick) >= count;
      if (shuffle->getOperand(isSecond) == &load && !want(pick - (isSecond ? count : 0)))
        return std::nullopt;
    }
  }
  return wanted;
}

} // namespace

Value *Widener::allocate(AllocaInst &variable) {
  explainPrivate(variable);
  const PrivateLayout &place = analyses.privateMemory.layout(variable);
  uint64_t bytes = layout.getTypeAllocSize(variable.getAllocatedType());
  Type *type;
  Align align = variable.getAlign();
  if (place.isInterleaved()) {
    Type *row = vectorOf(builder.getIntNTy(place.elementSize * 8));
    type = ArrayType::get(row, bytes / place.elementSize);
    align = std::max(align, Align(std::min<uint64_t>(place.elementSize * lanes, 64)));
  } else {
    type = ArrayType::get(builder.getInt8Ty(), place.blockSize * lanes);
  }
  IRBuilder<>::InsertPointGuard restore(builder);
  builder.SetInsertPoint(prologue, prologue->begin());
  AllocaInst *all = builder.CreateAlloca(type, nullptr, variable.getName());
  all->setAlignment(align);
  return all;
}

Value *Widener::loadVector(const Access &access, Value *pointer, uint64_t offset,
                           Value *lanesMask) {
  Type *type = vectorOf(access.element);
  Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, offset);
  Align align = access.alignAt(offset);
  Instruction *load = lanesMask ? static_cast<Instruction *>(builder.CreateMaskedLoad(
                                      type, place, align, lanesMask, PoisonValue::get(type)))
                                : builder.CreateAlignedLoad(type, place, align);
  access.describe(*load);
  return load;
}

void Widener::storeVector(const Access &access, Value *vector, Value *pointer, uint64_t offset,
                          Value *lanesMask) {
  Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, offset);
  Align align = access.alignAt(offset);
  Instruction *store =
      lanesMask
          ? static_cast<Instruction *>(builder.CreateMaskedStore(vector, place, align, lanesMask))
          : builder.CreateAlignedStore(vector, place, align);
  store->setAAMetadata(access.aliasing);
}

// Masked accesses, gathers and scatters cannot be volatile or atomic. A fence for the compiler
// alone in front of each keeps it from being left out, moved or joined with another one.
void Widener::fenceCompiler() {
  builder.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
}

// An x86 vector access takes each word that is aligned to its size as a whole, as a scalar one
// does, and obeys the order of loads and stores: lanes are work-items between which there is no
// order anyway. So the vector needs what the scalars would, once.
bool Widener::isAtomicInLanes(const Instruction &instruction, const Access &access) const {
  return !instruction.isAtomic() ||
         (access.leaves.size() == 1 && (access.elementSize == 4 || access.elementSize == 8) &&
          access.align >= Align(access.elementSize));
}

void Widener::orderBefore(const Instruction &access) {
  if (access.isVolatile() || access.isAtomic())
    fenceCompiler();
}

void Widener::orderBehind(const LoadInst &load) {
  if (isAcquireOrStronger(load.getOrdering()))
    fenceCompiler();
}

// What x86 does for all orders but one; that wants the store to be seen before what comes behind it
// loads. Local memory is seen by one thread alone.
void Widener::orderBehind(const StoreInst &store) {
  if (store.getOrdering() != AtomicOrdering::SequentiallyConsistent)
    return;
  if (store.getPointerAddressSpace() == inLocal)
    fenceCompiler();
  else
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, store.getSyncScopeID());
}

Widener::Values Widener::widenLoad(LoadInst &load) {
  Value *pointer = load.getPointerOperand();
  Access access(*this, load, pointer, load.getType(), load.getAlign());
  if (!isAtomicInLanes(load, access) || !access.hasWholeBytes(layout))
    return lanewise(load);
  orderBefore(load);
  Values values = loadOfLanes(access, pointer);
  orderBehind(load);
  return values;
}

Widener::Values Widener::loadOfLanes(const Access &access, Value *pointer) {
  if (!isAffine(pointer))
    return gather(access, pointer);
  Affine address = affine(pointer);
  return guarded(
      address.guard,
      [&] { return loadAffine(access.fromFirstLane(address.step), address.first, address.step); },
      [&] {
        return atSmallSteps(
            access, pointer, address,
            [&](int64_t step) {
              return loadAffine(access.fromFirstLane(step), address.first, step);
            },
            [&](Value *step) { return loadEach(access, address.first, step); },
            [&] { return gather(access, pointer); });
      });
}

// Whether all that lies between the lanes' elements may be loaded with them. Elements of bytes have
// no gathers, and cost about as much for each lane as a shuffle of all lanes does.
bool Widener::isWorthChunks(const Access &access, int64_t stride) const {
  if (stride <= maxGapStride)
    return true;
  const int64_t count = access.count(), wide = lanes * count;
  return stride <= maxDenseStride && (count > 2 || access.elementSize < 4) &&
         stride * (1 + count) <= wide;
}

Widener::Values Widener::loadAffine(const Access &access, Value *first, int64_t step) {
  Values result;
  if (!access.element) {
    for (unsigned i = 0; i < access.leaves.size(); ++i) {
      const Leaf &leaf = access.leaves[i];
      Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), first, leaf.offset);
      Access one = access.leafAccess(i, layout.getTypeStoreSize(leaf.type));
      result.push_back(loadAffine(one, place, step).front());
    }
    return result;
  }
  if (step == 0) {
    explainAccess(access.origin, AccessWay::uniform);
    LoadInst *value = builder.CreateAlignedLoad(access.type, first, access.align);
    access.describe(*value);
    for (unsigned i = 0; i < access.count(); ++i)
      result.push_back(splat(extractLeaf(value, i)));
    return result;
  }
  int64_t size = access.elementSize;
  if (access.isInterleaved) {
    // All lanes' elements are ours, so none needs to be masked out.
    if (step == size) {
      explainAccess(access.origin, AccessWay::interleaved);
      for (const Leaf &leaf : access.leaves)
        result.push_back(loadVector(access, first, leaf.offset, nullptr));
      return result;
    }
    return loadLanes(access, first, step);
  }
  int64_t stride = step / size;
  if (step == access.count() * size && stride <= maxDenseStride)
    return loadChunks(access, first, stride);
  if (step == -size && access.count() == 1) {
    explainAccess(access.origin, AccessWay::backwards);
    SmallVector<int, 32> backwards;
    for (unsigned lane = 0; lane < lanes; ++lane)
      backwards.push_back(lanes - 1 - lane);
    Value *lowest = builder.CreateConstGEP1_64(builder.getInt8Ty(), first,
                                               static_cast<uint64_t>(step * (lanes - 1)));
    Value *chosen = maskIsFull() ? nullptr : builder.CreateShuffleVector(mask(), backwards);
    return {builder.CreateShuffleVector(loadVector(access, lowest, 0, chosen), backwards)};
  }
  // What is left of such a vector is no vector: it cannot stay in memory order.
  if (step % size == 0 && stride > access.count() && isWorthChunks(access, stride) &&
      !analyses.memoryOrder.contains(&access.origin))
    return loadChunks(access, first, stride);
  return loadLanes(access, first, step);
}

// Memory holds `stride` elements for each lane, of which the access wants the first ones:
//
//   stride 4, three wanted    x0 y0 z0 -- x1 y1 | z1 -- x2 y2 z2 -- | …
//
// It is read as `stride` vectors of S elements. Nothing behind the last lane's last element is
// touched: the last vector starts earlier instead. Where lanes are missing, gaps are masked out,
// too: the one behind an active lane's elements may be where nothing is.
Widener::Values Widener::loadChunks(const Access &access, Value *first, unsigned stride) {
  unsigned count = access.count(), unused = stride - count;
  bool staysWhole = analyses.memoryOrder.contains(&access.origin);
  explainAccess(access.origin,
                unused       ? AccessWay::gaps
                : count == 1 ? AccessWay::consecutive
                : staysWhole ? AccessWay::wholeVectors
                             : AccessWay::vectors,
                stride * access.elementSize);
  Values chunks;
  for (unsigned i = 0; i < stride; ++i) {
    unsigned begin = i * lanes - (i == stride - 1 ? unused : 0);
    Value *chosen = maskIsFull() ? nullptr
                    : unused     ? maskOfWanted(begin, stride, unused)
                                 : repeatLanes(mask(), stride, i);
    chunks.push_back(loadVector(access, first, begin * access.elementSize, chosen));
  }
  return stride == 1 || staysWhole ? chunks : deinterleave(chunks, unused);
}

// What lies in memory to components. The last chunk begins `unused` elements early.
Widener::Values Widener::deinterleave(ArrayRef<Value *> chunks, unsigned unused) {
  if (scalarFunction.hasFnAttribute(shufflesPartsAttribute) && !unused &&
      hasWholeParts(chunks[0]->getType(), chunks.size())) {
    const SmallVector<Value *> components = partsToLanes(builder, chunks);
    return Values(components.begin(), components.end());
  }
  // Halves the number of components by parting even from odd elements.
  auto part = [&](auto &&self, ArrayRef<Value *> interleaved) -> Values {
    if (interleaved.size() == 1)
      return {interleaved[0]};
    Values halves[2];
    for (unsigned odd = 0; odd < 2; ++odd) {
      SmallVector<int, 32> picks;
      for (unsigned lane = 0; lane < lanes; ++lane)
        picks.push_back(2 * lane + odd);
      for (size_t i = 0; i < interleaved.size(); i += 2)
        halves[odd].push_back(
            builder.CreateShuffleVector(interleaved[i], interleaved[i + 1], picks));
      halves[odd] = self(self, halves[odd]);
    }
    Values result;
    for (auto [even, odd] : zip_equal(halves[0], halves[1]))
      result.append({even, odd});
    return result;
  };
  unsigned stride = chunks.size(), count = stride - unused;
  if (!unused && isPowerOf2_32(stride))
    return part(part, chunks);

  Values result;
  for (unsigned i = 0; i < count; ++i) {
    Value *vector = chunks[0];
    for (unsigned chunk = 0; chunk < stride; ++chunk) {
      // Take from this chunk what it has, keep what earlier ones brought.
      unsigned begin = chunk * lanes - (chunk == stride - 1 ? unused : 0);
      SmallVector<int, 32> picks(lanes, -1);
      for (unsigned lane = 0; lane < lanes; ++lane) {
        unsigned element = lane * stride + i;
        unsigned owner = std::min(element / lanes, stride - 1);
        if (owner == chunk)
          picks[lane] = lanes + element - begin;
        else if (owner < chunk)
          picks[lane] = owner == 0 && chunk == 1 ? element : lane;
      }
      if (chunk > 0)
        vector = builder.CreateShuffleVector(vector, chunks[chunk], picks);
    }
    result.push_back(vector);
  }
  return result;
}

// For vectors of `count` elements for each lane, cut into chunks of S: what the lane has that owns
// each element.
Value *Widener::repeatLanes(Value *vector, unsigned count, unsigned chunk) {
  if (count == 1)
    return vector;
  SmallVector<int, 32> owners;
  for (unsigned i = 0; i < lanes; ++i)
    owners.push_back((chunk * lanes + i) / count);
  return builder.CreateShuffleVector(vector, owners);
}

// Of S elements from `begin` on, of which each lane has `stride` and does not want the last ones.
Value *Widener::maskOfWanted(unsigned begin, unsigned stride, unsigned unused) {
  SmallVector<int, 32> owners;
  for (unsigned element = begin; element < begin + lanes; ++element)
    owners.push_back(element % stride < stride - unused ? element / stride : lanes);
  return builder.CreateShuffleVector(mask(), Constant::getNullValue(mask()->getType()), owners);
}

Value *Widener::maskOfPart(const Value &value, unsigned leaf) {
  return analyses.memoryOrder.contains(&value)
             ? repeatLanes(mask(), leavesOf(value.getType()).size(), leaf)
             : mask();
}

Widener::Values Widener::loadLanes(const Access &access, Value *first, int64_t step) {
  if (access.isOneOfLanes())
    return loadWholeVectors(access, {nullptr, first, step});
  explainAccess(access.origin, AccessWay::strided, step);
  Values result;
  for (unsigned i = 0; i < access.leaves.size(); ++i) {
    const Leaf &leaf = access.leaves[i];
    if (!maskIsFull()) {
      Value *places = builder.CreateGEP(
          builder.getInt8Ty(), builder.CreateConstGEP1_64(builder.getInt8Ty(), first, leaf.offset),
          steps(builder.getInt64Ty(), step));
      CallInst *load =
          builder.CreateMaskedGather(vectorOf(leaf.type), places, access.alignAt(leaf.offset),
                                     mask(), PoisonValue::get(vectorOf(leaf.type)));
      access.describe(*load);
      result.push_back(load);
      continue;
    }
    Value *vector = PoisonValue::get(vectorOf(leaf.type));
    for (unsigned lane = 0; lane < lanes; ++lane) {
      uint64_t offset = lane * static_cast<uint64_t>(step) + leaf.offset;
      Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), first, offset);
      LoadInst *value = builder.CreateAlignedLoad(leaf.type, place, access.alignAt(offset));
      access.describe(*value);
      vector = builder.CreateInsertElement(vector, value, lane);
    }
    result.push_back(vector);
  }
  return result;
}

Widener::Values Widener::gather(const Access &access, Value *pointer) {
  std::optional<unsigned> wanted;
  if (const auto *load = dyn_cast<LoadInst>(&access.origin);
      load && load->isSimple() && access.isOneOfLanes() && access.elementSize >= smallestElement &&
      !analyses.memoryOrder.contains(load))
    wanted = wantedElement(*load, access.count());
  if (access.isOneOfLanes() && !wanted)
    return loadWholeVectors(access, lanePlaces(pointer));
  explainAccess(access.origin, AccessWay::scattered);
  Values result;
  for (unsigned i = 0; i < access.leaves.size(); ++i) {
    if (wanted && i != *wanted) {
      result.push_back(PoisonValue::get(vectorOf(access.leaves[i].type)));
      continue;
    }
    Places places = placesOf(access, pointer, access.origin, i);
    Type *type = vectorOf(access.leaves[i].type);
    CallInst *load = builder.CreateMaskedGather(type, places.pointers, places.align, places.mask,
                                                PoisonValue::get(type));
    access.describe(*load);
    result.push_back(load);
  }
  return result;
}

// Where the elements of a part lie; `value` is the one that is read or written.
Widener::Places Widener::placesOf(const Access &access, Value *pointer, const Value &value,
                                  unsigned leaf) {
  Value *objects = part(pointer, 0);
  uint64_t offset = access.leaves[leaf].offset;
  if (!analyses.memoryOrder.contains(&value))
    return {offset ? builder.CreateGEP(builder.getInt8Ty(), objects, builder.getInt64(offset))
                   : objects,
            mask(), access.alignAt(offset)};
  unsigned count = access.count();
  SmallVector<Constant *, 32> offsets;
  for (unsigned i = 0; i < lanes; ++i)
    offsets.push_back(builder.getInt64(access.leaves[(leaf * lanes + i) % count].offset));
  return {builder.CreateGEP(builder.getInt8Ty(), repeatLanes(objects, count, leaf),
                            ConstantVector::get(offsets)),
          repeatLanes(mask(), count, leaf), access.alignAt(access.elementSize)};
}

void Widener::widenStore(StoreInst &store) {
  Value *pointer = store.getPointerOperand();
  Access access(*this, store, pointer, store.getValueOperand()->getType(), store.getAlign());
  if (!isAtomicInLanes(store, access) || !access.hasWholeBytes(layout)) {
    lanewise(store);
    return;
  }
  orderBefore(store);
  storeOfLanes(access, store);
  orderBehind(store);
}

void Widener::storeOfLanes(const Access &access, StoreInst &store) {
  Value *pointer = store.getPointerOperand();
  if (isUniform(pointer))
    return storeOfLastLane(access, scalar(pointer), store.getValueOperand());
  Values values = parts(store.getValueOperand());
  if (!isAffine(pointer))
    return scatter(access, pointer, values);
  Affine address = affine(pointer);
  if (address.step == 0) {
    guarded(
        address.guard,
        [&] {
          storeOfLastLane(access, address.first, store.getValueOperand());
          return Values();
        },
        [&] {
          scatter(access, pointer, values);
          return Values();
        });
    return;
  }
  guarded(
      address.guard,
      [&] {
        storeAffine(access.fromFirstLane(address.step), address.first, address.step, values);
        return Values();
      },
      [&] {
        return atSmallSteps(
            access, pointer, address,
            [&](int64_t step) {
              storeAffine(access.fromFirstLane(step), address.first, step, values);
              return Values();
            },
            [&](Value *step) {
              storeEach(access, address.first, step, values.front());
              return Values();
            },
            [&] {
              scatter(access, pointer, values);
              return Values();
            });
      });
}

// All lanes write one place: the highest active one is last.
void Widener::storeOfLastLane(const Access &access, Value *pointer, Value *value) {
  explainAccess(access.origin, AccessWay::lastLane);
  Value *last = isUniform(value) ? scalar(value) : laneOf(value, lastActiveLane());
  StoreInst *store = builder.CreateAlignedStore(last, pointer, access.align);
  store->setAAMetadata(access.aliasing);
}

// Components to what lies in memory: the reverse of deinterleave.
Widener::Values Widener::interleave(ArrayRef<Value *> components) {
  if (scalarFunction.hasFnAttribute(shufflesPartsAttribute) &&
      hasWholeParts(components[0]->getType(), components.size())) {
    const SmallVector<Value *> memory = lanesToParts(builder, components);
    return Values(memory.begin(), memory.end());
  }
  unsigned count = components.size();
  Values chunks(count);
  if (isPowerOf2_32(count)) {
    auto merge = [&](auto &&self, ArrayRef<Value *> components) -> Values {
      if (components.size() == 1)
        return {components[0]};
      Values halves[2];
      for (size_t i = 0; i < components.size(); ++i)
        halves[i % 2].push_back(components[i]);
      Values result;
      halves[0] = self(self, halves[0]);
      halves[1] = self(self, halves[1]);
      for (auto [even, odd] : zip_equal(halves[0], halves[1]))
        for (unsigned half = 0; half < 2; ++half) {
          SmallVector<int, 32> picks;
          for (unsigned i = 0; i < lanes; ++i)
            picks.push_back(half * lanes / 2 + i / 2 + (i % 2) * lanes);
          result.push_back(builder.CreateShuffleVector(even, odd, picks));
        }
      return result;
    };
    return merge(merge, components);
  }
  for (unsigned chunk = 0; chunk < count; ++chunk) {
    Value *vector = PoisonValue::get(components[0]->getType());
    for (unsigned i = 0; i < count; ++i) {
      SmallVector<int, 32> picks(lanes, -1);
      for (unsigned j = 0; j < lanes; ++j) {
        unsigned element = chunk * lanes + j, owner = element % count;
        if (owner == i)
          picks[j] = lanes + element / count;
        else if (owner < i)
          picks[j] = j;
      }
      vector = builder.CreateShuffleVector(vector, components[i], picks);
    }
    chunks[chunk] = vector;
  }
  return chunks;
}

void Widener::storeAffine(const Access &access, Value *first, int64_t step,
                          ArrayRef<Value *> values) {
  if (!access.element) {
    for (unsigned i = 0; i < access.leaves.size(); ++i) {
      const Leaf &leaf = access.leaves[i];
      Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), first, leaf.offset);
      storeAffine(access.leafAccess(i, layout.getTypeStoreSize(leaf.type)), place, step, values[i]);
    }
    return;
  }
  int64_t size = access.elementSize;
  Value *chosen = maskIsFull() ? nullptr : mask();
  if (access.isInterleaved && step == size) {
    explainAccess(access.origin, AccessWay::interleaved);
    // Inactive lanes' elements are ours too: writing back what is there is cheaper than a mask.
    for (auto [leaf, vector] : zip_equal(access.leaves, values)) {
      Value *next = vector;
      if (chosen)
        next =
            builder.CreateSelect(chosen, vector, loadVector(access, first, leaf.offset, nullptr));
      storeVector(access, next, first, leaf.offset, nullptr);
    }
    return;
  }
  if (!access.isInterleaved && step == access.count() * size && access.count() <= maxDenseStride) {
    unsigned count = access.count();
    bool staysWhole =
        analyses.memoryOrder.contains(cast<StoreInst>(access.origin).getValueOperand());
    explainAccess(access.origin,
                  count == 1   ? AccessWay::consecutive
                  : staysWhole ? AccessWay::wholeVectors
                               : AccessWay::vectors,
                  step);
    Values chunks(values.begin(), values.end());
    if (!staysWhole)
      chunks = interleave(values);
    for (unsigned chunk = 0; chunk < count; ++chunk)
      storeVector(access, chunks[chunk], first, chunk * lanes * size,
                  chosen ? repeatLanes(chosen, count, chunk) : nullptr);
    return;
  }
  if (step == -size && access.count() == 1 && !access.isInterleaved) {
    explainAccess(access.origin, AccessWay::backwards);
    SmallVector<int, 32> backwards;
    for (unsigned lane = 0; lane < lanes; ++lane)
      backwards.push_back(lanes - 1 - lane);
    Value *lowest = builder.CreateConstGEP1_64(builder.getInt8Ty(), first,
                                               static_cast<uint64_t>(step * (lanes - 1)));
    storeVector(access, builder.CreateShuffleVector(values[0], backwards), lowest, 0,
                chosen ? builder.CreateShuffleVector(chosen, backwards) : nullptr);
    return;
  }
  if (!access.isInterleaved && step > access.count() * size && step % size == 0 && masksElements &&
      isWorthChunks(access, step / size) &&
      !analyses.memoryOrder.contains(cast<StoreInst>(access.origin).getValueOperand()))
    return storeWithGaps(access, first, step / size, values);
  if (access.isOneOfLanes())
    return storeWholeVectors(access, {nullptr, first, step}, values);
  explainAccess(access.origin, AccessWay::strided, step);
  for (auto [leaf, vector] : zip_equal(access.leaves, values)) {
    if (chosen) {
      Value *places = builder.CreateGEP(
          builder.getInt8Ty(), builder.CreateConstGEP1_64(builder.getInt8Ty(), first, leaf.offset),
          steps(builder.getInt64Ty(), step));
      builder.CreateMaskedScatter(vector, places, access.alignAt(leaf.offset), chosen)
          ->setAAMetadata(access.aliasing);
      continue;
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
      uint64_t offset = lane * static_cast<uint64_t>(step) + leaf.offset;
      Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), first, offset);
      builder
          .CreateAlignedStore(builder.CreateExtractElement(vector, lane), place,
                              access.alignAt(offset))
          ->setAAMetadata(access.aliasing);
    }
  }
}

// Of `stride` elements for each lane only the first ones are written.
void Widener::storeWithGaps(const Access &access, Value *first, unsigned stride,
                            ArrayRef<Value *> values) {
  explainAccess(access.origin, AccessWay::gaps, stride * access.elementSize);
  Values all(values.begin(), values.end());
  all.resize(stride, PoisonValue::get(values[0]->getType()));
  Values chunks = interleave(all);
  for (unsigned i = 0; i < stride; ++i)
    storeVector(access, chunks[i], first, i * lanes * access.elementSize,
                maskOfWanted(i * lanes, stride, stride - access.count()));
}

void Widener::scatter(const Access &access, Value *pointer, ArrayRef<Value *> values) {
  if (access.isOneOfLanes())
    return storeWholeVectors(access, lanePlaces(pointer), values);
  explainAccess(access.origin, AccessWay::scattered);
  const Value &stored = *cast<StoreInst>(access.origin).getValueOperand();
  for (auto [leaf, vector] : enumerate(values)) {
    Places places = placesOf(access, pointer, stored, leaf);
    builder.CreateMaskedScatter(vector, places.pointers, places.align, places.mask)
        ->setAAMetadata(access.aliasing);
  }
}

} // namespace heddle::compiler
