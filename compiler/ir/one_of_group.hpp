// Kernels of which a work-group runs one work-item.
#ifndef HEDDLE_COMPILER_IR_ONE_OF_GROUP_HPP
#define HEDDLE_COMPILER_IR_ONE_OF_GROUP_HPP

namespace heddle::compiler {

/// On a kernel of one lane: a single work-item of each work-group leaves what all of them do.
inline constexpr char oneOfGroupAttribute[] = "heddle-one-of-group";

} // namespace heddle::compiler

#endif
