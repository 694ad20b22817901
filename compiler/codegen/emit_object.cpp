#include "compiler/codegen/emit_object.hpp"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

Expected<std::string> emitCode(Module &module, TargetMachine &machine, CodeGenFileType type) {
  SmallString<0> bytes;
  raw_svector_ostream os(bytes);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return createStringError("the target cannot emit this kind of file");
  passes.run(module);
  return std::string(bytes);
}

} // namespace heddle::compiler
