#include "compiler/codegen/hold_table_addresses.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Lookups of a round from which on its table's address is what a round wants most often.
constexpr std::size_t fewestLookups = 16;

/// Lookups of a table in a loop.
using Lookups = SmallVector<GetElementPtrInst *>;
using LookupsByTable = MapVector<GlobalVariable *, Lookups>;

/// The table in which an address known at run time lies; null for all else.
GlobalVariable *tableOf(GetElementPtrInst &place) {
  if (place.getType()->isVectorTy() || place.hasAllConstantIndices())
    return nullptr;
  auto *table = dyn_cast<GlobalVariable>(place.getPointerOperand()->stripInBoundsConstantOffsets());
  return table && table->isConstant() && table->hasLocalLinkage() && table->hasInitializer()
             ? table
             : nullptr;
}

/// Of loops with something in front of them.
MapVector<Loop *, LookupsByTable> lookupsOf(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  MapVector<Loop *, LookupsByTable> lookups;
  for (Instruction &instruction : instructions(function))
    if (auto *place = dyn_cast<GetElementPtrInst>(&instruction))
      if (GlobalVariable *table = tableOf(*place))
        if (Loop *loop = loops.getLoopFor(place->getParent()); loop && loop->getLoopPreheader())
          lookups[loop][table].push_back(place);
  const auto leaveFew = [](LookupsByTable &tables) {
    tables.remove_if([](const auto &table) { return table.second.size() < fewestLookups; });
  };
  for (auto &[loop, tables] : lookups) {
    leaveFew(tables);
    if (tables.empty())
      continue;
    // Where rounds go along a table, a pointer goes with them.
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (auto &[table, places] : tables)
      erase_if(places, [&](GetElementPtrInst *place) {
        return evolution.hasComputableLoopEvolution(evolution.getSCEV(place), loop);
      });
    leaveFew(tables);
  }
  return lookups;
}

/// Makes one of tables of one address space.
void merge(Module &module, ArrayRef<GlobalVariable *> tables) {
  SmallVector<Constant *> parts;
  SmallVector<std::uint64_t> offsets;
  const DataLayout &layout = module.getDataLayout();
  Align align(1);
  std::uint64_t end = 0;
  for (GlobalVariable *table : tables) {
    const Align own = table->getAlign().value_or(layout.getPreferredAlign(table));
    align = std::max(align, own);
    if (const std::uint64_t gap = offsetToAlignment(end, own))
      parts.push_back(
          ConstantAggregateZero::get(ArrayType::get(Type::getInt8Ty(module.getContext()), gap)));
    offsets.push_back(alignTo(end, own));
    end = offsets.back() + layout.getTypeAllocSize(table->getValueType());
    parts.push_back(table->getInitializer());
  }
  Constant *all = ConstantStruct::getAnon(parts, /*Packed=*/true);
  auto *merged = new GlobalVariable(module, all->getType(), /*isConstant=*/true,
                                    GlobalValue::InternalLinkage, all, "tables", tables.front(),
                                    GlobalValue::NotThreadLocal, tables.front()->getAddressSpace());
  merged->setAlignment(align);
  for (auto [table, offset] : zip_equal(tables, offsets)) {
    table->replaceAllUsesWith(ConstantExpr::getInBoundsGetElementPtr(
        Type::getInt8Ty(module.getContext()), merged,
        ArrayRef<Constant *>{ConstantInt::get(Type::getInt64Ty(module.getContext()), offset)}));
    table->eraseFromParent();
  }
}

/// The tables that some loop looks up besides others.
SmallVector<GlobalVariable *> tablesToMerge(const MapVector<Loop *, LookupsByTable> &lookups) {
  SmallSetVector<GlobalVariable *, 8> tables;
  for (const auto &[loop, byTable] : lookups)
    if (byTable.size() > 1)
      for (const auto &[table, places] : byTable)
        if (tables.empty() || table->getAddressSpace() == tables.front()->getAddressSpace())
          tables.insert(table);
  return tables.takeVector();
}

/// A pointer that is the same, for all that LLVM knows anything.
Value *hold(IRBuilder<> &builder, GlobalVariable &table) {
  Type *type = table.getType();
  auto *nothing = InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false), "", "=r,0",
                                 /*hasSideEffects=*/false);
  return builder.CreateCall(nothing, {&table}, table.getName());
}

} // namespace

PreservedAnalyses HoldTableAddressesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const DataLayout &layout = module.getDataLayout();
  bool changed = false;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    MapVector<Loop *, LookupsByTable> lookups = lookupsOf(function, functions);
    if (const SmallVector<GlobalVariable *> tables = tablesToMerge(lookups); tables.size() > 1) {
      merge(module, tables);
      lookups = lookupsOf(function, functions);
      changed = true;
    }
    for (auto &[loop, tables] : lookups)
      for (auto &[table, places] : tables) {
        IRBuilder<> builder(loop->getLoopPreheader()->getTerminator());
        Value *held = hold(builder, *table);
        for (GetElementPtrInst *place : places) {
          APInt offset(layout.getIndexTypeSizeInBits(place->getType()), 0);
          place->getPointerOperand()->stripAndAccumulateInBoundsConstantOffsets(layout, offset);
          builder.SetInsertPoint(place);
          place->setOperand(
              0, offset.isZero() ? held : builder.CreatePtrAdd(held, builder.getInt(offset)));
        }
        changed = true;
      }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
