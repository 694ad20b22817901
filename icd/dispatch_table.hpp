// The table that every object of the driver carries.
#ifndef HEDDLE_ICD_DISPATCH_TABLE_HPP
#define HEDDLE_ICD_DISPATCH_TABLE_HPP

#include <string_view>

namespace heddle {

/// A cl_icd_dispatch. Two of its slots hold a tag instead of a function: it tells loaders of ICD 2
/// that they can ask for addresses by name (cl_khr_icd 2.0.0), and no loader calls them.
const void *dispatchTable();

/// The address of an entry point of the table by its name, or null.
void *coreFunctionAddress(std::string_view name);

} // namespace heddle

#endif
