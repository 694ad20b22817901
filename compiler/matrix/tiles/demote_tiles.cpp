#include "compiler/matrix/tiles/demote_tiles.hpp"

#include "compiler/matrix/plan/matrix_target.hpp"
#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isTile(const Value &value) { return value.getType()->isX86_AMXTy(); }

bool isZeroTile(const Value *value) {
  const auto *call = dyn_cast<IntrinsicInst>(value);
  return call && call->getIntrinsicID() == Intrinsic::x86_tilezero_internal;
}

SmallVector<PHINode *> tilePhis(BasicBlock &block) {
  SmallVector<PHINode *> phis;
  for (PHINode &phi : block.phis())
    if (isTile(phi))
      phis.push_back(&phi);
  return phis;
}

class Demotion {
public:
  Demotion(Function &function, LoopInfo &loops, DominatorTree &dominators)
      : function(function), loops(loops), dominators(dominators) {}

  bool run();

private:
  bool isReachedBehind(const Instruction &value, const Loop &loop) const;
  SmallVector<Instruction *> passingBy(const Loop &loop) const;
  struct Place {
    Value *memory; ///< none for zeros, which are made wherever they are wanted
    TileShape shape;
  };
  Place newPlace(const Value &tile);
  void storeAt(Instruction *position, Place place, Value *tile);
  Value *loadAt(Instruction *position, Place place);
  void useFrom(Place place, SmallVector<Use *> uses);
  void demoteValue(Instruction &value);
  IntrinsicInst *waitingFor(const PHINode &phi) const;
  void demotePhi(PHINode &phi);
  bool demoteSum(PHINode &phi, const Loop &loop);
  bool demoteReadSum(PHINode &phi, const Loop &loop);
  bool isWaiting(const Value &tile) const;
  Instruction *oneTooMany() const;

  Function &function;
  LoopInfo &loops;
  DominatorTree &dominators;
  SmallPtrSet<const Value *, 16> places;
  /// By demoteValue(), and the zeros that it makes next to their uses: they are as late as they can
  /// be.
  SmallPtrSet<const Value *, 16> demoted;
};

Demotion::Place Demotion::newPlace(const Value &tile) {
  const TileShape shape = shapeOfTile(tile);
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *memory = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), shape.bytes()),
                                            nullptr, "tile.place");
  memory->setAlignment(Align(64));
  places.insert(memory);
  return {memory, shape};
}

Value *Demotion::loadAt(Instruction *position, Place place) {
  IRBuilder<> builder(position);
  if (!place.memory) {
    Value *zero = createTileZero(builder, place.shape);
    demoted.insert(zero);
    return zero;
  }
  return createTileLoad(builder, place.shape, place.memory, builder.getInt64(place.shape.rowBytes));
}

void Demotion::storeAt(Instruction *position, Place place, Value *tile) {
  IRBuilder<> builder(position);
  // Zeros take no register. Behind a call all tiles would have to be configured once more.
  if (isZeroTile(tile))
    builder.CreateMemSetInline(place.memory, Align(64), builder.getInt8(0),
                               builder.getInt64(place.shape.bytes()));
  else
    createTileStore(builder, place.shape, place.memory, builder.getInt64(place.shape.rowBytes),
                    tile);
}

/// Each use gets a load of its own; rows are read as such.
void Demotion::useFrom(Place place, SmallVector<Use *> uses) {
  SmallVector<CallInst *> casts;
  SmallVector<PHINode *> aliases;
  SmallDenseMap<BasicBlock *, Value *> onEdge;
  for (unsigned i = 0; i < uses.size(); ++i) {
    Use *use = uses[i];
    auto *user = cast<Instruction>(use->getUser());
    if (auto *phi = dyn_cast<PHINode>(user); phi && phi->getNumIncomingValues() == 1) {
      // Another name of the same value, behind a loop.
      for (Use &next : phi->uses())
        uses.push_back(&next);
      aliases.push_back(phi);
    } else if (phi) {
      BasicBlock *block = phi->getIncomingBlock(*use);
      Value *&loaded = onEdge[block];
      if (!loaded)
        loaded = loadAt(block->getTerminator(), place);
      use->set(loaded);
    } else if (isVectorFromTile(user)) {
      casts.push_back(cast<CallInst>(user));
    } else {
      use->set(loadAt(user, place));
    }
  }
  for (CallInst *cast : casts)
    if (place.memory) {
      replaceByRowsAt(place.memory, *cast);
    } else {
      cast->replaceAllUsesWith(Constant::getNullValue(cast->getType()));
      cast->eraseFromParent();
    }
  // When nobody uses them any more.
  for (PHINode *alias : reverse(aliases))
    alias->eraseFromParent();
}

/// Stored where it is made.
void Demotion::demoteValue(Instruction &value) {
  SmallVector<Use *> uses;
  for (Use &use : value.uses())
    uses.push_back(&use);
  demoted.insert(&value);
  if (isZeroTile(&value))
    return useFrom({nullptr, shapeOfTile(value)}, uses);
  const Place place = newPlace(value);
  storeAt(isa<PHINode>(value) ? &*value.getParent()->getFirstInsertionPt() : value.getNextNode(),
          place, &value);
  useFrom(place, uses);
}

/// The load of a tile that waits in memory for this phi and nothing else. What comes on other edges
/// is not stored there while it waits: in front of a branch to both, or in a round before.
IntrinsicInst *Demotion::waitingFor(const PHINode &phi) const {
  for (Value *incoming : phi.incoming_values()) {
    auto *load = dyn_cast<IntrinsicInst>(incoming);
    if (load && load->getIntrinsicID() == Intrinsic::x86_tileloadd64_internal &&
        load->hasOneUse() && places.contains(load->getArgOperand(2)) &&
        load->getArgOperand(2)->hasNUses(2)) {
      SmallPtrSet<BasicBlock *, 2> storing;
      for (User *user : load->getArgOperand(2)->users())
        if (user != load)
          storing.insert(cast<Instruction>(user)->getParent());
      if (none_of(phi.blocks(), [&](BasicBlock *block) {
            return block != load->getParent() &&
                   (storing.contains(block) ||
                    isPotentiallyReachable(block->getTerminator(), load, &storing, &dominators));
          }))
        return load;
    }
  }
  return nullptr;
}

/// Stored where control comes from. Not for headers of loops, where what is used of one round may
/// have been overwritten for the next.
void Demotion::demotePhi(PHINode &phi) {
  IntrinsicInst *waiting = waitingFor(phi);
  const Place place = waiting ? Place{waiting->getArgOperand(2), shapeOfTile(phi)} : newPlace(phi);
  SmallPtrSet<BasicBlock *, 4> seen;
  for (unsigned edge = 0; edge < phi.getNumIncomingValues(); ++edge) {
    // Zeros that are the sums of no round are not stored where there are rounds.
    if (isZeroTile(phi.getIncomingValue(edge)))
      SplitCriticalEdge(phi.getIncomingBlock(edge), phi.getParent(),
                        CriticalEdgeSplittingOptions(&dominators, &loops));
    BasicBlock *block = phi.getIncomingBlock(edge);
    if (!seen.insert(block).second || phi.getIncomingValue(edge) == waiting)
      continue;
    // Next to where it is made, if that is in the same block: nothing there uses the phi, and other
    // tiles may be loaded behind it.
    auto *made = dyn_cast<Instruction>(phi.getIncomingValue(edge));
    Instruction *position = block->getTerminator();
    if (made && made->getParent() == block)
      position = isa<PHINode>(made) ? &*block->getFirstInsertionPt() : made->getNextNode();
    storeAt(position, place, phi.getIncomingValue(edge));
  }
  SmallVector<Use *> uses;
  for (Use &use : phi.uses())
    uses.push_back(&use);
  useFrom(place, uses);
  phi.eraseFromParent();
  if (waiting)
    waiting->eraseFromParent();
}

/// The sum of a loop whose only way from round to round, but for branches around its products, is
/// from one product to the next.
bool Demotion::demoteSum(PHINode &phi, const Loop &loop) {
  SmallSetVector<Instruction *, 8> members;
  members.insert(&phi);
  SmallVector<Use *> uses;
  for (unsigned i = 0; i < members.size(); ++i) {
    Instruction *product = nullptr;
    for (Use &use : members[i]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!loop.contains(user)) {
        uses.push_back(&use);
      } else if (isTileProduct(*user) && use.getOperandNo() == 3) {
        if (product)
          return false;
        product = user;
        members.insert(user);
        uses.push_back(&use);
      } else if (isa<PHINode>(user)) {
        members.insert(user);
      } else {
        return false;
      }
    }
    // Behind the product, in the same round, the old value is gone.
    if (product)
      for (Use &use : members[i]->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (user == product)
          continue;
        auto *phi = dyn_cast<PHINode>(user);
        SmallPtrSet<BasicBlock *, 1> nextRound{loop.getHeader()};
        if (!phi || isPotentiallyReachable(product, phi->getIncomingBlock(use)->getTerminator(),
                                           &nextRound, &dominators))
          return false;
      }
  }
  // What comes in is the sum, or what it begins with.
  for (Instruction *member : members)
    if (auto *inner = dyn_cast<PHINode>(member))
      for (unsigned edge = 0; edge < inner->getNumIncomingValues(); ++edge) {
        auto *incoming = dyn_cast<Instruction>(inner->getIncomingValue(edge));
        const bool isSum = incoming && members.contains(incoming);
        if (!isSum && (inner != &phi || loop.contains(inner->getIncomingBlock(edge))))
          return false;
      }
  const Place place = newPlace(phi);
  for (unsigned edge = 0; edge < phi.getNumIncomingValues(); ++edge)
    if (BasicBlock *block = phi.getIncomingBlock(edge); !loop.contains(block))
      storeAt(block->getTerminator(), place, phi.getIncomingValue(edge));
  for (Instruction *member : members)
    if (isTileProduct(*member))
      storeAt(member->getNextNode(), place, member);
  useFrom(place, uses);
  for (Instruction *member : members)
    if (isa<PHINode>(member)) {
      member->replaceAllUsesWith(PoisonValue::get(member->getType()));
      member->eraseFromParent();
    }
  return true;
}

/// A sum whose rows each round reads before it adds to them, as an online softmax scales them: the
/// round before stores it, next to its last product, and no register holds it from there to here.
bool Demotion::demoteReadSum(PHINode &phi, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  auto *next = latch ? dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch)) : nullptr;
  if (!next || next == &phi || !loop.contains(next))
    return false;
  // What reads the rows must not come behind it in the round.
  SmallPtrSet<BasicBlock *, 1> nextRound{loop.getHeader()};
  for (const User *user : phi.users()) {
    const auto *cast = isVectorFromTile(user) ? llvm::cast<Instruction>(user) : nullptr;
    if (!cast || !loop.contains(cast) ||
        (cast->getParent() == loop.getHeader()
             ? next->getParent() == loop.getHeader() && next->comesBefore(cast)
             : isPotentiallyReachable(next, cast, &nextRound, &dominators)))
      return false;
  }

  SmallVector<Use *> uses;
  for (Value *value : {static_cast<Value *>(&phi), static_cast<Value *>(next)})
    for (Use &use : value->uses())
      if (use.getUser() != &phi)
        uses.push_back(&use);
  const Place place = newPlace(phi);
  for (BasicBlock *block : phi.blocks())
    if (block != latch)
      storeAt(block->getTerminator(), place, phi.getIncomingValueForBlock(block));
  storeAt(isa<PHINode>(next) ? &*next->getParent()->getFirstInsertionPt() : next->getNextNode(),
          place, next);
  useFrom(place, uses);
  phi.eraseFromParent();
  return true;
}

bool Demotion::isReachedBehind(const Instruction &value, const Loop &loop) const {
  // Back from its uses to where it is made; the loop is on the way when its header is.
  SmallVector<const BasicBlock *> work;
  SmallPtrSet<const BasicBlock *, 16> seen;
  for (const Use &use : value.uses()) {
    const auto *user = cast<Instruction>(use.getUser());
    if (loop.contains(user))
      return false;
    const auto *phi = dyn_cast<PHINode>(user);
    const BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
    if (block != value.getParent() || (!phi && user->comesBefore(&value)))
      work.push_back(block);
  }
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    if (block == loop.getHeader())
      return true;
    for (const BasicBlock *before : predecessors(block))
      if (before != value.getParent())
        work.push_back(before);
  }
  return false;
}

/// Tiles that live through the loop and are not used in it.
SmallVector<Instruction *> Demotion::passingBy(const Loop &loop) const {
  SmallVector<Instruction *> values;
  for (Instruction &value : instructions(function))
    if (isTile(value) && !loop.contains(&value) && dominators.dominates(&value, loop.getHeader()) &&
        isReachedBehind(value, loop))
      values.push_back(&value);
  return values;
}

/// Loaded from where it waits, next to its use.
bool Demotion::isWaiting(const Value &tile) const {
  const auto *load = dyn_cast<IntrinsicInst>(&tile);
  return load && load->getIntrinsicID() == Intrinsic::x86_tileloadd64_internal &&
         places.contains(load->getArgOperand(2));
}

using TileSet = SmallSetVector<Instruction *, 8>;

/// The tiles that live in front of a block, behind its phis, and behind it.
struct LiveTiles {
  TileSet in, out;
};

/// What an instruction of the block leaves of what lives behind it.
void stepBack(Instruction &instruction, TileSet &live) {
  live.remove(&instruction);
  for (Value *operand : instruction.operands())
    if (isTile(*operand))
      if (auto *tile = dyn_cast<Instruction>(operand))
        live.insert(tile);
}

using CallsOfBlocks = DenseMap<const BasicBlock *, SmallVector<Instruction *>>;

/// What takes tiles or gives one, but for phis, in its order. It is asked for after each tile that
/// went, so that it looks at no other instructions.
CallsOfBlocks tileCalls(Function &function) {
  CallsOfBlocks calls;
  for (Function &callee : *function.getParent())
    if (callee.isIntrinsic() &&
        (callee.getReturnType()->isX86_AMXTy() || any_of(callee.args(), isTile)))
      for (User *user : callee.users())
        if (auto *call = dyn_cast<CallBase>(user); call && call->getFunction() == &function)
          calls[call->getParent()].push_back(call);
  for (auto &[block, inBlock] : calls)
    llvm::sort(inBlock, [](const Instruction *one, const Instruction *other) {
      return one->comesBefore(other);
    });
  return calls;
}

DenseMap<const BasicBlock *, LiveTiles> liveTiles(Function &function, const CallsOfBlocks &calls) {
  DenseMap<const BasicBlock *, LiveTiles> all;
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : post_order(&function)) {
      TileSet live;
      for (BasicBlock *next : successors(block)) {
        live.insert_range(all[next].in);
        for (PHINode *phi : tilePhis(*next))
          if (auto *tile = dyn_cast<Instruction>(phi->getIncomingValueForBlock(block)))
            live.insert(tile);
      }
      TileSet out = live;
      if (const auto inBlock = calls.find(block); inBlock != calls.end())
        for (Instruction *call : reverse(inBlock->second))
          stepBack(*call, live);
      for (PHINode *phi : tilePhis(*block))
        live.remove(phi);
      LiveTiles &known = all[block];
      changed |= live.size() != known.in.size() || out.size() != known.out.size();
      known = {std::move(live), std::move(out)};
    }
  }
  return all;
}

/// Where straight code has more tiles at once than there are registers, the one that it uses last,
/// or none of them in this block. It lives through an instruction that does without it.
Instruction *Demotion::oneTooMany() const {
  const CallsOfBlocks calls = tileCalls(function);
  const DenseMap<const BasicBlock *, LiveTiles> all = liveTiles(function, calls);
  for (BasicBlock &block : function) {
    const auto known = all.find(&block);
    const auto inBlock = calls.find(&block);
    if (known == all.end() || inBlock == calls.end())
      continue;
    TileSet live = known->second.out;
    SmallVector<Instruction *> usedLater; // the last one of the block comes first
    for (Instruction *call : reverse(inBlock->second)) {
      TileSet before = live;
      stepBack(*call, before);
      if (std::max(live.size(), before.size()) > tileRegisters) {
        SmallVector<Instruction *> others;
        for (Instruction *tile : live)
          if (before.contains(tile) && !is_contained(call->operands(), tile) && !isWaiting(*tile) &&
              !demoted.contains(tile))
            others.push_back(tile);
        // How near the next use is: 0 for none in this block.
        const auto nearness = [&](Instruction *tile) {
          const auto use = find(usedLater, tile);
          return use == usedLater.end() ? 0 : use - usedLater.begin() + 1;
        };
        const auto last = min_element(others, [&](Instruction *one, Instruction *other) {
          return nearness(one) < nearness(other);
        });
        if (last != others.end())
          return *last;
      }
      for (Value *operand : call->operands())
        if (auto *tile = dyn_cast<Instruction>(operand); tile && isTile(*tile)) {
          erase(usedLater, tile);
          usedLater.push_back(tile);
        }
      live = std::move(before);
    }
  }
  return nullptr;
}

bool Demotion::run() {
  SmallVector<const Loop *> hot;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (any_of(loop->blocks(), [&](BasicBlock *block) {
          return loops.getLoopFor(block) == loop && any_of(*block, isTileProduct);
        }))
      hot.push_back(loop);

  bool changed = false;
  for (const Loop *loop : hot) {
    for (PHINode *phi : tilePhis(*loop->getHeader()))
      changed |= demoteReadSum(*phi, *loop);
    SmallVector<PHINode *> sums = tilePhis(*loop->getHeader());
    // One more register is for the one that is at hand.
    if (sums.size() > MatrixTarget::sumsInTiles)
      for (PHINode *phi : drop_begin(sums, MatrixTarget::sumsInTiles - 1))
        changed |= demoteSum(*phi, *loop);
    sums = tilePhis(*loop->getHeader());
    SmallVector<Instruction *> others = passingBy(*loop);
    if (sums.size() + others.size() <= MatrixTarget::sumsInTiles)
      continue;
    for (Instruction *value : others)
      demoteValue(*value);
    changed |= !others.empty();
  }
  for (BasicBlock &block : make_early_inc_range(function)) {
    SmallVector<PHINode *> phis = tilePhis(block);
    if (phis.size() <= MatrixTarget::sumsInTiles ||
        any_of(predecessors(&block),
               [&](BasicBlock *before) { return dominators.dominates(&block, before); }))
      continue;
    // First those that are in memory anyway. One more register is for the one that is at hand.
    for (PHINode *&phi : phis)
      if (any_of(phi->incoming_values(), [&](Value *tile) { return isWaiting(*tile); }))
        demotePhi(*std::exchange(phi, nullptr));
    erase(phis, nullptr);
    while (phis.size() >= MatrixTarget::sumsInTiles)
      demotePhi(*phis.pop_back_val());
    changed = true;
  }
  while (Instruction *tile = oneTooMany()) {
    demoteValue(*tile);
    changed = true;
  }
  return changed;
}

} // namespace

PreservedAnalyses DemoteTilesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!Demotion(function, analyses.getResult<LoopAnalysis>(function),
                analyses.getResult<DominatorTreeAnalysis>(function))
           .run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserve<LoopAnalysis>();
  kept.preserve<DominatorTreeAnalysis>();
  return kept;
}

} // namespace heddle::compiler
