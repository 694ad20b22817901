#include "tests/support/amx_emulator/signal_frame.hpp"

#include <cpuid.h>
#include <cstring>

namespace heddle::amx {

namespace {

constexpr unsigned configurationState = 17; // XTILECFG's number among the states of XSAVE

// The 48 bytes that FXSAVE leaves to software at 464, as the kernel fills them (struct
// _fpx_sw_bytes of <asm/sigcontext.h>, which does not go together with <ucontext.h>).
constexpr unsigned magicAt = 464, savedStatesAt = 472, sizeAt = 480;
constexpr std::uint32_t magicNumber = 0x46505853; // FP_XSTATE_MAGIC1: more than FXSAVE is there

constexpr unsigned presentStatesAt = 512; // XSTATE_BV; a state whose bit is 0 is loaded as empty

template <typename Number> Number read(const std::uint8_t *from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

} // namespace

unsigned offsetOfConfiguration() {
  unsigned size = 0, offset = 0, c = 0, d = 0;
  if (!__get_cpuid_count(0xD, configurationState, &size, &offset, &c, &d) ||
      size != sizeof(TileConfig))
    return 0;
  return offset;
}

bool takeConfiguration(std::uint8_t *savedState, unsigned offset, TileConfig &config) {
  constexpr std::uint64_t bit = std::uint64_t(1) << configurationState;
  if (!savedState || offset == 0 || read<std::uint32_t>(savedState + magicAt) != magicNumber ||
      !(read<std::uint64_t>(savedState + savedStatesAt) & bit) ||
      read<std::uint32_t>(savedState + sizeAt) < offset + sizeof config)
    return false;
  const auto present = read<std::uint64_t>(savedState + presentStatesAt);
  if (!(present & bit))
    return false;
  std::memcpy(&config, savedState + offset, sizeof config);
  if (config.palette == 0)
    return false;
  const std::uint64_t without = present & ~bit;
  std::memcpy(savedState + presentStatesAt, &without, sizeof without);
  return true;
}

} // namespace heddle::amx
