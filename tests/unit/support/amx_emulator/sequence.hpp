// Runs a sequence of AMX instructions in the emulator, or on a processor that has them.
#ifndef HEDDLE_TESTS_UNIT_SUPPORT_AMX_EMULATOR_SEQUENCE_HPP
#define HEDDLE_TESTS_UNIT_SUPPORT_AMX_EMULATOR_SEQUENCE_HPP

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace heddle::amx {

using Bytes = std::vector<std::uint8_t>;

enum class Unit { emulator, hardware };

/// What a sequence needs of the hardware.
enum class Feature { tile, int8, bf16, fp16, tf32 };

struct Ending {
  Bytes output;
  int signal = 0;      ///< what ended the process, or 0
  std::string message; ///< what it wrote to standard error
};

/// A test that runs for both units; the parameter says which one.
class SequenceTest : public testing::TestWithParam<Unit> {
protected:
  /// Why the unit cannot run here; empty if it can, as the emulator everywhere. Tests skip with it.
  static std::string problem(Feature feature);

  /// In a process of its own, so that one test's permission to use tiles is not another's, and its
  /// end is no end of the tests. The sequence writes size bytes, which start as 0xA5.
  static Ending run(std::size_t size, const std::function<void(std::uint8_t *)> &sequence);
};

#define HEDDLE_SKIP_WITHOUT(feature)                                                               \
  if (const std::string reason = problem(Feature::feature); !reason.empty())                       \
  GTEST_SKIP() << reason

/// Instantiates the tests of a suite for both units.
#define HEDDLE_FOR_BOTH_UNITS(suite)                                                               \
  INSTANTIATE_TEST_SUITE_P(                                                                        \
      Units, suite, testing::Values(Unit::emulator, Unit::hardware),                               \
      [](const auto &info) { return info.param == Unit::emulator ? "emulator" : "hardware"; })

} // namespace heddle::amx

#endif
