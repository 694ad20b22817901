#include "compiler/codegen/emit_object.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Above that, loop strength reduction goes, whose time grows with the square: the loop over the
/// work-groups has every address of a kernel in it.
constexpr unsigned longFunction = 20000;

/// LLVM leaves it out by a command-line option only.
void leaveOutLoopStrengthReduction(bool leaveOut) {
  auto &options = cl::getRegisteredOptions();
  if (const auto found = options.find("disable-lsr"); found != options.end())
    static_cast<cl::opt<bool> *>(found->second)->setValue(leaveOut);
}

} // namespace

Expected<std::string> emitCode(Module &module, TargetMachine &machine, CodeGenFileType type) {
  SmallString<0> bytes;
  raw_svector_ostream os(bytes);
  leaveOutLoopStrengthReduction(any_of(module, [](const Function &function) {
    return function.getInstructionCount() > longFunction;
  }));
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return createStringError("the target cannot emit this kind of file");
  passes.run(module);
  return std::string(bytes);
}

} // namespace heddle::compiler
