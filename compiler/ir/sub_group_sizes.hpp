// How many lanes a sub-group may have.
#ifndef HEDDLE_COMPILER_IR_SUB_GROUP_SIZES_HPP
#define HEDDLE_COMPILER_IR_SUB_GROUP_SIZES_HPP

namespace heddle::compiler {

/// Whether kernels may require this size.
constexpr bool isSubGroupSize(unsigned size) { return size == 8 || size == 16 || size == 32; }

/// The same in words, for error messages.
inline constexpr char subGroupSizesOfDevice[] = "this device has 8, 16 and 32";

} // namespace heddle::compiler

#endif
