#include "compiler/codegen/emit_object.hpp"

#include "compiler/codegen/jam_rounds.hpp"
#include "compiler/codegen/llvm_options.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/long_function.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What goes from long functions, whose time grows with the square: the loop over the work-groups
/// has every address of a kernel in it, for loop strength reduction to compare and for LICM to keep
/// in registers that there are not. LLVM leaves them out by command-line options only.
constexpr const char *withoutStrengthReduction = "disable-lsr",
                     *withoutLicm = "disable-machine-licm";

/// Nor do such functions compare each copy of a value with all others of it, to find which of them
/// had better stay.
constexpr const char *terminalRule = "terminal-rule";

/// Instructions of an innermost loop, the only kind whose strength is reduced, from which on an
/// induction variable for each address costs more than it saves: a kernel without loops of its own.
constexpr std::size_t longLoop = 250;

/// Accesses that the schedulers compare each further one of a block with. With the 1000 that LLVM
/// takes, the time for a block of some thousands is half a million steps for each.
constexpr unsigned comparedAccesses = 100;

/// Blocks from which on code generation's last look at the IR goes on where it was when it has
/// changed a branch. LLVM begins anew at the first block up to 10,000 of them.
constexpr unsigned blocksToGoOn = 30;

/// Steps from block to block for each register that a value may have, after which the register
/// allocator splits what lives through many blocks around single ones. With the 10,000 that LLVM
/// takes, a function of a thousand blocks waits for that as long as for all else, and its code is
/// longer.
constexpr unsigned splitSteps = 10000, splitStepsOfMany = 100;

/// Blocks that go on in the same place whose ends are compared with one another, to have what is
/// equal once: LLVM's number, and that for functions of many blocks, whose time would grow with the
/// third power of it.
constexpr unsigned comparedEnds = 150, comparedEndsOfMany = 30;

/// Blocks of a function from which on such steps and comparisons are few.
constexpr unsigned manyForSteps = 500;

bool hasShortInnermostLoop(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop *loop) {
    if (!loop->isInnermost())
      return false;
    std::size_t size = 0;
    for (const BasicBlock *block : loop->blocks())
      size += block->size();
    return size < longLoop;
  });
}

/// Quotients of 128 bits, and conversions between such integers and floats, are functions of the
/// host compiler's library, which not every program has loaded.
constexpr unsigned widestOperation = 64;

void callNothing() {
  setOption("expand-div-rem-bits", widestOperation);
  setOption("expand-fp-convert-bits", widestOperation);
}

void leaveOutWhatIsSlow(Module &module) {
  const bool isLong = any_of(module, [](const Function &function) {
    return function.getInstructionCount() > longFunction;
  });
  setOption(withoutLicm, isLong);
  setOption(terminalRule, !isLong);
  setOption(withoutStrengthReduction, isLong || none_of(module, [](Function &function) {
                                        return !function.isDeclaration() &&
                                               hasShortInnermostLoop(function);
                                      }));
  const bool hasManyBlocks =
      any_of(module, [](const Function &function) { return function.size() > manyForSteps; });
  setOption("grow-region-complexity-budget", hasManyBlocks ? splitStepsOfMany : splitSteps);
  setOption("dag-maps-huge-region", comparedAccesses);
  setOption("cgpp-huge-func", blocksToGoOn);
  setOption("tail-merge-threshold", hasManyBlocks ? comparedEndsOfMany : comparedEnds);
}

/// Scheduled from a block's end alone, chains of operations that jam-rounds has put side by side
/// may come out one behind the other, as that takes fewer registers.
void keepRoundsJammed(const Module &module) {
  const bool areJammed = any_of(module, [](const Function &function) {
    return function.hasFnAttribute(jammedRoundsAttribute);
  });
  setOption("misched-prera-direction", areJammed ? MISched::Bidirectional : MISched::Unspecified);
}

/// LLVM writes the shapes of tiles down by their numbers, and then schedules once more for some
/// CPUs, where it gives values other registers so that they need not wait: tiles of no shape, or of
/// another one. CPUs with tiles are none of these, but tiles may be asked for beside any CPU.
void keepNumbersOfTiles(const TargetMachine &machine) {
  auto &options = cl::getRegisteredOptions();
  // "none" is what the option holds; it counts where it was given.
  if (const auto found = options.find("break-anti-dependencies"); found != options.end())
    found->second->setPosition(machine.getTargetFeatureString().contains("+amx-tile") ? 1 : 0);
}

/// Relaxed math lets LLVM divide by an estimate of the reciprocal and one step of Newton's: as long
/// as `vdivps` takes with AVX-512 and twice that with AVX2, and not a number where the divisor is
/// infinite. Programs that ask for relaxed math divide by such numbers nevertheless:
/// 1 / (1 + exp(-x)) is zero on GPUs for x of -100. Estimates of square roots stay: they take a
/// third of the time.
void divideExactly(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("reciprocal-estimates", "!divf,!vec-divf");
}

/// What a vector register is stored to on the stack should not lie across two lines of the cache,
/// or two pages: LLVM aligns it only where it knows of such stores before it gives out registers.
void alignStackOfKernels(Module &module) {
  const Align line(64);
  for (Function &function : module)
    if (isEntryFunction(function))
      function.addFnAttr(Attribute::getWithStackAlignment(module.getContext(), line));
}

} // namespace

Expected<std::string> emitCode(Module &module, TargetMachine &machine, CodeGenFileType type) {
  SmallString<0> bytes;
  raw_svector_ostream os(bytes);
  divideExactly(module);
  alignStackOfKernels(module);
  keepNumbersOfTiles(machine);
  leaveOutWhatIsSlow(module);
  keepRoundsJammed(module);
  callNothing();
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return createStringError("the target cannot emit this kind of file");
  passes.run(module);
  return std::string(bytes);
}

} // namespace heddle::compiler
