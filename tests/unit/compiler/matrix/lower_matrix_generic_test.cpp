// Every matrix function's vector form: lowered, compiled for the host and compared with the
// element-by-element reference.
#include "compiler/matrix/generic/lower_matrix_generic.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

namespace heddle::compiler {
namespace {

using namespace llvm;
using test::Fill;
using test::MadFunction;
using test::Matrix;
using test::Registers;

using Kernel = void (*)(const std::uint8_t *a, const std::uint8_t *b, const std::uint8_t *c,
                        std::uint8_t *d);

Type *longVector(LLVMContext &context, const std::string &type, unsigned lanes) {
  Type *scalar = nullptr;
  if (type.rfind("float", 0) == 0)
    scalar = Type::getFloatTy(context);
  else if (type.rfind("half", 0) == 0)
    scalar = Type::getHalfTy(context);
  else
    scalar = IntegerType::get(context, test::componentBits(type));
  return FixedVectorType::get(scalar, test::componentCount(type) * lanes);
}

/// void name(ptr a, ptr b, ptr c, ptr d): *d = simd_matrix_mad(*a, *b, *c).
void addKernel(Module &module, const MadFunction &f) {
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(context);
  Type *pointer = builder.getPtrTy();
  auto *function = Function::Create(
      FunctionType::get(builder.getVoidTy(), SmallVector<Type *>(4, pointer), false),
      Function::ExternalLinkage, f.id(), module);
  builder.SetInsertPoint(BasicBlock::Create(context, "entry", function));
  const auto load = [&](const std::string &type, unsigned argument) -> Value * {
    return builder.CreateAlignedLoad(longVector(context, type, f.n), function->getArg(argument),
                                     Align(2));
  };
  Value *a = load(f.aType, 0);
  Value *b = load(f.bType, 1);
  Value *c = load(f.cType, 2);
  SmallVector<Value *> arguments = {a,
                                    b,
                                    c,
                                    builder.getInt32(f.m),
                                    builder.getInt32(f.n),
                                    builder.getInt32(f.k),
                                    builder.getInt32(f.operands)};
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Value *d = builder.CreateCall(getInternalOp(module, InternalOp::simdMatrixMad,
                                              FunctionType::get(c->getType(), types, false)),
                                arguments);
  builder.CreateAlignedStore(d, function->getArg(3), Align(2));
  builder.CreateRetVoid();
}

void lower(Module &module, TargetMachine &machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  LowerMatrixGenericPass().run(module, modules);
}

/// All functions of the table in one module, compiled once.
class CompiledTable {
public:
  static CompiledTable &get() {
    static CompiledTable table;
    return table;
  }
  Kernel kernel(const MadFunction &f) { return cantFail(jit->lookup(f.id())).toPtr<Kernel>(); }

private:
  CompiledTable() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    auto machineBuilder = cantFail(orc::JITTargetMachineBuilder::detectHost());
    auto machine = cantFail(machineBuilder.createTargetMachine());
    auto context = std::make_unique<LLVMContext>();
    auto module = std::make_unique<Module>("table", *context);
    module->setDataLayout(machine->createDataLayout());
    module->setTargetTriple(machine->getTargetTriple());
    for (const MadFunction &f : test::madFunctions())
      addKernel(*module, f);
    lower(*module, *machine);
    isValid = !verifyModule(*module, &errs());
    for (const Function &function : *module)
      isLowered &= !internalOp(function) || function.use_empty();
    jit = cantFail(
        orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machineBuilder)).create());
    cantFail(jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))));
  }

  std::unique_ptr<orc::LLJIT> jit;

public:
  bool isValid = false;
  bool isLowered = true;
};

TEST(LowerMatrixGeneric, LeavesValidIRWithoutMatrixOperations) {
  EXPECT_TRUE(CompiledTable::get().isValid);
  EXPECT_TRUE(CompiledTable::get().isLowered);
}

class LowerMatrixGenericTest : public testing::TestWithParam<MadFunction> {
protected:
  std::string firstDifference(Fill fill, unsigned seed) {
    const MadFunction &f = GetParam();
    test::Random random(seed);
    Matrix a(f.m, f.k, f.a), b(f.k, f.n, f.b), c(f.m, f.n, f.c);
    test::fillMatrices(a, b, c, fill, random);
    // A NaN where no element is: it must not get into the result.
    const auto bytesA = test::packA(f, a, 0x7FC00000).componentMajor();
    const auto bytesB = test::packB(f, b).componentMajor();
    const Registers registersC = test::packC(f, c);
    const auto bytesC = registersC.componentMajor();
    std::vector<std::uint8_t> bytesD(bytesC.size());
    CompiledTable::get().kernel(f)(bytesA.data(), bytesB.data(), bytesC.data(), bytesD.data());
    const Registers found = Registers::fromComponentMajor(f.n, registersC.components,
                                                          registersC.componentBits, bytesD.data());
    return test::difference(test::unpackC(f, found), test::multiplyAdd(a, b, c));
  }
};

TEST_P(LowerMatrixGenericTest, MatchesTheReferenceOnRandomMatrices) {
  for (unsigned seed = 1; seed <= 4; ++seed)
    EXPECT_EQ(firstDifference(Fill::random, seed), "") << "seed " << seed;
}

TEST_P(LowerMatrixGenericTest, PutsOneProductWhereTheLayoutSays) {
  for (unsigned seed = 1; seed <= 16; ++seed)
    EXPECT_EQ(firstDifference(Fill::oneHot, seed), "") << "seed " << seed;
}

TEST_P(LowerMatrixGenericTest, IsExactAtTheEndsOfTheRanges) {
  for (unsigned seed = 1; seed <= 4; ++seed)
    EXPECT_EQ(firstDifference(Fill::extremes, seed), "") << "seed " << seed;
}

TEST_P(LowerMatrixGenericTest, KeepsInfinitiesNaNsDenormalsAndSignedZeros) {
  for (unsigned seed = 1; seed <= 8; ++seed)
    EXPECT_EQ(firstDifference(Fill::special, seed), "") << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Table, LowerMatrixGenericTest, testing::ValuesIn(test::madFunctions()),
                         [](const auto &info) { return info.param.id(); });

} // namespace
} // namespace heddle::compiler
