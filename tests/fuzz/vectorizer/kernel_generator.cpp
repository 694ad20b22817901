// A program is built statement by statement straight into blocks. Loops count a few rounds; what
// jumps back otherwise (while, goto) pays from a per-work-item budget first and returns when it is
// spent. Divisors are made positive and small, shifts are masked, addresses wrapped, and floats
// reach memory with one pattern for all NaNs.
#include "tests/fuzz/vectorizer/kernel_generator.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "tests/fuzz/vectorizer/run_kernel.hpp"

#include "llvm/IR/IRBuilder.h"

#include <random>

using namespace llvm;
using namespace heddle::compiler;

namespace heddle::tests {

namespace {

class Generator {
public:
  Generator(LLVMContext &context, std::uint64_t seed)
      : module(std::make_unique<Module>("generated", context)), builder(context), random(seed),
        context(context) {}

  std::unique_ptr<Module> run() {
    module->setTargetTriple(Triple("x86_64-unknown-linux-gnu"));
    module->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:"
                          "64-S128");
    Type *global = PointerType::get(context, 1);
    kernel = Function::Create(
        FunctionType::get(builder.getVoidTy(), {global, global, builder.getInt32Ty()}, false),
        GlobalValue::ExternalLinkage, "k", *module);
    kernel->addFnAttr(kernelAttribute);
    input = kernel->getArg(0);
    output = kernel->getArg(1);
    builder.SetInsertPoint(newBlock());
    declareVariables();
    statements(4 + pick(4), 0);
    // Everything that was computed is seen.
    for (Value *variable : integers)
      storeWord(load32(variable), integer(1));
    for (Value *variable : floats)
      storeWord(floatBits(builder.CreateLoad(builder.getFloatTy(), variable)), integer(1));
    builder.CreateRetVoid();
    // Labels that no statement has placed are an end.
    for (BasicBlock *label : labels)
      if (!label->getTerminator()) {
        builder.SetInsertPoint(label);
        builder.CreateRetVoid();
      }
    return std::move(module);
  }

private:
  static constexpr unsigned arrayLength = 8;
  static constexpr unsigned wordsOfItem = 16;

  unsigned pick(unsigned count) { return random() % count; }
  bool chance(unsigned percent) { return pick(100) < percent; }
  BasicBlock *newBlock() { return BasicBlock::Create(context, "", kernel); }
  ConstantInt *constant(int64_t value) { return builder.getInt32(value); }

  Value *query(InternalOp op, std::optional<unsigned> dimension) {
    auto *type = dimension ? FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false)
                           : FunctionType::get(builder.getInt32Ty(), false);
    SmallVector<Value *, 1> arguments;
    if (dimension)
      arguments.push_back(constant(*dimension));
    return builder.CreateCall(getInternalOp(*module, op, type), arguments);
  }

  void declareVariables() {
    for (int i = 0; i < 5; ++i) {
      integers.push_back(builder.CreateAlloca(builder.getInt32Ty()));
      builder.CreateStore(constant(pick(20)), integers.back());
    }
    for (int i = 0; i < 2; ++i) {
      floats.push_back(builder.CreateAlloca(builder.getFloatTy()));
      builder.CreateStore(ConstantFP::get(builder.getFloatTy(), pick(9)), floats.back());
    }
    array = builder.CreateAlloca(ArrayType::get(builder.getInt32Ty(), arrayLength));
    for (unsigned i = 0; i < arrayLength; ++i)
      builder.CreateStore(constant(i * 3), elementOf(constant(i)));
    vector = builder.CreateAlloca(FixedVectorType::get(builder.getInt32Ty(), 4));
    builder.CreateStore(ConstantVector::get({constant(1), constant(2), constant(3), constant(4)}),
                        vector);
    budget = builder.CreateAlloca(builder.getInt32Ty());
    builder.CreateStore(constant(12), budget);
    Value *x = query(InternalOp::localId, 0), *y = query(InternalOp::localId, 1);
    Value *group = query(InternalOp::groupId, 0);
    Value *sizeX = query(InternalOp::enqueuedLocalSize, 0);
    Value *globalX = builder.CreateAdd(builder.CreateMul(group, sizeX), x);
    Value *row = builder.CreateMul(y, query(InternalOp::globalSize, 0));
    item = builder.CreateTrunc(builder.CreateAdd(globalX, row), builder.getInt32Ty());
    ids = {item, builder.CreateTrunc(x, builder.getInt32Ty()),
           builder.CreateTrunc(y, builder.getInt32Ty()),
           builder.CreateTrunc(globalX, builder.getInt32Ty())};
    uniforms = {kernel->getArg(2), builder.CreateTrunc(group, builder.getInt32Ty()), constant(3)};
  }

  Value *load32(Value *variable) { return builder.CreateLoad(builder.getInt32Ty(), variable); }
  Value *elementOf(Value *index) {
    return builder.CreateGEP(builder.getInt32Ty(), array,
                             builder.CreateZExt(index, builder.getInt64Ty()));
  }
  Value *wrapped(Value *value, unsigned powerOfTwo) {
    return builder.CreateAnd(value, constant(powerOfTwo - 1));
  }

  Value *floatBits(Value *value) {
    Value *isNan = builder.CreateFCmpUNO(value, value);
    return builder.CreateSelect(isNan, constant(0x7fc00000),
                                builder.CreateBitCast(value, builder.getInt32Ty()));
  }

  Value *floating(unsigned depth) {
    Type *type = builder.getFloatTy();
    if (depth == 0 || chance(30))
      return chance(60) ? builder.CreateLoad(type, floats[pick(floats.size())])
                        : builder.CreateSIToFP(wrapped(integer(0), 1024), type);
    Value *a = floating(depth - 1), *b = floating(depth - 1);
    switch (pick(5)) {
    case 0:
      return builder.CreateFAdd(a, b);
    case 1:
      return builder.CreateFSub(a, b);
    case 2:
      return builder.CreateFMul(a, b);
    case 3:
      return builder.CreateSelect(condition(depth - 1), a, b);
    default:
      return builder.CreateUnaryIntrinsic(Intrinsic::fabs, a);
    }
  }

  Value *condition(unsigned depth) {
    if (chance(10))
      return builder.CreateFCmpOLT(floating(depth), floating(depth));
    if (chance(25))
      return builder.CreateICmpSLT(uniforms[pick(uniforms.size())], constant(pick(6)));
    if (chance(20))
      return inRange();
    static constexpr CmpInst::Predicate predicates[] = {CmpInst::ICMP_EQ, CmpInst::ICMP_NE,
                                                        CmpInst::ICMP_SLT, CmpInst::ICMP_UGE};
    return builder.CreateICmp(predicates[pick(4)], wrapped(integer(depth), 8), constant(pick(8)));
  }

  // Whether a place is in front of a bound: most sub-groups have all of their lanes on one side.
  Value *inRange() {
    static constexpr CmpInst::Predicate predicates[] = {CmpInst::ICMP_SLT, CmpInst::ICMP_SGE,
                                                        CmpInst::ICMP_ULT, CmpInst::ICMP_SGT};
    Value *place = builder.CreateAdd(ids[pick(ids.size())], constant(pick(5)));
    Value *bound = builder.CreateAdd(builder.CreateMul(kernel->getArg(2), constant(pick(9))),
                                     constant(pick(40)));
    Value *range = builder.CreateICmp(predicates[pick(4)], place, bound);
    return chance(20) ? builder.CreateAnd(range, inRange()) : range;
  }

  // A place in a matrix whose width is known now, or later, counted in one dimension; up or down,
  // and sometimes from below zero.
  Value *rowAndColumn() {
    Value *place = ids[pick(ids.size())];
    if (chance(30))
      place = builder.CreateMul(place, constant(1 + pick(3)));
    place = chance(70) ? builder.CreateAdd(place, constant(pick(9)))
                       : builder.CreateSub(constant(pick(200)), place);
    Value *row, *column;
    if (chance(40)) {
      unsigned bits = 2 + pick(5);
      row = chance(50) ? builder.CreateAShr(place, bits) : builder.CreateLShr(place, bits);
      if (chance(30))
        row = builder.CreateAnd(place, constant(-(1 << bits)));
      column = builder.CreateAnd(place, constant((1 << bits) - 1));
    } else {
      Value *width = chance(50) ? static_cast<Value *>(constant(1 + pick(70)))
                                : builder.CreateMul(kernel->getArg(2), constant(1 + pick(9)));
      bool isSigned = chance(60);
      row = isSigned ? builder.CreateSDiv(place, width) : builder.CreateUDiv(place, width);
      column = isSigned ? builder.CreateSRem(place, width) : builder.CreateURem(place, width);
      if (chance(30))
        column = builder.CreateSub(place, builder.CreateMul(row, width));
    }
    return builder.CreateAdd(builder.CreateMul(row, constant(pick(80))), column);
  }

  // An index that is kept within bounds: by a minimum and a maximum, by going on at the other end,
  // of itself, of a column or of a row.
  Value *boundedIndex() {
    Value *place = chance(50) ? ids[pick(ids.size())] : rowAndColumn();
    Value *bound = chance(60) ? static_cast<Value *>(constant(1 + pick(90)))
                              : builder.CreateMul(kernel->getArg(2), constant(1 + pick(9)));
    for (unsigned times = 1 + pick(2); times > 0; --times) {
      Value *next = chance(50) ? builder.CreateAdd(place, constant(pick(9)))
                               : builder.CreateSub(place, constant(pick(9)));
      static constexpr Intrinsic::ID limits[] = {Intrinsic::smin, Intrinsic::smax, Intrinsic::umin,
                                                 Intrinsic::umax};
      static constexpr CmpInst::Predicate predicates[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,
                                                          CmpInst::ICMP_SLT, CmpInst::ICMP_UGE,
                                                          CmpInst::ICMP_SGT, CmpInst::ICMP_ULE};
      if (chance(50)) {
        place = builder.CreateBinaryIntrinsic(limits[pick(4)], next, bound);
        continue;
      }
      Value *isInside = builder.CreateICmp(predicates[pick(6)], place, bound);
      if (chance(30))
        isInside = builder.CreateAnd(
            isInside, builder.CreateICmp(predicates[pick(6)], next, constant(pick(40))));
      Value *other = chance(50)   ? static_cast<Value *>(constant(pick(40)))
                     : chance(50) ? builder.CreateAdd(next, constant(pick(9)))
                                  : bound;
      place = chance(50) ? builder.CreateSelect(isInside, next, other)
                         : builder.CreateSelect(isInside, other, next);
    }
    return place;
  }

  // An index of a butterfly: bits that all lanes have, and a quotient and remainder by a power of
  // two that only the run time knows.
  Value *butterflyIndex() {
    Value *place = ids[pick(ids.size())];
    Value *distance = builder.CreateAnd(uniforms[pick(uniforms.size())], constant(7));
    if (chance(50))
      distance = builder.CreateShl(constant(1), distance);
    else if (chance(50))
      distance = constant(1 << pick(7));
    Value *low = builder.CreateSub(distance, constant(1));
    switch (pick(6)) {
    case 0:
      return builder.CreateXor(place, distance);
    case 1:
      return builder.CreateOr(place, distance);
    case 2:
      return builder.CreateSub(builder.CreateShl(place, 1), builder.CreateAnd(place, low));
    case 3:
      return builder.CreateAnd(builder.CreateNeg(distance), place);
    case 4:
      return builder.CreateXor(builder.CreateNot(place), low);
    default: {
      Value *bits = builder.CreateAnd(uniforms[pick(uniforms.size())], constant(7));
      Value *width = builder.CreateShl(constant(1), bits);
      Value *row = chance(70) ? builder.CreateLShr(place, bits) : builder.CreateAShr(place, bits);
      return builder.CreateAdd(builder.CreateAnd(place, builder.CreateSub(width, constant(1))),
                               chance(50) ? builder.CreateMul(row, distance)
                                          : builder.CreateShl(row, bits));
    }
    }
  }

  // An address of the input, in one of the forms that programs have.
  Value *inputAddress() {
    Value *index;
    switch (pick(10)) {
    case 8:
      index = builder.CreateZExt(wrapped(butterflyIndex(), KernelData::inputWords),
                                 builder.getInt64Ty());
      break;
    case 7:
      index =
          builder.CreateZExt(wrapped(boundedIndex(), KernelData::inputWords), builder.getInt64Ty());
      break;
    case 6:
      index = chance(50)
                  ? builder.CreateSExt(wrapped(rowAndColumn(), KernelData::inputWords),
                                       builder.getInt64Ty())
                  : builder.CreateAnd(builder.CreateSExt(rowAndColumn(), builder.getInt64Ty()),
                                      builder.getInt64(KernelData::inputWords - 1));
      break;
    case 0: // consecutive, by a signed index that may be assumed not to wrap
      index = builder.CreateSExt(builder.CreateNSWAdd(ids[pick(ids.size())], constant(pick(9))),
                                 builder.getInt64Ty());
      break;
    case 1: // consecutive, by an unsigned index
      index = builder.CreateZExt(builder.CreateAdd(ids[pick(ids.size())], constant(pick(9))),
                                 builder.getInt64Ty());
      break;
    case 2: // a small step
      index =
          builder.CreateZExt(builder.CreateMul(item, constant(1 + pick(4))), builder.getInt64Ty());
      break;
    case 3: // backwards; wraps around zero before it is extended
      index = builder.CreateAnd(
          builder.CreateZExt(builder.CreateSub(constant(pick(20)), item), builder.getInt64Ty()),
          builder.getInt64(KernelData::inputWords - 1));
      return builder.CreateGEP(builder.getInt32Ty(), input, index);
    case 4: // uniform
      index =
          builder.CreateZExt(wrapped(uniforms[pick(uniforms.size())], 64), builder.getInt64Ty());
      break;
    case 5: { // by a narrow index that does wrap
      Value *narrow =
          builder.CreateTrunc(builder.CreateAdd(item, constant(pick(256))), builder.getInt8Ty());
      index = builder.CreateZExt(narrow, builder.getInt64Ty());
      break;
    }
    default:
      index = builder.CreateZExt(wrapped(integer(1), KernelData::inputWords), builder.getInt64Ty());
      break;
    }
    return builder.CreateGEP(builder.getInt32Ty(), input, index);
  }

  Value *integer(unsigned depth) {
    if (depth == 0 || chance(20)) {
      switch (pick(5)) {
      case 0:
        return constant(static_cast<int>(pick(40)) - 8);
      case 1:
        return ids[pick(ids.size())];
      case 2:
        return uniforms[pick(uniforms.size())];
      default:
        return load32(integers[pick(integers.size())]);
      }
    }
    switch (pick(17)) {
    case 0:
      return builder.CreateAdd(integer(depth - 1), integer(depth - 1));
    case 1:
      return builder.CreateSub(integer(depth - 1), integer(depth - 1));
    case 2:
      return builder.CreateMul(integer(depth - 1), integer(depth - 1));
    case 3:
      return builder.CreateXor(integer(depth - 1), integer(depth - 1));
    case 4:
      return builder.CreateAnd(integer(depth - 1), integer(depth - 1));
    case 5:
      return builder.CreateShl(integer(depth - 1), wrapped(integer(depth - 1), 32));
    case 6:
      return builder.CreateAShr(integer(depth - 1), wrapped(integer(depth - 1), 32));
    case 7: {
      Value *divisor = wrapped(integer(depth - 1), 16);
      // Sometimes zero is kept out by a branch around the division, not by the divisor itself.
      if (chance(50))
        return guardedDivision(integer(depth - 1), divisor);
      divisor = builder.CreateAdd(divisor, constant(1));
      return chance(50) ? builder.CreateSDiv(integer(depth - 1), divisor)
                        : builder.CreateURem(integer(depth - 1), divisor);
    }
    case 8:
      return builder.CreateSelect(condition(depth - 1), integer(depth - 1), integer(depth - 1));
    case 9:
    case 10:
      return builder.CreateLoad(builder.getInt32Ty(), inputAddress());
    case 11:
      return load32(elementOf(wrapped(integer(depth - 1), arrayLength)));
    case 12:
      return builder.CreateSExt(builder.CreateTrunc(integer(depth - 1), chance(50)
                                                                            ? builder.getInt8Ty()
                                                                            : builder.getInt16Ty()),
                                builder.getInt32Ty());
    case 13:
      return builder.CreateExtractElement(
          builder.CreateLoad(FixedVectorType::get(builder.getInt32Ty(), 4), vector),
          chance(50) ? static_cast<Value *>(constant(pick(4))) : wrapped(integer(depth - 1), 4));
    case 14: {
      Type *four = FixedVectorType::get(builder.getInt32Ty(), 4);
      Value *address = builder.CreateGEP(
          four, input, builder.CreateZExt(wrapped(item, 256), builder.getInt64Ty()));
      Value *loaded = builder.CreateAlignedLoad(four, address, Align(4));
      return builder.CreateAddReduce(loaded);
    }
    case 15:
      return rowAndColumn();
    default:
      return floatBits(floating(depth - 1));
    }
  }

  Value *guardedDivision(Value *dividend, Value *divisor) {
    BasicBlock *divide = newBlock(), *after = newBlock(), *before = builder.GetInsertBlock();
    builder.CreateCondBr(builder.CreateICmpNE(divisor, constant(0)), divide, after);
    builder.SetInsertPoint(divide);
    Value *quotient =
        chance(50) ? builder.CreateUDiv(dividend, divisor) : builder.CreateSRem(dividend, divisor);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    PHINode *result = builder.CreatePHI(builder.getInt32Ty(), 2);
    result->addIncoming(quotient, divide);
    result->addIncoming(constant(-1), before);
    return result;
  }

  // The item's own words, side by side or spread, so that stores come in every form.
  void storeWord(Value *value, Value *where) {
    Value *slot = wrapped(where, wordsOfItem);
    Value *index = builder.CreateAdd(builder.CreateMul(item, constant(wordsOfItem)), slot);
    if (chance(50))
      index = builder.CreateAdd(builder.CreateMul(constant(pick(wordsOfItem)), constant(256)),
                                builder.CreateAdd(item, constant(256 * wordsOfItem)));
    Value *address = builder.CreateGEP(builder.getInt32Ty(), output,
                                       builder.CreateSExt(index, builder.getInt64Ty()));
    builder.CreateStore(value, address);
  }

  void payOrReturn() {
    Value *left = builder.CreateSub(load32(budget), constant(1));
    builder.CreateStore(left, budget);
    BasicBlock *spent = newBlock(), *go = newBlock();
    builder.CreateCondBr(builder.CreateICmpSLT(left, constant(0)), spent, go);
    builder.SetInsertPoint(spent);
    builder.CreateRetVoid();
    builder.SetInsertPoint(go);
  }

  void statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i)
      statement(depth);
  }

  void statement(unsigned depth) {
    unsigned kind = depth >= 4 ? pick(45) : pick(100);
    if (kind < 20)
      builder.CreateStore(integer(3), integers[pick(integers.size())]);
    else if (kind < 26)
      builder.CreateStore(floating(2), floats[pick(floats.size())]);
    else if (kind < 32)
      builder.CreateStore(integer(2), elementOf(wrapped(integer(1), arrayLength)));
    else if (kind < 38)
      storeWord(integer(2), integer(1));
    else if (kind < 41)
      storeVectorElement();
    else if (kind < 43)
      addToCounter();
    else if (kind < 45)
      jump();
    else if (kind < 65)
      ifStatement(depth);
    else if (kind < 80)
      forLoop(depth);
    else if (kind < 88)
      whileLoop(depth);
    else if (kind < 94)
      switchStatement(depth);
    else
      placeLabel();
  }

  void storeVectorElement() {
    Type *four = FixedVectorType::get(builder.getInt32Ty(), 4);
    Value *old = builder.CreateLoad(four, vector);
    Value *index = chance(50) ? static_cast<Value *>(constant(pick(4))) : wrapped(integer(1), 4);
    builder.CreateStore(builder.CreateInsertElement(old, integer(2), index), vector);
  }

  // Sums do not depend on the order; the old value is not looked at.
  void addToCounter() {
    Value *slot = chance(50) ? static_cast<Value *>(constant(pick(8))) : wrapped(integer(1), 8);
    Value *index = builder.CreateAdd(slot, constant(KernelData::outputWords - 8));
    Value *address = builder.CreateGEP(builder.getInt32Ty(), output,
                                       builder.CreateZExt(index, builder.getInt64Ty()));
    builder.CreateAtomicRMW(AtomicRMWInst::Add, address, integer(1), Align(4),
                            AtomicOrdering::Monotonic);
  }

  // break, continue, return, goto: under a condition, so that something follows.
  void jump() {
    BasicBlock *target;
    unsigned kind = pick(10);
    BasicBlock *taken = newBlock(), *after = newBlock();
    builder.CreateCondBr(condition(1), taken, after);
    builder.SetInsertPoint(taken);
    if (kind < 4 && !breaks.empty()) {
      target = breaks[pick(breaks.size())];
    } else if (kind < 7 && !continues.empty()) {
      payOrReturn();
      target = continues.back();
    } else if (kind < 8) {
      builder.CreateRetVoid();
      builder.SetInsertPoint(after);
      return;
    } else {
      payOrReturn();
      if (labels.empty() || (labels.size() < 3 && chance(40)))
        labels.push_back(newBlock());
      target = labels[pick(labels.size())];
    }
    builder.CreateBr(target);
    builder.SetInsertPoint(after);
  }

  // A goto's target, wherever we are: into loops and branches too.
  void placeLabel() {
    for (BasicBlock *label : labels)
      if (label->empty() && label != builder.GetInsertBlock()) {
        builder.CreateBr(label);
        builder.SetInsertPoint(label);
        return;
      }
    if (labels.size() >= 3)
      return;
    labels.push_back(newBlock());
    builder.CreateBr(labels.back());
    builder.SetInsertPoint(labels.back());
    storeWord(integer(1), integer(0));
  }

  void ifStatement(unsigned depth) {
    BasicBlock *then = newBlock(), *otherwise = newBlock(), *after = newBlock();
    // Both of two conditions, with one way for all others.
    if (chance(30)) {
      BasicBlock *second = newBlock();
      builder.CreateCondBr(condition(1), second, otherwise);
      builder.SetInsertPoint(second);
    }
    builder.CreateCondBr(condition(2), then, otherwise);
    builder.SetInsertPoint(then);
    statements(1 + pick(3), depth + 1);
    builder.CreateBr(after);
    builder.SetInsertPoint(otherwise);
    if (chance(50))
      statements(1 + pick(2), depth + 1);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
  }

  void forLoop(unsigned depth) {
    // Both in memory: a goto may lead into the loop.
    Value *bound = newVariable(), *counter = newVariable();
    builder.CreateStore(
        chance(40) ? wrapped(uniforms[pick(uniforms.size())], 8) : wrapped(integer(1), 4), bound);
    builder.CreateStore(constant(0), counter);
    BasicBlock *header = newBlock(), *body = newBlock(), *next = newBlock(), *after = newBlock();
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    builder.CreateCondBr(builder.CreateICmpSLT(load32(counter), load32(bound)), body, after);
    builder.SetInsertPoint(body);
    builder.CreateStore(load32(counter), integers[pick(integers.size())]);
    breaks.push_back(after);
    continues.push_back(next);
    statements(1 + pick(3), depth + 1);
    breaks.pop_back();
    continues.pop_back();
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
    builder.CreateStore(builder.CreateAdd(load32(counter), constant(1)), counter);
    builder.CreateBr(header);
    builder.SetInsertPoint(after);
  }

  void whileLoop(unsigned depth) {
    BasicBlock *header = newBlock(), *body = newBlock(), *after = newBlock();
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    payOrReturn();
    builder.CreateCondBr(condition(2), body, after);
    builder.SetInsertPoint(body);
    breaks.push_back(after);
    continues.push_back(header);
    statements(1 + pick(3), depth + 1);
    breaks.pop_back();
    continues.pop_back();
    builder.CreateBr(header);
    builder.SetInsertPoint(after);
  }

  void switchStatement(unsigned depth) {
    BasicBlock *after = newBlock(), *other = newBlock();
    unsigned cases = 2 + pick(3);
    SwitchInst *choice = builder.CreateSwitch(wrapped(integer(2), 8), other, cases);
    SmallVector<BasicBlock *, 4> blocks;
    for (unsigned i = 0; i < cases; ++i) {
      blocks.push_back(newBlock());
      choice->addCase(constant(i * 2), blocks.back());
    }
    blocks.push_back(other);
    for (unsigned i = 0; i < blocks.size(); ++i) {
      builder.SetInsertPoint(blocks[i]);
      statements(1, depth + 1);
      // Some cases fall through.
      builder.CreateBr(i + 1 < blocks.size() && chance(30) ? blocks[i + 1] : after);
    }
    builder.SetInsertPoint(after);
  }

  Value *newVariable() {
    BasicBlock &entry = kernel->getEntryBlock();
    IRBuilder<> atStart(&entry, entry.begin());
    AllocaInst *variable = atStart.CreateAlloca(builder.getInt32Ty());
    atStart.CreateStore(constant(0), variable);
    return variable;
  }

  std::unique_ptr<Module> module;
  IRBuilder<> builder;
  std::mt19937_64 random;
  LLVMContext &context;
  Function *kernel = nullptr;
  Value *input = nullptr, *output = nullptr, *item = nullptr;
  Value *array = nullptr, *vector = nullptr, *budget = nullptr;
  SmallVector<Value *, 8> integers, floats, ids, uniforms;
  SmallVector<BasicBlock *, 8> breaks, continues, labels;
};

} // namespace

std::unique_ptr<Module> generateKernel(LLVMContext &context, std::uint64_t seed) {
  return Generator(context, seed).run();
}

} // namespace heddle::tests
