// Writes the body of one function, a kernel or a helper. Expressions: write_expressions.cpp;
// statements: write_statements.cpp, write_group_statements.cpp, write_divergent_functions.cpp,
// write_grids.cpp; images: write_images.cpp; declarations and the frame: program_writer.cpp.
//
// All variables are declared at the top with a value, so that a goto may jump anywhere; a few get
// theirs later, and `given` says which have one. Whatever jumps back pays from `fuel` first.
// Integer arithmetic is done in unsigned types, divisors are made positive, indices wrapped, float
// operands of conversions kept in range.
#ifndef HEDDLE_TESTS_FUZZ_KERNELS_FUNCTION_WRITER_HPP
#define HEDDLE_TESTS_FUZZ_KERNELS_FUNCTION_WRITER_HPP

#include "tests/fuzz/kernels/program_writer.hpp"
#include "tests/fuzz/kernels/value_type.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

/// A member that can be read and written, with what stands behind the dot.
struct MemberPlace {
  std::string path; ///< may hold "@", which stands for a random index of the number behind it
  ValueType type;
};

struct StructType {
  std::string name;
  std::string declaration;
  std::vector<MemberPlace> members;
};

struct HelperFunction {
  std::string name;
  ValueType result;
  int resultStruct = -1; ///< index of the structure it returns, or -1
  std::vector<ValueType> values;
  int structParameter = -1;
};

/// What the functions of one kernel share.
struct KernelContext {
  ProgramFeatures features;
  std::mt19937_64 random;
  std::vector<StructType> structs;
  std::vector<HelperFunction> helpers;
  std::string constantTable; ///< name of a table of 16 ints
  ValueType dense;           ///< vectors of an array that has one for each item
  bool denseIsPacked = true; ///< by vload and vstore: three components without a gap
  std::string groupHelper;   ///< name of the function that meets at barriers, or nothing
  bool usesImages = false;
  std::string imageHelper; ///< name of the function that has an image and a sampler, or nothing
};

class FunctionWriter {
public:
  /// `usesBarriers`: the function has no early return and no goto, so that all work-items meet.
  FunctionWriter(KernelContext &context, bool isKernel, bool usesBarriers)
      : context(context), isKernel(isKernel), usesBarriers(usesBarriers) {}

  /// Declarations and statements of a kernel; ends with the storing of every variable.
  std::string kernelBody(unsigned size);
  /// The body of a kernel that waits for its sums.
  std::string reductionBody();
  /// A function (uint x, local uint *scratch) that meets at barriers; its text.
  std::string groupHelper(const std::string &name);
  /// Those of a helper function whose parameters are a0, a1, …, int *p, structure s, in, uniform.
  std::string helperBody(const HelperFunction &helper, unsigned size);

private:
  struct Variable {
    std::string name;
    ValueType type;
  };
  struct Array {
    std::string name;
    ValueType type;
    unsigned length; // a power of two
  };
  struct StructVariable {
    std::string name;
    int type;
    unsigned length; // 0: one object, else an array
  };

  unsigned pick(unsigned count) { return unsigned(context.random() % count); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  std::string number(std::uint64_t value) { return std::to_string(value); }

  // Types.
  ValueType randomScalar();
  ValueType randomType();

  // Declarations.
  void declare(unsigned size);
  std::string storeEverything();
  std::string fold(const std::string &value, ValueType type);

  // Expressions.
  std::string value(ValueType type, unsigned depth);
  std::string leaf(ValueType type);
  std::string integerValue(ValueType type, unsigned depth);
  std::string floatValue(ValueType type, unsigned depth);
  std::string converted(ValueType to, unsigned depth);
  std::string loaded(ValueType type, unsigned depth);
  std::string texel(ValueType type, unsigned depth);
  std::string texelPosition(unsigned dimensions, bool isFloat, unsigned depth);
  std::string composed(ValueType type, unsigned depth);
  std::string elementwise(unsigned depth);
  std::string condition(unsigned depth);
  std::string uniformCondition();
  std::string index(unsigned length, unsigned depth);
  std::string literal(ValueType type);
  std::string pointer(unsigned depth);

  /// A random place that can be read and written; false when there is none of this kind.
  bool place(std::string &text, ValueType &type);
  std::string memberPath(const std::string &path);

  // Statements.
  void statements(unsigned count, unsigned depth, bool isUniform);
  void statement(unsigned depth, bool isUniform);
  void assign();
  void assignPointer();
  void assignStruct();
  void storeGlobal();
  void storeLocal();
  void storeDense();
  void callHelper();
  void ifStatement(unsigned depth, bool isUniform);
  void loop(unsigned depth);
  void uniformLoop(unsigned depth);
  void switchStatement(unsigned depth);
  void jump();
  void placeLabel();
  void giveLate(unsigned which);
  void useLate();
  void addToCounter();
  void addWithLock();
  void groupStatement();
  void exchange();
  void asyncCopy();
  void workGroupFunction();
  void localAtomics();
  void subGroupFunction();
  void divergentFunction();
  void storeImage();
  void barrier();
  void gridStatement();
  void blockStatement();
  void line(const std::string &text) { body += std::string(indent * 2, ' ') + text + "\n"; }
  void open(const std::string &text) {
    line(text);
    ++indent;
  }
  void close(const std::string &text = "}") {
    --indent;
    line(text);
  }

  KernelContext &context;
  const bool isKernel, usesBarriers;
  std::string declarations, body;
  int resultStruct = -1; // that a helper returns
  unsigned indent = 1, loopDepth = 0, switchDepth = 0, counters = 0, labels = 0, placed = 0;
  std::vector<Variable> variables, late;
  std::vector<Array> arrays;
  std::vector<StructVariable> structVariables;
  std::vector<std::string> intPointers;
  std::vector<std::string> uniforms, ids;
  std::string pointerTable;
};

} // namespace heddle::test

#endif
