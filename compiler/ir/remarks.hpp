// What the stages did with a kernel and why, for heddlec --explain. A remark is made where the
// decision is taken; nothing is computed for it unless somebody wants remarks.
#ifndef HEDDLE_COMPILER_IR_REMARKS_HPP
#define HEDDLE_COMPILER_IR_REMARKS_HPP

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

#include <string>

namespace heddle::compiler {

/// What a reader does with it: docs/explain.md has remedies for what is costly.
enum class RemarkKind { decision, costly };

/// One remark on its way to the context's diagnostic handler; none but those that want remarks
/// (DiagnosticHandler::isAnalysisRemarkEnabled of remarkName) ever see one.
class RemarkInfo : public llvm::DiagnosticInfo {
public:
  RemarkInfo(std::string kernel, llvm::StringRef file, unsigned line, unsigned callLine,
             RemarkKind kind, std::string text);

  std::string kernel;
  std::string file;      ///< empty when the place is not known
  unsigned line = 0;     ///< 0 when the place is not known
  unsigned callLine = 0; ///< in the kernel, when `line` is in a function that was inlined
  RemarkKind kind;
  std::string text;

  static bool classof(const DiagnosticInfo *info);
  void print(llvm::DiagnosticPrinter &printer) const override;
};

inline constexpr char remarkName[] = "heddle";

bool remarksWanted(const llvm::LLVMContext &context);

/// About the whole kernel. A variant or an entry point stands for its kernel.
void remark(const llvm::Function &function, const llvm::Twine &text,
            RemarkKind kind = RemarkKind::decision);
/// About a place in it; `text` is called only when remarks are wanted.
void remark(const llvm::Instruction &instruction, llvm::function_ref<std::string()> text,
            RemarkKind kind = RemarkKind::decision);

/// " at line 12", or nothing when the place is not known.
std::string placeOf(const llvm::Instruction &instruction);

} // namespace heddle::compiler

#endif
