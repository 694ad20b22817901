// Host references of tests/kernels/private_memory: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace arrays {
#include "tests/kernels/private_memory/arrays.cl"
} // namespace arrays

namespace fills {
#include "tests/kernels/private_memory/fills.cl"
} // namespace fills

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("private_memory/" #file "/" #name, host::hostKernel(host::space::name))

void addPrivateMemoryReferences(References &references) {
  HOST(arrays, arrays, constant_index);
  HOST(arrays, arrays, uniform_index);
  HOST(arrays, arrays, uniform_loop);
  HOST(arrays, arrays, divergent_index);
  HOST(arrays, arrays, divergent_store);
  HOST(arrays, arrays, divergent_store_in_branch);
  HOST(arrays, arrays, char_array);
  HOST(arrays, arrays, short_array);
  HOST(arrays, arrays, long_array);
  HOST(arrays, arrays, float_array);
  HOST(arrays, arrays, two_dimensions);
  HOST(arrays, arrays, insertion_sort);
  HOST(arrays, arrays, histogram);
  HOST(arrays, arrays, pointer_into_array);
  HOST(arrays, arrays, pointer_choice);
  HOST(arrays, arrays, passed_on);
  HOST(arrays, arrays, address_of_scalar);
  HOST(arrays, arrays, stack);
  HOST(arrays, arrays, initialized);
  HOST(arrays, arrays, copied);
  HOST(arrays, arrays, sieve);
  HOST(arrays, arrays, loop_live);
  HOST(arrays, arrays, partial_bytes);
  HOST(arrays, arrays, large_array);
  HOST(fills, fills, counts);
  HOST(fills, fills, many_counts);
  HOST(fills, fills, some_fill);
  HOST(fills, fills, all_ones);
  HOST(fills, fills, tail);
  HOST(fills, fills, table);
  HOST(fills, fills, exchanged);
  HOST(fills, fills, long_copy);
  HOST(fills, fills, bytes);
}

#undef HOST

} // namespace heddle::test
