// Host references of tests/kernels/structs: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace structures {
#include "tests/kernels/structs/structs.cl"
} // namespace structures

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("structs/" #file "/" #name, host::hostKernel(host::space::name))

void addStructsReferences(References &references) {
  HOST(structs, structures, members);
  HOST(structs, structures, mixed_members);
  HOST(structs, structures, array_of_structs);
  HOST(structs, structures, struct_of_arrays);
  HOST(structs, structures, by_value);
  HOST(structs, structures, by_value_array);
  HOST(structs, structures, passed_and_returned);
  HOST(structs, structures, nested);
  HOST(structs, structures, private_struct);
  HOST(structs, structures, private_array_of_structs);
  HOST(structs, structures, union_bits);
  HOST(structs, structures, union_members);
  HOST(structs, structures, bit_fields);
  HOST(structs, structures, packed);
  HOST(structs, structures, pointers_in_struct);
  HOST(structs, structures, choose_struct);
  HOST(structs, structures, copy_in_branch);
  HOST(structs, structures, copied_from_elsewhere);
  HOST(structs, structures, long_copies);
  HOST(structs, structures, swapped_in_pairs);
  HOST(structs, structures, linked_list);
  HOST(structs, structures, small_by_value);
  HOST(structs, structures, double_by_value);
  HOST(structs, structures, large_by_value);
}

#undef HOST

} // namespace heddle::test
