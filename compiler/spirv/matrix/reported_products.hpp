// Which products of cooperative matrices clGetDeviceCooperativeMatrixInfoKHR reports.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_REPORTED_PRODUCTS_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_REPORTED_PRODUCTS_HPP

#include "compiler/spirv/matrix/cooperative_calls.hpp"

#include <string>

namespace heddle::compiler {

/// Whether the shape is in runtime/abi/cooperative_matrix_variants.def for these components and
/// this sub-group size, with fewer rows too: devices have those of 1 to 8 where they have 8. What
/// integers of a width are counts for nothing; bfloats, of which the query does not speak, are as
/// halves are.
bool isReportedProduct(const MatrixProduct &product);
/// "7 x 13 x 29 of i8 and i8 with i32"
std::string describeProduct(const MatrixProduct &product);

} // namespace heddle::compiler

#endif
