// The tile configuration of an interrupted thread, where the processor has AMX: the kernel saves it
// in the frame of a signal and loads it from there afterwards, permission or not. In between, in
// the handler, the processor's own is empty.
#ifndef HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_SIGNAL_FRAME_HPP
#define HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_SIGNAL_FRAME_HPP

#include "tests/support/amx_emulator/tile_state.hpp"

namespace heddle::amx {

/// Where a configuration lies in what XSAVE writes; 0 on processors that have none.
unsigned offsetOfConfiguration();

/// Moves the configuration out of what a frame's fpregs points to: when the handler returns, the
/// processor has none, as after TILERELEASE. So one that is there at the next signal has been
/// loaded in between, even if it is the same. False if there is none; the frame is as it was then.
bool takeConfiguration(std::uint8_t *savedState, unsigned offset, TileConfig &config);

} // namespace heddle::amx

#endif
