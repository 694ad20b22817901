#include "compiler/vectorizer/transform/read_rows_by_lines.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/transform/join_lane_loads.hpp"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::int64_t lineSize = 64; // bytes
constexpr std::int64_t pieceSize = 16;
// What lanes change places in. Smaller elements are taken from words of that size.
constexpr std::int64_t wordSize = 4;
// Bytes between lanes up to which smaller elements are read by wide loads.
constexpr std::int64_t nearLanes = 16;
// Of one loop: what is kept of them has to stay in the first cache.
constexpr std::size_t mostRows = 8;

/// A load in the loop. In an inner loop it goes `innerStep` bytes further in each of its rounds.
struct RowLoad {
  LoadInst *load;
  std::int64_t offset; ///< from the row's first load, in the first round
  Loop *inner;         ///< or null
  std::int64_t innerStep;
};

/// Loads that walk along the same row, `step` bytes in each round of the loop.
struct Row {
  const SCEV *start; ///< of the first load
  Type *type;        ///< of each
  std::int64_t step;
  SmallVector<RowLoad, 8> loads;
  std::int64_t line;                    ///< bytes that are read at a time
  bool isWhole;                         ///< it always has all bytes of each line
  std::int64_t lowest = 0, highest = 0; ///< of the offsets

  std::int64_t size() const { return type->getPrimitiveSizeInBits() / 8; }
  bool isOfParts() const { return size() < wordSize; }
  /// What a line is kept as.
  Type *word() const { return isOfParts() ? Type::getInt32Ty(type->getContext()) : type; }
  std::int64_t sizeOfWord() const { return std::max(size(), wordSize); }
};

std::optional<std::int64_t> constantOf(const SCEV *expression) {
  const auto *constant = dyn_cast<SCEVConstant>(expression);
  if (!constant || !constant->getAPInt().isSignedIntN(32))
    return std::nullopt;
  return constant->getAPInt().getSExtValue();
}

bool writesSharedMemory(const Loop &loop) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const auto *store = dyn_cast<StoreInst>(&instruction);
      if (store && store->isSimple() &&
          isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand())))
        continue;
      if (instruction.mayWriteToMemory() ||
          !isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return true;
    }
  return false;
}

class LineReader {
public:
  LineReader(Function &function, const UniformityInfo &uniformity, const Strides &strides,
             FunctionAnalysisManager &analyses)
      : function(function), uniformity(uniformity), strides(strides),
        loops(analyses.getResult<LoopAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        expander(evolution, "row") {}

  bool run() {
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (auto *load = dyn_cast<LoadInst>(&instruction);
            load && (isGathered(*load, strides) || isGatheredPart(*load)))
          add(*load);
    for (auto &[loop, found] : rows)
      erase_if(found, [&](Row &row) { return !isRead(row); });
    // All that asks for loops and dominators comes before the first change of control flow.
    SmallVector<Reader, 4> readers;
    for (auto &[loop, found] : rows)
      if (!found.empty() && found.size() <= mostRows)
        readers.push_back(prepare(*loop, found));
    for (const Reader &reader : readers) {
      remark(*reader.loop->getHeader()->getTerminator(), [&] {
        return "loop: each lane's part of " + std::to_string(reader.lines.size()) +
               (reader.lines.size() == 1 ? " row is" : " rows is") + " read " +
               std::to_string(lineSize) + " bytes at a time";
      });
      read(reader);
    }
    return !readers.empty();
  }

private:
  /// The same of an element that is smaller than a word.
  bool isGatheredPart(const LoadInst &load) const {
    Type *type = load.getType();
    const unsigned bits = type->getPrimitiveSizeInBits();
    if (!load.isSimple() || !(type->isIntegerTy() || type->isFloatingPointTy()) ||
        (bits != 8 && bits != 16) || !isSharedMemory(load.getPointerAddressSpace()))
      return false;
    const std::optional<Stride> stride = strides.of(load.getPointerOperand());
    return !stride || (!stride->guarded && std::abs(stride->step) > nearLanes);
  }

  bool isUniform(const SCEV *expression) const {
    return !SCEVExprContains(expression, [&](const SCEV *part) {
      const auto *unknown = dyn_cast<SCEVUnknown>(part);
      return unknown && !uniformity.isUniform(unknown->getValue());
    });
  }

  /// Whether all rounds of a loop run for the same lanes, and how many there are is known before.
  bool isCounted(const Loop &loop) {
    const BasicBlock *latch = loop.getLoopLatch();
    return latch && loop.getLoopPreheader() && loop.getExitingBlock() == latch &&
           uniformity.isUniform(latch->getTerminator()) &&
           !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
  }

  bool canBeRead(const Loop &loop) {
    auto [found, isNew] = readable.try_emplace(&loop, false);
    if (isNew) {
      const SCEV *count = evolution.getBackedgeTakenCount(&loop);
      found->second = isCounted(loop) && isUniform(count) &&
                      evolution.getTypeSizeInBits(count->getType()) <= 64 &&
                      expander.isSafeToExpandAt(count, loop.getLoopPreheader()->getTerminator()) &&
                      !writesSharedMemory(loop);
    }
    return found->second;
  }

  void add(LoadInst &load) {
    Loop *loop = loops.getLoopFor(load.getParent());
    if (!loop || !isCounted(*loop) || !dominators.dominates(load.getParent(), loop->getLoopLatch()))
      return;
    const auto *walk = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load.getPointerOperand()));
    if (!walk || walk->getLoop() != loop || !walk->isAffine())
      return;
    const std::optional<std::int64_t> step = constantOf(walk->getStepRecurrence(evolution));
    if (!step)
      return;
    // Through an inner loop and on from there in the next round of the outer one.
    Loop *outer = loop->getParentLoop();
    if (const unsigned rounds = evolution.getSmallConstantTripCount(loop);
        rounds && outer && isCounted(*outer) &&
        dominators.dominates(loop->getHeader(), outer->getLoopLatch()))
      if (const SCEV *start = startOfWalk(walk->getStart(), *outer, *step * rounds);
          start && add(*outer, start, *step * rounds, {&load, 0, loop, *step}))
        return;
    add(*loop, walk->getStart(), *step, {&load, 0, nullptr, 0});
  }

  /// Where a pointer begins that goes on by `step` in each round of a loop, or null.
  const SCEV *startOfWalk(const SCEV *pointer, const Loop &loop, std::int64_t step) {
    if (const auto *walk = dyn_cast<SCEVAddRecExpr>(pointer); walk && walk->getLoop() == &loop)
      return constantOf(walk->getStepRecurrence(evolution)) == step ? walk->getStart() : nullptr;
    // One that an inner loop moves is no recurrence before the inner one's rounds are counted.
    const auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(pointer));
    const auto *phi = base ? dyn_cast<PHINode>(base->getValue()) : nullptr;
    if (!phi || phi->getParent() != loop.getHeader())
      return nullptr;
    const SCEV *rest = evolution.getMinusSCEV(pointer, base);
    const SCEV *next =
        evolution.getSCEVAtScope(phi->getIncomingValueForBlock(loop.getLoopLatch()), &loop);
    const SCEV *moved = evolution.getMinusSCEV(next, base);
    if (isa<SCEVCouldNotCompute>(rest) || isa<SCEVCouldNotCompute>(moved) ||
        constantOf(moved) != step || !evolution.isLoopInvariant(rest, &loop))
      return nullptr;
    return evolution.getAddExpr(
        evolution.getSCEV(phi->getIncomingValueForBlock(loop.getLoopPreheader())), rest);
  }

  bool add(Loop &loop, const SCEV *start, std::int64_t step, RowLoad load) {
    const std::int64_t size = load.load->getType()->getPrimitiveSizeInBits() / 8;
    if (step < size || step > lineSize || lineSize % step != 0)
      return false;
    const std::int64_t length = step * evolution.getSmallConstantTripCount(&loop);
    std::int64_t line = lineSize;
    // There are more rounds of small elements, and a part of a line takes as long as gathers do.
    if (size < wordSize)
      while (line > std::max(pieceSize, step) && (length == 0 || length % line != 0))
        line /= 2;
    const std::uint64_t rounds = line / step;
    const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
    if ((most && most < rounds) || !canBeRead(loop) ||
        !expander.isSafeToExpandAt(start, loop.getLoopPreheader()->getTerminator()))
      return false;
    for (Row &row : rows[&loop]) {
      if (row.type != load.load->getType() || row.step != step ||
          row.start->getType() != start->getType())
        continue;
      const std::optional<APInt> apart = evolution.computeConstantDifference(start, row.start);
      if (!apart || !apart->isSignedIntN(32))
        continue;
      // What lies a step apart is another row: x[k] and x[k + 16].
      const std::int64_t offset = apart->getSExtValue();
      const std::int64_t lowest = std::min(row.lowest, offset);
      if (std::max(row.highest, offset) - lowest >= step)
        continue;
      load.offset = offset;
      row.lowest = lowest;
      row.highest = std::max(row.highest, offset);
      row.loads.push_back(load);
      return true;
    }
    rows[&loop].push_back(
        {start, load.load->getType(), step, {load}, line, length != 0 && length % line == 0});
    return true;
  }

  /// Whether each round reads all of its part of the row, and nothing else.
  bool isRead(const Row &row) {
    SmallBitVector elements(row.step / row.size());
    for (const RowLoad &load : row.loads) {
      const unsigned rounds = load.inner ? evolution.getSmallConstantTripCount(load.inner) : 1;
      for (unsigned round = 0; round < rounds; ++round) {
        const std::int64_t offset = load.offset - row.lowest + round * load.innerStep;
        if (offset % row.size() != 0 || offset >= row.step)
          return false;
        elements.set(offset / row.size());
      }
    }
    return elements.all();
  }

  /// Parts of a sum that are the same in all lanes, and the others.
  std::pair<const SCEV *, const SCEV *> split(const SCEV *sum) {
    const SCEV *none = evolution.getZero(evolution.getEffectiveSCEVType(sum->getType()));
    if (const auto *walk = dyn_cast<SCEVAddRecExpr>(sum);
        walk && walk->isAffine() && isUniform(walk->getStepRecurrence(evolution))) {
      auto [shared, own] = split(walk->getStart());
      return {evolution.getAddExpr(shared,
                                   evolution.getAddRecExpr(none, walk->getStepRecurrence(evolution),
                                                           walk->getLoop(), SCEV::FlagAnyWrap)),
              own};
    }
    SmallVector<const SCEV *, 8> shared, own;
    if (const auto *add = dyn_cast<SCEVAddExpr>(sum))
      for (const SCEV *part : add->operands())
        (isUniform(part) && !part->getType()->isPointerTy() ? shared : own).push_back(part);
    if (shared.empty() || own.empty())
      return {none, sum};
    return {evolution.getAddExpr(shared), evolution.getAddExpr(own)};
  }

  /// A row as the code in front of its loop knows it.
  struct Line {
    const Row *row;
    Value *start;
    Value *place; ///< an array of words
  };

  struct Reader {
    Loop *loop;
    Value *last; ///< the number of its last round
    SmallVector<Line, mostRows> lines;
  };

  /// Leaves control flow as it is.
  Reader prepare(Loop &loop, ArrayRef<Row> found) {
    Instruction *before = loop.getLoopPreheader()->getTerminator();
    IRBuilder<> builder(before);
    Type *number = builder.getInt64Ty();
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    Reader reader{
        &loop,
        expander.expandCodeFor(evolution.getNoopOrZeroExtend(count, number), number, before),
        {}};
    for (const Row &row : found) {
      auto [shared, own] = split(row.start);
      Value *address = expander.expandCodeFor(own, own->getType(), before);
      Value *offset = expander.expandCodeFor(shared, number, before);
      builder.SetInsertPoint(before);
      address =
          builder.CreatePtrAdd(builder.CreatePtrAdd(address, offset), builder.getInt64(row.lowest));
      builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
      Value *place = builder.CreateAlloca(ArrayType::get(row.word(), row.line / row.sizeOfWord()),
                                          nullptr, "line");
      reader.lines.push_back({&row, address, place});
      for (const RowLoad &load : row.loads)
        if (load.inner)
          countRounds(*load.inner);
    }
    countRounds(loop);
    return reader;
  }

  void read(const Reader &reader) {
    // Rows with other steps need their next line in other rounds.
    MapVector<std::int64_t, SmallVector<Line, mostRows>> byRounds;
    for (const Line &line : reader.lines)
      byRounds[line.row->line / line.row->step].push_back(line);
    PHINode &round = *counters[reader.loop];
    for (const auto &[rounds, lines] : byRounds)
      fill(*reader.loop, round, reader.last, lines);
    for (const Line &line : reader.lines)
      for (const RowLoad &load : line.row->loads)
        replace(line, load, round);
  }

  PHINode *countRounds(Loop &loop) {
    if (PHINode *&known = counters[&loop])
      return known;
    BasicBlock *header = loop.getHeader();
    IRBuilder<> builder(header, header->begin());
    PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
    builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    Value *next = builder.CreateAdd(round, builder.getInt64(1), "next.round", /*HasNUW=*/true,
                                    /*HasNSW=*/true);
    round->addIncoming(builder.getInt64(0), loop.getLoopPreheader());
    round->addIncoming(next, loop.getLoopLatch());
    return counters[&loop] = round;
  }

  /// By words, so that the array may be laid out for all lanes.
  static Value *place(IRBuilder<> &builder, const Line &line, Value *index) {
    return builder.CreateGEP(line.row->word(), line.place, index);
  }

  /// Where an element lies in its word, in bits.
  struct Part {
    Value *place, *shift;
  };

  static Part part(IRBuilder<> &builder, const Line &line, Value *index) {
    Value *parts = builder.getInt64(line.row->sizeOfWord() / line.row->size());
    Value *shift =
        builder.CreateMul(builder.CreateURem(index, parts), builder.getInt64(8 * line.row->size()));
    return {place(builder, line, builder.CreateUDiv(index, parts)),
            builder.CreateTrunc(shift, builder.getInt32Ty())};
  }

  /// The first part of a word is there before the others.
  static void keep(IRBuilder<> &builder, const Line &line, Value *value, Value *index) {
    const Row &row = *line.row;
    const Align alignment(row.sizeOfWord());
    if (!row.isOfParts()) {
      builder.CreateAlignedStore(value, place(builder, line, index), alignment);
      return;
    }
    const Part at = part(builder, line, index);
    Value *bits = builder.CreateBitCast(value, builder.getIntNTy(8 * row.size()));
    bits = builder.CreateShl(builder.CreateZExt(bits, row.word()), at.shift);
    Value *both =
        builder.CreateOr(builder.CreateAlignedLoad(row.word(), at.place, alignment), bits);
    builder.CreateAlignedStore(builder.CreateSelect(builder.CreateIsNull(at.shift), bits, both),
                               at.place, alignment);
  }

  static Value *kept(IRBuilder<> &builder, const Line &line, Value *index) {
    const Row &row = *line.row;
    const Align alignment(row.sizeOfWord());
    if (!row.isOfParts())
      return builder.CreateAlignedLoad(row.type, place(builder, line, index), alignment);
    const Part at = part(builder, line, index);
    Value *word = builder.CreateAlignedLoad(row.word(), at.place, alignment);
    Value *bits =
        builder.CreateTrunc(builder.CreateLShr(word, at.shift), builder.getIntNTy(8 * row.size()));
    return builder.CreateBitCast(bits, row.type);
  }

  static LoadInst *load(IRBuilder<> &builder, const Row &row, Type *type, Value *from) {
    const LoadInst &first = *row.loads.front().load;
    LoadInst *value =
        builder.CreateAlignedLoad(type, from, std::min(first.getAlign(), Align(row.size())));
    SmallVector<Value *, 8> loads;
    for (const RowLoad &one : row.loads)
      loads.push_back(one.load);
    propagateMetadata(value, loads);
    return value;
  }

  /// At the beginning of a round.
  void fill(Loop &loop, PHINode &round, Value *last, ArrayRef<Line> lines) {
    const Row &any = *lines.front().row;
    const std::int64_t rounds = any.line / any.step;
    BasicBlock *header = loop.getHeader();
    BasicBlock *body = header->splitBasicBlock(header->getFirstNonPHIIt(), "line.there");
    auto newBlock = [&](const Twine &name) {
      return BasicBlock::Create(function.getContext(), name, &function, body);
    };
    BasicBlock *wanted = newBlock("line.wanted"), *whole = newBlock("line.whole");
    header->getTerminator()->eraseFromParent();
    IRBuilder<> builder(header);
    builder.SetCurrentDebugLocation(any.loads.front().load->getDebugLoc());
    builder.CreateCondBr(
        builder.CreateIsNull(builder.CreateAnd(&round, builder.getInt64(rounds - 1))), wanted,
        body);

    builder.SetInsertPoint(wanted);
    BasicBlock *part = nullptr;
    Value *left = nullptr;
    if (any.isWhole) {
      builder.CreateBr(whole);
    } else {
      part = newBlock("line.part");
      left = builder.CreateSub(last, &round);
      builder.CreateCondBr(builder.CreateICmpUGE(left, builder.getInt64(rounds - 1)), whole, part);
    }

    builder.SetInsertPoint(whole);
    for (const Line &line : lines) {
      const Row &row = *line.row;
      Value *from =
          builder.CreatePtrAdd(line.start, builder.CreateMul(&round, builder.getInt64(row.step)));
      Type *piece = FixedVectorType::get(row.word(), pieceSize / row.sizeOfWord());
      for (std::int64_t offset = 0; offset < row.line; offset += pieceSize)
        builder.CreateAlignedStore(
            load(builder, row, piece, builder.CreatePtrAdd(from, builder.getInt64(offset))),
            place(builder, line, builder.getInt64(offset / row.sizeOfWord())),
            Align(row.sizeOfWord()));
    }
    builder.CreateBr(body);
    if (!part)
      return;

    builder.SetInsertPoint(part);
    PHINode *done = builder.CreatePHI(builder.getInt64Ty(), 2, "done");
    done->addIncoming(builder.getInt64(0), wanted);
    for (const Line &line : lines) {
      const Row &row = *line.row;
      Value *from =
          builder.CreatePtrAdd(line.start, builder.CreateMul(builder.CreateAdd(&round, done),
                                                             builder.getInt64(row.step)));
      const std::int64_t elements = row.step / row.size();
      Value *to = builder.CreateMul(done, builder.getInt64(elements));
      for (std::int64_t i = 0; i < elements; ++i) {
        Value *value = load(builder, row, row.type,
                            builder.CreatePtrAdd(from, builder.getInt64(i * row.size())));
        keep(builder, line, value, builder.CreateAdd(to, builder.getInt64(i)));
      }
    }
    done->addIncoming(builder.CreateAdd(done, builder.getInt64(1)), part);
    builder.CreateCondBr(builder.CreateICmpEQ(done, left), body, part);
  }

  void replace(const Line &line, const RowLoad &load, PHINode &round) {
    const Row &row = *line.row;
    IRBuilder<> builder(load.load);
    Value *index =
        builder.CreateMul(builder.CreateAnd(&round, builder.getInt64(row.line / row.step - 1)),
                          builder.getInt64(row.step / row.size()));
    if (load.inner)
      index = builder.CreateAdd(index,
                                builder.CreateMul(countRounds(*load.inner),
                                                  builder.getInt64(load.innerStep / row.size())));
    index = builder.CreateAdd(index, builder.getInt64((load.offset - row.lowest) / row.size()));
    Value *value = kept(builder, line, index);
    value->takeName(load.load);
    load.load->replaceAllUsesWith(value);
    load.load->eraseFromParent();
  }

  Function &function;
  const UniformityInfo &uniformity;
  const Strides &strides;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  SCEVExpander expander;
  DenseMap<const Loop *, bool> readable;
  DenseMap<const Loop *, PHINode *> counters;
  MapVector<Loop *, SmallVector<Row, mostRows>> rows;
};

} // namespace

bool readRowsByLines(Function &function, const UniformityInfo &uniformity, const Strides &strides,
                     FunctionAnalysisManager &analyses) {
  if (analyses.getResult<LoopAnalysis>(function).empty() || hasMatrixProducts(function))
    return false;
  return LineReader(function, uniformity, strides, analyses).run();
}

} // namespace heddle::compiler
