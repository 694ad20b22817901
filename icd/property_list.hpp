// Lists of name and value pairs that end with a zero.
#ifndef HEDDLE_ICD_PROPERTY_LIST_HPP
#define HEDDLE_ICD_PROPERTY_LIST_HPP

#include <CL/cl.h>

#include <vector>

namespace heddle {

/// Copies the list with its end, as queries give it back; empty for a null pointer. Calls
/// check(name, value) -> cl_int for each pair, and answers `duplicate` when a name comes twice.
template <typename Property, typename Check>
cl_int readPropertyList(const Property *list, cl_int duplicate, std::vector<Property> &copy,
                        Check &&check) {
  if (!list)
    return CL_SUCCESS;
  for (const Property *pair = list; *pair != 0; pair += 2) {
    for (std::size_t i = 0; i < copy.size(); i += 2)
      if (copy[i] == pair[0])
        return duplicate;
    if (cl_int error = check(pair[0], pair[1]))
      return error;
    copy.push_back(pair[0]);
    copy.push_back(pair[1]);
  }
  copy.push_back(0);
  return CL_SUCCESS;
}

} // namespace heddle

#endif
