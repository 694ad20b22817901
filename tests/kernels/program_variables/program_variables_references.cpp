// Host references of tests/kernels/program_variables: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

#undef errno
#undef stdout

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace variables {
#include "tests/kernels/program_variables/variables.cl"
} // namespace variables

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

void addProgramVariablesReferences(References &references) {
#define HOST(name)                                                                                 \
  references.add("program_variables/variables/" #name, host::hostKernel(host::variables::name))
  HOST(initialized);
  HOST(aligned);
  HOST(through_pointers);
  HOST(pointer_tables);
  HOST(structures);
  HOST(static_in_functions);
  HOST(zeros);
  HOST(names_of_the_c_library);
#undef HOST
}

} // namespace heddle::test
