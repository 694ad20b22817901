// Host references of tests/kernels/ids: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace identifiers {
#include "tests/kernels/ids/ids.cl"
} // namespace identifiers
namespace joined {
#include "tests/kernels/ids/joined_groups.cl"
} // namespace joined

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("ids/" #file "/" #name, host::hostKernel(host::space::name))

void addIdsReferences(References &references) {
  HOST(ids, identifiers, global_id);
  HOST(ids, identifiers, local_id);
  HOST(ids, identifiers, group_id);
  HOST(ids, identifiers, sizes);
  HOST(ids, identifiers, linear_ids);
  HOST(ids, identifiers, out_of_range_dimension);
  HOST(ids, identifiers, int_id);
  HOST(ids, identifiers, dimension_in_variable);
  HOST(ids, identifiers, offset);
  HOST(ids, identifiers, short_id);
  HOST(ids, identifiers, id_arithmetic);
  HOST(ids, identifiers, two_dimensions);
  HOST(ids, identifiers, two_dimensional_copy);
  HOST(ids, identifiers, transpose);
  HOST(ids, identifiers, row_condition);
  HOST(ids, identifiers, linear_2d);
  HOST(ids, identifiers, three_dimensions);
  HOST(ids, identifiers, linear_3d);
  HOST(ids, identifiers, uneven);
  HOST(ids, identifiers, uneven_2d);
  HOST(joined_groups, joined, from_global_id);
  HOST(joined_groups, joined, from_group_and_local_id);
  HOST(joined_groups, joined, from_enqueued_size);
  HOST(joined_groups, joined, ids_in_int);
  HOST(joined_groups, joined, ids_in_variables);
  HOST(joined_groups, joined, strides);
  HOST(joined_groups, joined, strides_of_groups);
  HOST(joined_groups, joined, with_local_id);
  HOST(joined_groups, joined, with_group_size);
  HOST(joined_groups, joined, rows);
  HOST(joined_groups, joined, rows_of_groups);
  HOST(joined_groups, joined, columns_first);
  HOST(joined_groups, joined, columns_first_of_groups);
  HOST(joined_groups, joined, sums_of_rows);
  HOST(joined_groups, joined, planes);
  HOST(joined_groups, joined, planes_first);
  HOST(joined_groups, joined, columns_first_with_ids);
  HOST(joined_groups, joined, planes_first_with_ids);
}

#undef HOST

} // namespace heddle::test
