// Reads a SPIR-V module instruction by instruction and writes another one: what the rewriters of
// types share.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_REWRITER_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_REWRITER_HPP

#include "compiler/spirv/module/spirv_types.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Error.h"

#include <map>

namespace heddle::compiler {

/// An id may be replaced by another one; then what uses it uses that one, its annotations are
/// dropped, and types that have become the same are one type.
///
/// Debug information is left out: its instructions mix ids and numbers in ways of their own.
class SpirvRewriter {
public:
  /// The module has passed checkSpirv().
  explicit SpirvRewriter(SpirvWords given);
  virtual ~SpirvRewriter() = default;
  SpirvRewriter(const SpirvRewriter &) = delete;
  SpirvRewriter &operator=(const SpirvRewriter &) = delete;

  llvm::Expected<SpirvWords> run();

private:
  /// Writes the instruction, which has been read into types(), or what becomes of it.
  virtual llvm::Error rewrite(const SpirvInstruction &instruction) = 0;

protected:
  llvm::Error keep(const SpirvInstruction &instruction);
  /// The instruction with other operands.
  llvm::Error keepWith(const SpirvInstruction &instruction, llvm::ArrayRef<std::uint32_t> operands);
  llvm::Error drop() { return llvm::Error::success(); }
  /// Leaves out what defines `id`.
  llvm::Error replace(std::uint32_t id, std::uint32_t by);
  /// An error that names the present instruction.
  llvm::Error unsupported(const llvm::Twine &reason) const;

  std::uint32_t newId() { return nextId++; }
  void emit(SpirvOp op, llvm::ArrayRef<std::uint32_t> operands);
  /// An instruction with a result, which it gives an id.
  std::uint32_t emitValue(SpirvOp op, std::uint32_t type, llvm::ArrayRef<std::uint32_t> operands);
  /// In the present function, behind the variables of its first block.
  void emitAtEntry(SpirvOp op, llvm::ArrayRef<std::uint32_t> operands);
  void decorate(std::uint32_t id, llvm::ArrayRef<std::uint32_t> decoration);
  /// A type of this kind with these words behind its id.
  std::uint32_t type(SpirvOp kind, llvm::ArrayRef<std::uint32_t> operands);
  /// A function that another module defines, or a later pass knows by the name. `types`: the result
  /// and the parameters. The module must have capability Linkage.
  std::uint32_t importFunction(llvm::StringRef name, llvm::ArrayRef<std::uint32_t> types);
  /// A constant of one word; of two if it is an integer of 64 bits.
  std::uint32_t constant(std::uint32_t type, std::uint64_t value);

  /// As the given module has them.
  const SpirvTypes &types() const { return given; }
  /// What stands for an id so far.
  std::uint32_t resolved(std::uint32_t id) const;
  bool isInFunctions() const { return inFunctions; }
  /// Whether the instruction is one of OpenCL.std.
  bool isOfOpenCL(const SpirvInstruction &instruction) const;
  const SpirvWords &module() const { return words; }

private:
  void keepLines(const SpirvInstruction &instruction);
  SpirvWords withReplacedIds(const SpirvInstruction &instruction) const;
  llvm::Error keepType(const SpirvInstruction &instruction);
  /// Follows the place that emitAtEntry() writes to.
  void followEntry(SpirvOp op);
  void appendResolved(SpirvWords &result, llvm::ArrayRef<std::uint32_t> section) const;
  bool isAboutReplaced(const SpirvInstruction &instruction) const;

  const SpirvWords words;
  std::uint32_t nextId;
  const SpirvInstruction *present = nullptr;
  SpirvTypes given;
  bool inTypes = false, inFunctions = false;
  std::uint32_t openclSet = 0;
  std::uint32_t lineSet = 0, unit = 0; ///< of debug information
  llvm::DenseMap<std::uint32_t, std::uint32_t> replacements;
  llvm::DenseSet<std::uint32_t> forwardPointers, debugSets, keptLines;
  std::map<SpirvWords, std::uint32_t> knownTypes; ///< by kind and operands
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> constants;

  std::map<std::string, std::uint32_t> imports;

  // What is written, in the order of a module's sections.
  SpirvWords beforeTypes, typeSection, declarations, code;
  // Of the present function: where its variables end, and what comes there.
  enum class Entry { ahead, open, passed } entry = Entry::passed;
  std::size_t entryEnd = 0;
  SpirvWords entrySection;
};

} // namespace heddle::compiler

#endif
