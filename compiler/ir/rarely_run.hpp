// Operations of versions that hardly ever run.
#ifndef HEDDLE_COMPILER_IR_RARELY_RUN_HPP
#define HEDDLE_COMPILER_IR_RARELY_RUN_HPP

namespace heddle::compiler {

/// On matrix operations of a version of the code for what hardly ever happens, that indices wrap or
/// no memory is left: it has to be right, and is not worth more code.
inline constexpr char rarelyRunAttribute[] = "heddle-rarely-run";

} // namespace heddle::compiler

#endif
