// Error codes by name.
#ifndef HEDDLE_ICD_ERROR_NAMES_HPP
#define HEDDLE_ICD_ERROR_NAMES_HPP

#include <CL/cl.h>

namespace heddle {

/// "CL_INVALID_VALUE" of CL_INVALID_VALUE; null for a number that is no error of OpenCL or of a
/// reported extension.
const char *errorName(cl_int error);

} // namespace heddle

#endif
