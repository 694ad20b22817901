// Host references of tests/kernels/memory: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace pixels {
#include "tests/kernels/memory/pixels.cl"
} // namespace pixels
namespace access {
#include "tests/kernels/memory/access.cl"
} // namespace access
namespace butterflies {
#include "tests/kernels/memory/butterflies.cl"
} // namespace butterflies
namespace borders {
#include "tests/kernels/memory/borders.cl"
} // namespace borders
namespace increments {
#include "tests/kernels/memory/increments.cl"
} // namespace increments
namespace matrix_places {
#include "tests/kernels/memory/matrix_places.cl"
} // namespace matrix_places

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("memory/" #file "/" #name, host::hostKernel(host::space::name))

void addMemoryReferences(References &references) {
  HOST(increments, increments, increments);
  HOST(increments, increments, backwards);
  HOST(increments, increments, wraps);
  HOST(increments, increments, rows);
  HOST(butterflies, butterflies, partners);
  HOST(butterflies, butterflies, halves_of_pairs);
  HOST(butterflies, butterflies, spread);
  HOST(butterflies, butterflies, masks);
  HOST(butterflies, butterflies, backwards);
  HOST(borders, borders, clamped);
  HOST(borders, borders, periodic);
  HOST(borders, borders, reflected);
  HOST(borders, borders, unsigned_bounds);
  HOST(borders, borders, one_of_two_places);
  HOST(borders, borders, in_branch);
  HOST(borders, borders, scattered);
  HOST(borders, borders, shorts);
  HOST(borders, borders, neighbours);
  HOST(matrix_places, matrix_places, known_width);
  HOST(matrix_places, matrix_places, width);
  HOST(matrix_places, matrix_places, wide_width);
  HOST(matrix_places, matrix_places, small_types);
  HOST(matrix_places, matrix_places, backwards);
  HOST(matrix_places, matrix_places, from_below_zero);
  HOST(matrix_places, matrix_places, three_dimensions);
  HOST(matrix_places, matrix_places, transpose);
  HOST(matrix_places, matrix_places, in_branch);
  HOST(matrix_places, matrix_places, store_rows);
  HOST(access, access, consecutive_char);
  HOST(access, access, consecutive_short);
  HOST(access, access, consecutive_int);
  HOST(access, access, consecutive_long);
  HOST(access, access, consecutive_float);
  HOST(access, access, consecutive_double);
  HOST(access, access, offset_char);
  HOST(access, access, offset_short);
  HOST(access, access, offset_int);
  HOST(access, access, offset_long);
  HOST(access, access, offset_float);
  HOST(access, access, offset_double);
  HOST(access, access, reversed_char);
  HOST(access, access, reversed_short);
  HOST(access, access, reversed_int);
  HOST(access, access, reversed_long);
  HOST(access, access, reversed_float);
  HOST(access, access, reversed_double);
  HOST(access, access, strided_char);
  HOST(access, access, strided_short);
  HOST(access, access, strided_int);
  HOST(access, access, strided_long);
  HOST(access, access, strided_float);
  HOST(access, access, strided_double);
  HOST(access, access, gathered_char);
  HOST(access, access, gathered_short);
  HOST(access, access, gathered_int);
  HOST(access, access, gathered_long);
  HOST(access, access, gathered_float);
  HOST(access, access, gathered_double);
  HOST(access, access, scattered_char);
  HOST(access, access, scattered_short);
  HOST(access, access, scattered_int);
  HOST(access, access, scattered_long);
  HOST(access, access, scattered_float);
  HOST(access, access, scattered_double);
  HOST(access, access, broadcast_char);
  HOST(access, access, broadcast_short);
  HOST(access, access, broadcast_int);
  HOST(access, access, broadcast_long);
  HOST(access, access, broadcast_float);
  HOST(access, access, broadcast_double);
  HOST(access, access, conditional_char);
  HOST(access, access, conditional_short);
  HOST(access, access, conditional_int);
  HOST(access, access, conditional_long);
  HOST(access, access, conditional_float);
  HOST(access, access, conditional_double);
  HOST(access, access, copy_loop_char);
  HOST(access, access, copy_loop_short);
  HOST(access, access, copy_loop_int);
  HOST(access, access, copy_loop_long);
  HOST(access, access, copy_loop_float);
  HOST(access, access, copy_loop_double);
  HOST(access, access, same_address);
  HOST(access, access, column);
  HOST(access, access, row_in_loop);
  HOST(access, access, strided_in_loop);
  HOST(access, access, unaligned_bytes);
  HOST(access, access, wrapped_index);
  HOST(access, access, wrapped_char_index);
  HOST(access, access, wrapped_unsigned_index);
  HOST(access, access, negative_index);
  HOST(access, access, long_index);
  HOST(access, access, pointer_arithmetic);
  HOST(access, access, pointer_difference);
  HOST(access, access, pointer_compare);
  HOST(access, access, pointer_cast);
  HOST(access, access, pointer_loop);
  HOST(access, access, pointer_per_lane);
  HOST(access, access, volatile_access);
  HOST(access, access, read_modify_write);
  HOST(access, access, overlapping);
  HOST(access, access, twice_scattered);
  HOST(access, access, masked_strided);
  HOST(access, access, zero_stride);
  HOST(access, access, divided_index);
  HOST(access, access, modulo_index);
  HOST(access, access, xor_index);
  HOST(access, access, local_own_slot);
  HOST(access, access, local_argument);
  HOST(access, access, local_struct);
  HOST(access, access, local_bytes);
  HOST(access, access, two_local_arguments);
  HOST(pixels, pixels, swapped_char);
  HOST(pixels, pixels, swapped_short);
  HOST(pixels, pixels, swapped_int);
  HOST(pixels, pixels, swapped_float);
  HOST(pixels, pixels, swapped_double);
  HOST(pixels, pixels, bounded_char);
  HOST(pixels, pixels, bounded_short);
  HOST(pixels, pixels, bounded_int);
  HOST(pixels, pixels, bounded_float);
  HOST(pixels, pixels, bounded_double);
  HOST(pixels, pixels, first_and_last_char);
  HOST(pixels, pixels, first_and_last_short);
  HOST(pixels, pixels, first_and_last_int);
  HOST(pixels, pixels, first_and_last_float);
  HOST(pixels, pixels, first_and_last_double);
  HOST(pixels, pixels, of_five_char);
  HOST(pixels, pixels, of_five_short);
  HOST(pixels, pixels, of_five_int);
  HOST(pixels, pixels, of_five_float);
  HOST(pixels, pixels, of_five_double);
  HOST(pixels, pixels, beside_char);
  HOST(pixels, pixels, beside_short);
  HOST(pixels, pixels, beside_int);
  HOST(pixels, pixels, beside_float);
  HOST(pixels, pixels, beside_double);
  HOST(pixels, pixels, in_place_char);
  HOST(pixels, pixels, in_place_short);
  HOST(pixels, pixels, in_place_int);
  HOST(pixels, pixels, in_place_float);
  HOST(pixels, pixels, in_place_double);
  HOST(pixels, pixels, parted_char);
  HOST(pixels, pixels, parted_short);
  HOST(pixels, pixels, parted_int);
  HOST(pixels, pixels, parted_float);
  HOST(pixels, pixels, parted_double);
  HOST(pixels, pixels, partly_char);
  HOST(pixels, pixels, partly_short);
  HOST(pixels, pixels, partly_int);
  HOST(pixels, pixels, partly_float);
  HOST(pixels, pixels, partly_double);
  HOST(pixels, pixels, twice_char);
  HOST(pixels, pixels, twice_short);
  HOST(pixels, pixels, twice_int);
  HOST(pixels, pixels, twice_float);
  HOST(pixels, pixels, twice_double);
  HOST(pixels, pixels, of_eight_char);
  HOST(pixels, pixels, of_eight_short);
  HOST(pixels, pixels, of_eight_int);
  HOST(pixels, pixels, of_eight_float);
  HOST(pixels, pixels, of_eight_double);
}

#undef HOST

} // namespace heddle::test
