// Which lane of a sub-group holds which element of a matrix: what the functions of OpenCL C on
// matrices and 2D blocks take and give. For people: heddlec --layout, docs/layouts.md.
//
// Nothing of it is a table of its own. The functions are those of builtins/include/*.def, their
// shapes are what the compiler makes of their types (ir/matrix_operation, ir/block_2d).
#ifndef HEDDLE_COMPILER_LAYOUT_OPERAND_LAYOUT_HPP
#define HEDDLE_COMPILER_LAYOUT_OPERAND_LAYOUT_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::compiler {

/// An element of a matrix, by where it stands.
struct MatrixPlace {
  unsigned row = 0, column = 0;
};

/// One operand. Columns count on from block to block; a component is an element of its vector or
/// private array, a part the n-th element of the matrix that is packed into it, from the least
/// significant bits.
struct OperandLayout {
  std::string name;  ///< "a", "b", "acc and result", or "destination"
  std::string type;  ///< OpenCL C: "short8", or "uint[16]"
  std::string holds; ///< what an element of the matrix is: "bf16", or "16 bits"
  unsigned rows = 0, columns = 0;
  unsigned blockColumns = 0; ///< of one block; `columns` where there is only one
  unsigned lanes = 0, components = 0, parts = 1;
  bool isArray = false; ///< components are written [i] and not .si
  /// Nothing where a component, or a part of it, holds no element.
  std::function<std::optional<MatrixPlace>(unsigned lane, unsigned component, unsigned part)> place;

  /// "a.s3", or "destination[3]"; the name alone where there is one component.
  std::string componentName(unsigned component) const;
};

/// One function at one sub-group size.
struct FunctionLayout {
  std::string declaration;
  std::string computes; ///< "result[8x16] = a[8x16] * b[16x16] + acc[8x16]", or what is moved
  unsigned lanes = 0;
  std::vector<OperandLayout> operands;
};

/// All overloads of a function, of size 8 before those of 16, few rows before many. None when
/// nothing of that name holds a matrix.
std::vector<FunctionLayout> functionLayouts(llvm::StringRef name);

/// The overloads that show everything: of each sub-group size the first one with the most rows.
std::vector<FunctionLayout> tellingLayouts(llvm::StringRef name);

/// The overloads that a module calls, each once. The module is what clang makes of OpenCL C, where
/// they have their names.
std::vector<FunctionLayout> layoutsOfCalls(const llvm::Module &module);

/// All names for which functionLayouts() has something.
std::vector<llvm::StringRef> functionsWithLayouts();

/// As tables of components and lanes. A cell is row,column; of several parts row,first-last or
/// first-last,column.
std::string layoutText(const std::vector<FunctionLayout> &functions);

/// As a picture of the matrices, in which each element says and has the colour of its lane.
std::string layoutSvg(const std::vector<FunctionLayout> &functions);

} // namespace heddle::compiler

#endif
