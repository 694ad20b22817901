// Host references of tests/kernels/functions: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

#include <cstdio>

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace function_calls {
#include "tests/kernels/functions/functions.cl"
} // namespace function_calls
namespace print {
#include "tests/kernels/functions/print.cl"
} // namespace print
namespace functions_out_of_line {
#include "tests/kernels/functions/out_of_line.cl"
} // namespace functions_out_of_line

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("functions/" #file "/" #name, host::hostKernel(host::space::name))

void addFunctionsReferences(References &references) {
  HOST(functions, function_calls, helper);
  HOST(functions, function_calls, helper_in_branch);
  HOST(functions, function_calls, helper_with_loop);
  HOST(functions, function_calls, helper_with_early_return);
  HOST(functions, function_calls, helper_writes_global);
  HOST(functions, function_calls, several_levels);
  HOST(functions, function_calls, called_from_two_places);
  HOST(functions, function_calls, inner_kernel);
  HOST(functions, function_calls, calls_kernel);
  HOST(functions, function_calls, calls_kernel_in_branch);
  HOST(functions, function_calls, constant_table);
  HOST(functions, function_calls, constant_uniform);
  HOST(functions, function_calls, constant_structs);
  HOST(functions, function_calls, constant_string);
  HOST(functions, function_calls, constant_argument);
  HOST(functions, function_calls, constant_two_dimensions);
  HOST(functions, function_calls, pointer_to_constant);
  HOST(functions, function_calls, inline_function);
  HOST(functions, function_calls, many_parameters);
  HOST(functions, function_calls, unused_argument);
  HOST(functions, function_calls, same_buffer_read_twice);
  HOST(print, print, print_in_branches);
  HOST(print, print, print_in_loop);
  HOST(out_of_line, functions_out_of_line, called);
  HOST(out_of_line, functions_out_of_line, called_in_divergent_loop);
  HOST(out_of_line, functions_out_of_line, knows_its_work_item);
  HOST(out_of_line, functions_out_of_line, takes_and_returns_struct);
  HOST(out_of_line, functions_out_of_line, writes_through_pointers);
  HOST(out_of_line, functions_out_of_line, grows_exponentially);
  HOST(out_of_line, functions_out_of_line, writes_global_memory);
  HOST(out_of_line, functions_out_of_line, all_lanes_alike);
}

#undef HOST

} // namespace heddle::test
