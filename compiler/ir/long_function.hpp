// Where the compiler leaves out what costs too much.
#ifndef HEDDLE_COMPILER_IR_LONG_FUNCTION_HPP
#define HEDDLE_COMPILER_IR_LONG_FUNCTION_HPP

namespace heddle::compiler {

/// Of instructions, above which passes that only polish, and whose time grows with the square of
/// them, are left out.
inline constexpr unsigned longFunction = 20000;
/// Of blocks, above which passes are left out that search all blocks for each value.
inline constexpr unsigned manyBlocks = 2000;

} // namespace heddle::compiler

#endif
