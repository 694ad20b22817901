// Host references of tests/kernels/scalars: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace floats {
#include "tests/kernels/scalars/floats.cl"
} // namespace floats

namespace integers {
#include "tests/kernels/scalars/integers.cl"
} // namespace integers

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("scalars/" #file "/" #name, host::hostKernel(host::space::name))

void addScalarsReferences(References &references) {
  HOST(floats, floats, arithmetic_float);
  HOST(floats, floats, arithmetic_double);
  HOST(floats, floats, exact_float);
  HOST(floats, floats, exact_double);
  HOST(floats, floats, compare_float);
  HOST(floats, floats, compare_double);
  HOST(floats, floats, compare_equal_float);
  HOST(floats, floats, compare_equal_double);
  HOST(floats, floats, unordered_float);
  HOST(floats, floats, unordered_double);
  HOST(floats, floats, to_bool_float);
  HOST(floats, floats, to_bool_double);
  HOST(floats, floats, select_float);
  HOST(floats, floats, select_double);
  HOST(floats, floats, scalar_argument_float);
  HOST(floats, floats, scalar_argument_double);
  HOST(floats, floats, chain_float);
  HOST(floats, floats, chain_double);
  HOST(floats, floats, divide_double);
  HOST(floats, floats, negate_zero);
  HOST(floats, floats, integer_to_float_and_back);
  HOST(floats, floats, divide_float);
  HOST(integers, integers, arithmetic_char);
  HOST(integers, integers, arithmetic_uchar);
  HOST(integers, integers, arithmetic_short);
  HOST(integers, integers, arithmetic_ushort);
  HOST(integers, integers, arithmetic_int);
  HOST(integers, integers, arithmetic_uint);
  HOST(integers, integers, arithmetic_long);
  HOST(integers, integers, arithmetic_ulong);
  HOST(integers, integers, divide_char);
  HOST(integers, integers, divide_uchar);
  HOST(integers, integers, divide_short);
  HOST(integers, integers, divide_ushort);
  HOST(integers, integers, divide_int);
  HOST(integers, integers, divide_uint);
  HOST(integers, integers, divide_long);
  HOST(integers, integers, divide_ulong);
  HOST(integers, integers, bitwise_char);
  HOST(integers, integers, bitwise_uchar);
  HOST(integers, integers, bitwise_short);
  HOST(integers, integers, bitwise_ushort);
  HOST(integers, integers, bitwise_int);
  HOST(integers, integers, bitwise_uint);
  HOST(integers, integers, bitwise_long);
  HOST(integers, integers, bitwise_ulong);
  HOST(integers, integers, shifts_char);
  HOST(integers, integers, shifts_uchar);
  HOST(integers, integers, shifts_short);
  HOST(integers, integers, shifts_ushort);
  HOST(integers, integers, shifts_int);
  HOST(integers, integers, shifts_uint);
  HOST(integers, integers, shifts_long);
  HOST(integers, integers, shifts_ulong);
  HOST(integers, integers, compare_char);
  HOST(integers, integers, compare_uchar);
  HOST(integers, integers, compare_short);
  HOST(integers, integers, compare_ushort);
  HOST(integers, integers, compare_int);
  HOST(integers, integers, compare_uint);
  HOST(integers, integers, compare_long);
  HOST(integers, integers, compare_ulong);
  HOST(integers, integers, logic_char);
  HOST(integers, integers, logic_uchar);
  HOST(integers, integers, logic_short);
  HOST(integers, integers, logic_ushort);
  HOST(integers, integers, logic_int);
  HOST(integers, integers, logic_uint);
  HOST(integers, integers, logic_long);
  HOST(integers, integers, logic_ulong);
  HOST(integers, integers, assign_char);
  HOST(integers, integers, assign_uchar);
  HOST(integers, integers, assign_short);
  HOST(integers, integers, assign_ushort);
  HOST(integers, integers, assign_int);
  HOST(integers, integers, assign_uint);
  HOST(integers, integers, assign_long);
  HOST(integers, integers, assign_ulong);
  HOST(integers, integers, increment_char);
  HOST(integers, integers, increment_uchar);
  HOST(integers, integers, increment_short);
  HOST(integers, integers, increment_ushort);
  HOST(integers, integers, increment_int);
  HOST(integers, integers, increment_uint);
  HOST(integers, integers, increment_long);
  HOST(integers, integers, increment_ulong);
  HOST(integers, integers, scalar_argument_char);
  HOST(integers, integers, scalar_argument_uchar);
  HOST(integers, integers, scalar_argument_short);
  HOST(integers, integers, scalar_argument_ushort);
  HOST(integers, integers, scalar_argument_int);
  HOST(integers, integers, scalar_argument_uint);
  HOST(integers, integers, scalar_argument_long);
  HOST(integers, integers, scalar_argument_ulong);
  HOST(integers, integers, signed_char);
  HOST(integers, integers, signed_short);
  HOST(integers, integers, signed_int);
  HOST(integers, integers, signed_long);
}

#undef HOST

} // namespace heddle::test
