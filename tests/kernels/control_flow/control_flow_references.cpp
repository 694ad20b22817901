// Host references of tests/kernels/control_flow: the .cl files themselves, compiled as C++.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace branches {
#include "tests/kernels/control_flow/branches.cl"
} // namespace branches

namespace jumps {
#include "tests/kernels/control_flow/goto.cl"
} // namespace jumps

namespace inactive_lanes {
#include "tests/kernels/control_flow/inactive_lanes.cl"
} // namespace inactive_lanes

namespace loops {
#include "tests/kernels/control_flow/loops.cl"
} // namespace loops

namespace searches {
#include "tests/kernels/control_flow/searches.cl"
} // namespace searches

namespace switches {
#include "tests/kernels/control_flow/switches.cl"
} // namespace switches

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

#define HOST(file, space, name)                                                                    \
  references.add("control_flow/" #file "/" #name, host::hostKernel(host::space::name))

void addControlFlowReferences(References &references) {
  HOST(branches, branches, if_else);
  HOST(branches, branches, if_only);
  HOST(branches, branches, nested_if);
  HOST(branches, branches, else_if_chain);
  HOST(branches, branches, short_circuit);
  HOST(branches, branches, ternary_chain);
  HOST(branches, branches, uniform_branch);
  HOST(branches, branches, uniform_around_divergent);
  HOST(branches, branches, divergent_around_uniform);
  HOST(branches, branches, early_return);
  HOST(branches, branches, early_returns);
  HOST(branches, branches, all_lanes_return);
  HOST(branches, branches, one_lane);
  HOST(branches, branches, no_lane);
  HOST(branches, branches, values_joined);
  HOST(branches, branches, set_on_one_side);
  HOST(branches, branches, index_set_on_one_side);
  HOST(branches, branches, uniform_store_in_branch);
  HOST(branches, branches, ranges_of_ids);
  HOST(branches, branches, range_in_condition);
  HOST(branches, branches, condition_from_float);
  HOST(goto, jumps, backward);
  HOST(goto, jumps, out_of_nested_loops);
  HOST(goto, jumps, shared_tail);
  HOST(goto, jumps, into_loop);
  HOST(goto, jumps, two_headed);
  HOST(goto, jumps, entered_together);
  HOST(goto, jumps, crossing);
  HOST(goto, jumps, irreducible_with_store);
  HOST(goto, jumps, three_blocks);
  HOST(inactive_lanes, inactive_lanes, divide_guarded);
  HOST(inactive_lanes, inactive_lanes, divide_guarded_ulong);
  HOST(inactive_lanes, inactive_lanes, remainder_guarded_char);
  HOST(inactive_lanes, inactive_lanes, overflow_guarded);
  HOST(inactive_lanes, inactive_lanes, divide_in_loop);
  HOST(inactive_lanes, inactive_lanes, load_guarded);
  HOST(inactive_lanes, inactive_lanes, store_guarded);
  HOST(inactive_lanes, inactive_lanes, load_after_exit);
  HOST(inactive_lanes, inactive_lanes, pointer_chase);
  HOST(inactive_lanes, inactive_lanes, uninitialized_then_set);
  HOST(inactive_lanes, inactive_lanes, uninitialized_in_loop);
  HOST(inactive_lanes, inactive_lanes, shift_guarded);
  HOST(inactive_lanes, inactive_lanes, constant_condition);
  HOST(inactive_lanes, inactive_lanes, uniform_load_guarded);
  HOST(inactive_lanes, inactive_lanes, null_guarded);
  HOST(loops, loops, uniform_loop);
  HOST(loops, loops, divergent_loop);
  HOST(loops, loops, do_while);
  HOST(loops, loops, zero_trips_for_some);
  HOST(loops, loops, break_out);
  HOST(loops, loops, continue_on);
  HOST(loops, loops, break_and_continue);
  HOST(loops, loops, return_from_loop);
  HOST(loops, loops, return_from_nested_loop);
  HOST(loops, loops, break_with_store);
  HOST(loops, loops, two_exits);
  HOST(loops, loops, side_exit_while);
  HOST(loops, loops, nested_divergent);
  HOST(loops, loops, uniform_in_divergent);
  HOST(loops, loops, divergent_in_uniform);
  HOST(loops, loops, temporal_divergence);
  HOST(loops, loops, uniform_counter_after_loop);
  HOST(loops, loops, loop_carried_swap);
  HOST(loops, loops, collatz);
  HOST(loops, loops, gcd);
  HOST(loops, loops, binary_search);
  HOST(loops, loops, loop_over_ids);
  HOST(loops, loops, infinite_until_break);
  HOST(loops, loops, endless_for_none);
  HOST(loops, loops, break_from_inner);
  HOST(loops, loops, triangular);
  HOST(loops, loops, loop_exit_value);
  HOST(loops, loops, conditional_in_loop_condition);
  HOST(loops, loops, float_loop);
  HOST(loops, loops, parts_of_ones_own);
  HOST(loops, loops, windows_around_oneself);
  HOST(loops, loops, parts_that_wrap);
  HOST(loops, loops, parts_by_pointers);
  HOST(loops, loops, clipped_windows);
  HOST(loops, loops, shared_rounds);
  HOST(loops, loops, shared_rounds_of_some);
  HOST(searches, searches, search);
  HOST(searches, searches, search_bits);
  HOST(switches, switches, plain);
  HOST(switches, switches, fallthrough);
  HOST(switches, switches, default_in_the_middle);
  HOST(switches, switches, sparse);
  HOST(switches, switches, in_loop);
  HOST(switches, switches, loop_in_case);
  HOST(switches, switches, return_in_case);
  HOST(switches, switches, uniform);
  HOST(switches, switches, long_switch);
  HOST(switches, switches, nested);
  HOST(switches, switches, char_switch);
  HOST(switches, switches, state_machine);
}

#undef HOST

} // namespace heddle::test
